/** The values of the settings' form, and their conversion back to settings (SET-02 to SET-07). */
import { type CodeAdmin, ADMIN_REFUS } from '#domain/errors/admin.ts';
import { type CodeFacturation, FACTURATION_REFUS } from '#domain/errors/facturation.ts';
import { formatIban, tidyIban } from '#domain/settings/iban.ts';
import { type Parametres, type StoredParametres } from '#domain/settings/parametres.ts';
import { refuseParametres } from '#domain/settings/regles_parametres.ts';

const SENTENCES = { ...ADMIN_REFUS, ...FACTURATION_REFUS };

/** Numbers are held as text, because an empty field is not 0. */
const NUMBERS = [
  'lessonDuration',
  'breakBetweenLessons',
  'maxBookingsPerDay',
  'advanceBookingDays',
  'maxOpenBookings',
  'cancellationHours',
  'graceMinutes',
  'lessonMonths',
  'cancelledDays',
  'journalMois',
  'sauvegardesJours',
  'sauvegardesSemaines',
  'sauvegardesMois',
] as const;
export type NumberName = (typeof NUMBERS)[number];
/** Hours that differ by day are stored by their own section. */
export type ParametresDraft = Omit<Parametres, NumberName | 'horaires'> &
  Record<NumberName, string>;
export type FieldName = keyof ParametresDraft;
export type ParametresFaults = Partial<Record<FieldName, string>>;
/** The fields that are on or off. */
export type SwitchName = {
  [K in FieldName]: ParametresDraft[K] extends boolean ? K : never;
}[FieldName];

export function draftOf({
  version: _,
  horaires: _horaires,
  lessonDurationSaved: _saved,
  ...parametres
}: StoredParametres): ParametresDraft {
  return {
    ...parametres,
    billingIban: formatIban(parametres.billingIban),
    ...(Object.fromEntries(NUMBERS.map((name) => [name, String(parametres[name])])) as Record<
      NumberName,
      string
    >),
  };
}

export function parametresOf(draft: ParametresDraft): Omit<Parametres, 'horaires'> {
  return {
    ...draft,
    adminEmail: draft.adminEmail.trim(),
    billingHolder: draft.billingHolder.trim(),
    billingIban: tidyIban(draft.billingIban),
    centreName: draft.centreName.trim(),
    centreForm: draft.centreForm.trim(),
    centreAddress: draft.centreAddress.trim(),
    centreNumber: draft.centreNumber.trim(),
    contactTelephone: draft.contactTelephone.trim(),
    contactEmail: draft.contactEmail.trim(),
    ...(Object.fromEntries(NUMBERS.map((name) => [name, numberOf(draft[name])])) as Record<
      NumberName,
      number
    >),
  };
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** The field that shows each refusal, with a value that would not be refused. */
const PLACES: readonly {
  code: CodeAdmin | CodeFacturation;
  field: FieldName;
  valid: Partial<Parametres>;
}[] = [
  { code: 'email_admin_invalide', field: 'adminEmail', valid: { adminEmail: '' } },
  {
    code: 'horaires_invalides',
    field: 'closingTime',
    valid: { openingTime: '08:00', closingTime: '20:00' },
  },
  { code: 'duree_lecon_invalide', field: 'lessonDuration', valid: { lessonDuration: 60 } },
  { code: 'pause_invalide', field: 'breakBetweenLessons', valid: { breakBetweenLessons: 0 } },
  { code: 'quota_invalide', field: 'maxBookingsPerDay', valid: { maxBookingsPerDay: 1 } },
  { code: 'delai_invalide', field: 'advanceBookingDays', valid: { advanceBookingDays: 1 } },
  { code: 'a_venir_invalide', field: 'maxOpenBookings', valid: { maxOpenBookings: 40 } },
  { code: 'annulation_invalide', field: 'cancellationHours', valid: { cancellationHours: 24 } },
  { code: 'grace_invalide', field: 'graceMinutes', valid: { graceMinutes: 15 } },
  {
    code: 'contact_telephone_invalide',
    field: 'contactTelephone',
    valid: { contactTelephone: '' },
  },
  { code: 'contact_email_invalide', field: 'contactEmail', valid: { contactEmail: '' } },
  { code: 'lecons_mois_invalide', field: 'lessonMonths', valid: { lessonMonths: 36 } },
  { code: 'lecons_annulees_invalide', field: 'cancelledDays', valid: { cancelledDays: 30 } },
  { code: 'journal_invalide', field: 'journalMois', valid: { journalMois: 13 } },
  {
    code: 'sauvegardes_jours_invalides',
    field: 'sauvegardesJours',
    valid: { sauvegardesJours: 7 },
  },
  {
    code: 'sauvegardes_semaines_invalides',
    field: 'sauvegardesSemaines',
    valid: { sauvegardesSemaines: 4 },
  },
  { code: 'titulaire_invalide', field: 'billingHolder', valid: { billingHolder: '' } },
  { code: 'iban_invalide', field: 'billingIban', valid: { billingIban: '' } },
  { code: 'facturation_debut_invalide', field: 'billingSince', valid: { billingSince: '' } },
  { code: 'facturation_debut_fixe', field: 'billingSince', valid: { billingSince: '' } },
  {
    code: 'mentions_invalides',
    field: 'centreName',
    valid: { centreName: '', centreForm: '', centreAddress: '', centreNumber: '' },
  },
  { code: 'sauvegardes_mois_invalides', field: 'sauvegardesMois', valid: { sauvegardesMois: 12 } },
];

export const fieldOfRefus = (code: string | null): FieldName | null =>
  PLACES.find((place) => place.code === code)?.field ?? null;

/**
 * All errors at once: the domain reports only the first one, so its value is replaced to get the
 * next one.
 */
export function faultsOf(parametres: Omit<Parametres, 'horaires'>): ParametresFaults {
  const code = refuseParametres(parametres);
  const place = PLACES.find((one) => one.code === code);
  if (!code || !place) return {};
  return {
    [place.field]: SENTENCES[code].message,
    ...faultsOf({ ...parametres, ...place.valid }),
  };
}
