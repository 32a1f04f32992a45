/**
 * Every kept draft (UI-10), by the file of the web part that keeps it, and why it stores nothing
 * twice if its answer is lost and it is sent again. tests/interface.test.ts compares this list with
 * the sources.
 */

/** Drafts that carry the id of their attempt (UI-113): tests/composants/envois.test.ts loses the answer of each. */
export const ALONE = {
  'ligne.1': 'screens/app-client/LigneForm.tsx',
  'correction.1': 'screens/app-client/CorrectionForm.tsx',
  'paiement.1': 'screens/app-facturation/PaiementForm.tsx',
  'payes.1': 'screens/app-facturation/usePaye.ts',
  'virements.1': 'screens/app-facturation/useVirements.ts',
  'fermeture.1': 'screens/app-webmaster/fermetures/useFermetureDraft.ts',
  'repetition.1': 'screens/app-webmaster/entry/useRepetition.ts',
} as const;

/** The same, with the server: tests/reseau/envois.spec.ts. */
export const WITH_SERVER = {
  'saisies.1': 'screens/app-webmaster/entry/useEnvois.ts',
  'reservations.1': 'screens/app-reservation/useEnvois.ts',
} as const;
export const CREATIONS = { ...ALONE, ...WITH_SERVER };

/** All others, with what prevents it. */
export const OTHERS = {
  'annulations.1': [
    'screens/app-webmaster/useDeskUndo.tsx',
    'an undo restores what has an id, or changes the version that the action left',
  ],
  'saisie.1': ['screens/app-webmaster/entry/useSaisie.ts', "its attempts are 'saisies.1'"],
  'fermeture.modification.2': [
    'screens/app-webmaster/fermetures/EditFermeture.tsx',
    'a change: the second one changes nothing more',
  ],
  'suppression.2': [
    'screens/app-webmaster/withdraw/RemoveReservation.tsx',
    'a removal: the lesson is gone',
  ],
  'reservation.1': [
    'screens/app-reservation/useReservationForm.ts',
    "its attempts are 'reservations.1'",
  ],
  'oubli.1': ['screens/forgot-password/ForgotPassword.tsx', 'a link replaces the one before'],
  'inscription.1': ['screens/register/Register.tsx', 'the address is unique'],
  'installation.1': ['screens/installation/Installation.tsx', 'the link works once'],
  'coordonnees.1': ['screens/app-monprofil/ContactDetails.tsx', 'a change'],
  'reglages.3': ['screens/app-webmastersettings/useParametresDraft.ts', 'a change'],
  'prix.3': ['screens/app-prix/usePrixDraft.ts', 'the version of the prices'],
  'imprimer.1': ['screens/app-facturation/Mois.tsx', 'a list for reading, which is not sent'],
  'import 1': [
    'screens/app-imports/useImport.tsx',
    'choices, which are not sent; the file is not kept',
  ],
} as const satisfies Record<string, readonly [file: string, reason: string]>;
