/**
 * Emails as data: their content, their recipient, when they are sent and when they become outdated
 * (MAIL-01 to MAIL-06).
 */
import { instantOf, type Moment, momentAt } from '../core/calendrier.ts';
import type { BookedLecon } from '../lessons/reservations.ts';
import type { AdressePar, Role } from '../people/users.ts';
import type { FaitDeReglages } from '../settings/gardes.ts';
import type { Parametres } from '../settings/parametres.ts';

/**
 * The lesson in an email. `type` is the lesson type's label. `piste` is the name of its arena;
 * emails of an earlier version do not have it.
 */
export type LeconDeCourriel = Omit<BookedLecon, 'type_lecon' | 'nombre_personnes' | 'statut'> & {
  reservation_id: string;
  /** Counts the changes; the SEQUENCE of the lesson's calendar file. */
  version: number;
  type: string;
  piste?: string;
  /** True if the reservation waits for the centre's confirmation. Otherwise left out. */
  en_attente?: boolean;
};

/** The slot in an email; `type` is the lesson type's label. */
export type CreneauDeCourriel = Pick<
  LeconDeCourriel,
  'date_reservation' | 'heure_debut' | 'heure_fin' | 'type_piste' | 'type' | 'piste'
> & {
  /** The id of the lesson type, for the link. Emails of the previous version do not have it. */
  type_lecon?: string;
};

const SORTES_DE_LECON = [
  'reservation_confirmee',
  'reservation_modifiee',
  'reservation_annulee',
  'rappel',
] as const;
export type SorteDeLecon = (typeof SORTES_DE_LECON)[number];

/**
 * The purpose of an emailed link; `changement_adresse` is sent to the new address, `invitation` to a
 * customer for whom an account was made (CLI-10).
 */
export const USAGES_DE_LIEN = [
  'mot_de_passe',
  'confirmation_adresse',
  'deblocage',
  'changement_adresse',
  'invitation',
] as const;
export type UsageDeLien = (typeof USAGES_DE_LIEN)[number];

/**
 * Changes in how the person of an account signs in (MAIL-40). The email warns a person who did not
 * make the change.
 */
export const EVENEMENTS_DE_COMPTE = [
  'mot_de_passe_change',
  'mot_de_passe_reinitialise',
  'application_activee',
  'application_retiree',
  'codes_secours',
  'cle_ajoutee',
  'cle_retiree',
  'facteur_reinitialise',
  'adresse_demandee',
  'adresse_remplacee',
  'adresse_nouvelle',
] as const;
export type EvenementDeCompte = (typeof EVENEMENTS_DE_COMPTE)[number];

export const SORTES_COURRIEL = [
  'approbation',
  'refus',
  'effacement',
  ...USAGES_DE_LIEN,
  'compte_modifie',
  'inscription',
  'inscriptions_groupees',
  'inscriptions_en_attente',
  'sauvegarde_en_panne',
  'alerte_admins',
  'alerte_codes',
  ...SORTES_DE_LECON,
  'place_libre',
  'prix_changes',
  'releve',
  'relance',
  'essai',
  'libre',
] as const;
export type SorteCourriel = (typeof SORTES_COURRIEL)[number];

/**
 * Events that administrators are notified of at once (MAIL-30): a new administrator, a second
 * factor that was reset, an account whose failures were forgotten, and changes of settings.
 */
export type FaitAlerte =
  'nouvel_administrateur' | 'facteur_reinitialise' | 'compte_debloque' | FaitDeReglages;

/** One of the sign-ups in a combined email. */
export type DemandeDeCompte = { user_id: string; nom: string; email: string };

/** What a rider may still do with a lesson, and until which instant (RIDE-11, RIDE-13). */
export type DroitsDuCavalier = { annuler: boolean; changer: boolean; jusque: string };

/**
 * An email about a lesson.
 * - `copie`: it goes to the copies address (MAIL-05).
 * - `avant`: a changed lesson as it was before.
 * - `raison`: why a lesson is cancelled, if the centre gave a reason.
 * - `par`: who did it. Left out in the email to the rider if the centre did it, and in copies of
 *   earlier versions.
 * - `place`: only the rider's seats are given up; the lesson still takes place.
 * - `soi_meme`: what the rider may still do without the centre; left out if that is nothing.
 * - `trop_tard`, of a booking: riders may cancel, but it is too late for this lesson.
 * - `prix`, of a booking: the price for each rider, and for how many riders.
 * - `raviser`, of a booking: the instant until which it may be undone nevertheless.
 * - `comptes`, of a copy: the accounts that it names. Their erasure finds the copy by them
 *   (PEOPLE-31).
 * - `attend`: it waits for further changes of its lesson (MAIL-41), until an instance takes it.
 */
export type ContenuDeLecon = {
  sorte: SorteDeLecon;
  nom: string;
  lecon: LeconDeCourriel;
  copie: boolean;
  avant?: LeconDeCourriel;
  raison?: string;
  par?: 'cavalier' | 'centre';
  place?: true;
  soi_meme?: DroitsDuCavalier;
  trop_tard?: true;
  raviser?: string;
  prix?: { centimes: number; places: number };
  comptes?: readonly string[];
  attend?: true;
};

/**
 * An email about a statement, or a reminder (MAIL-45). `numero`, `mois`, `jour`: of the statement, in
 * a reminder of the last one. `centimes`: what is to pay, negative for a credit. `virement`: null if
 * there is nothing to pay, or if the centre gives no bank account. No rider is named.
 */
export type ContenuDeReleve = {
  sorte: 'releve' | 'relance';
  nom: string;
  numero: string;
  mois: string;
  jour: string;
  centimes: number;
  virement: { titulaire: string; iban: string; communication: string } | null;
};

/**
 * A coming lesson whose price has changed. `places`: how many seats of the recipient got the new
 * price; `avant`, `apres`: cents for each of them.
 */
export type LeconRetarifee = Omit<CreneauDeCourriel, 'type_lecon'> & {
  places: number;
  avant: number;
  apres: number;
};

/**
 * The content of an email. The templates turn it into subject, HTML and text when it is sent or
 * viewed.
 */
export type ContenuCourriel =
  /** `a_confirmer`: the address is not confirmed yet. Otherwise left out. */
  | { sorte: 'approbation'; nom: string; role: Role; a_confirmer?: boolean }
  | { sorte: 'refus'; nom: string }
  /** The account is deleted, by its owner or by an administrator (`par`). */
  | { sorte: 'effacement'; nom: string; par?: 'centre' }
  /** The way to sign in to the account was changed, at the instant `le`. */
  | { sorte: 'compte_modifie'; nom: string; evenement: EvenementDeCompte; le: string }
  /**
   * `jeton`: encrypted in the database (platform/secrets/coffre.ts) and in clear in the sent email; null
   * once it is wiped, and if it must not be shown (MAIL-03).
   */
  | { sorte: UsageDeLien; nom: string; jeton: string | null }
  /** To the administrators: a person has asked for an account. */
  | {
      sorte: 'inscription';
      nom: string;
      email: string;
      telephone: string | null;
      adresse: string | null;
    }
  /**
   * Many sign-ups within an hour in one email. `depuis`: the instant of the first; `autres`: how
   * many more there are than are named.
   */
  | {
      sorte: 'inscriptions_groupees';
      depuis: string;
      demandes: readonly DemandeDeCompte[];
      autres: number;
    }
  /**
   * To the administrators: these sign-ups wait for an answer, the oldest since the instant
   * `depuis`. `autres`: how many more there are than are named.
   */
  | {
      sorte: 'inscriptions_en_attente';
      depuis: string;
      demandes: readonly DemandeDeCompte[];
      autres: number;
    }
  /**
   * To a rider who requested an alert: the slot is free, or its lesson has places left
   * (`rejoindre`).
   */
  | { sorte: 'place_libre'; nom: string; creneau: CreneauDeCourriel; rejoindre: boolean }
  /** To a rider: the price of these coming lessons has changed (MAIL-27). */
  | { sorte: 'prix_changes'; nom: string; lecons: readonly LeconRetarifee[] }
  /**
   * To the administrators: no backup has succeeded since `depuis`. `raison`: the sentence of the
   * last failure, null if no backup was even begun.
   */
  | { sorte: 'sauvegarde_en_panne'; depuis: string; raison: string | null }
  /**
   * To each administrator: a person (`par`) changed for an account (`compte`) who has access
   * (MAIL-30). `par`, `compte`: null once that account is erased; `par.user_id`: null for the
   * server itself. `adresse`, of a new administrator: who changed or gave the address of the account
   * shortly before (ACC-104); left out for nobody. `reglages`: the settings that were changed;
   * emails of the previous version do not have it. `des`, of shorter periods: the instant from which
   * they are in force (SET-51).
   */
  | {
      sorte: 'alerte_admins';
      fait: FaitAlerte;
      le: string;
      par: { user_id: string | null; nom: string } | null;
      compte?: { user_id: string; nom: string; email: string } | null;
      adresse?: AdressePar & { user_id: string | null };
      reglages?: readonly (keyof Parametres)[];
      des?: string;
    }
  /** A person has the password of the account and gives wrong codes (MAIL-31). */
  | { sorte: 'alerte_codes'; nom: string }
  | ContenuDeLecon
  | ContenuDeReleve
  | { sorte: 'essai'; nom: string }
  /** Written by an administrator (`send-email` of API-08). */
  | { sorte: 'libre'; sujet: string; html: string };

/** Waiting, sent, given up, or outdated. */
export const STATUTS_COURRIEL = ['en_attente', 'envoye', 'echoue', 'perime'] as const;
export type StatutCourriel = (typeof STATUTS_COURRIEL)[number];

/**
 * The states that an administrator sees (MAIL-10): those of stored emails, and `planifie`, a
 * reminder that is not due yet and therefore not stored.
 */
export const ETATS_COURRIEL = ['en_attente', 'planifie', 'envoye', 'echoue', 'perime'] as const;
export type EtatCourriel = (typeof ETATS_COURRIEL)[number];

/**
 * An email to store. There is one row per `cause` (MAIL-01): storing a cause again changes nothing.
 */
export type NewCourriel = {
  cause: string;
  destinataire: string;
  destinataire_nom: string;
  /** The account of the recipient; null if the address has no account, or no longer has one. */
  user_id: string | null;
  reservation_id: string | null;
  /** Emails of the same group to one recipient are sent as one message (MAIL-26). */
  groupe?: string;
  contenu: ContenuCourriel;
  envoyer_apres: Date;
  perime_apres: Date;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Minutes until a failed email is tried again, after the first, second, ... attempt; the last value
 * repeats.
 */
const RETRY_MINUTES = [0.5, 2, 5, 15, 30, 60];

/**
 * When an email is tried again after `essais` attempts; null if it is outdated by then, so that it
 * is given up (MAIL-02).
 */
export function retryAt(
  { essais, perime_apres }: { essais: number; perime_apres: Date },
  now: Date,
): Date | null {
  const minutes = RETRY_MINUTES[Math.min(essais, RETRY_MINUTES.length) - 1] ?? 1;
  const instant = new Date(now.getTime() + minutes * 60_000);
  return instant < perime_apres ? instant : null;
}

/**
 * When an email that is sent again becomes outdated. Null if it cannot be sent again: it already
 * waits, carries a link, is about a lesson that has begun or has changed since (`superseded`), or
 * went to an account that was deleted.
 */
export function resendUntil(
  {
    statut,
    cause,
    contenu,
    user_id,
    superseded,
  }: {
    statut: StatutCourriel;
    cause: string;
    contenu: ContenuCourriel;
    user_id: string | null;
    superseded: boolean;
  },
  now: Date,
): Date | null {
  const isOrphan = user_id === null && isToAccount(cause, contenu);
  if (superseded || isOrphan || statut === 'en_attente' || 'jeton' in contenu) return null;
  const begins = beginningOf(contenu);
  return begins && begins <= now ? null : outdatedAt(now, contenu);
}

/** True for an email to an account; false for an email to the copies address. */
function isToAccount(cause: string, contenu: ContenuCourriel): boolean {
  if ('lecon' in contenu) return !contenu.copie;
  return (
    [
      'approbation',
      'compte_modifie',
      'alerte_admins',
      'alerte_codes',
      'place_libre',
      'prix_changes',
      'releve',
      'relance',
    ].includes(contenu.sorte) ||
    (isToAdmins(contenu) && !cause.endsWith(' centre'))
  );
}

/** True for emails that only administrators receive. */
export const isToAdmins = ({ sorte }: ContenuCourriel): boolean =>
  [
    'inscription',
    'inscriptions_groupees',
    'inscriptions_en_attente',
    'sauvegarde_en_panne',
  ].includes(sorte);

/** True for an email that still contains the token of its link. */
export const holdsJeton = (
  contenu: ContenuCourriel,
): contenu is { sorte: UsageDeLien; nom: string; jeton: string } =>
  'jeton' in contenu && contenu.jeton !== null;

/**
 * An email without the token of its link, for showing it and for keeping it once it is no longer
 * due (MAIL-03).
 */
export function withoutJeton(contenu: ContenuCourriel): ContenuCourriel {
  return 'jeton' in contenu ? { ...contenu, jeton: null } : contenu;
}

/**
 * How long a link is valid, in milliseconds: for a new password (ACC-31), to confirm an address
 * (ACC-22) or a new one (PEOPLE-40), to use another browser (ACC-57), for the first password of an
 * account that the centre made (CLI-10).
 */
export const LIEN_MS: Record<UsageDeLien, number> = {
  mot_de_passe: HOUR_MS,
  confirmation_adresse: 7 * DAY_MS,
  deblocage: HOUR_MS,
  changement_adresse: 7 * DAY_MS,
  invitation: 7 * DAY_MS,
};

/** The links with which a password is chosen without the former one. */
export const LIENS_DE_MOT_DE_PASSE = ['mot_de_passe', 'invitation'] as const;

/** The instant of a lesson's reminder, 24 hours before it begins (MAIL-06). */
export function rappelAt({
  date_reservation,
  heure_debut,
}: Pick<LeconDeCourriel, 'date_reservation' | 'heure_debut'>): Date {
  return new Date(instantOf(date_reservation, heure_debut).getTime() - DAY_MS);
}

/**
 * The lessons whose reminder is due at `now` begin after the first of these times and not after the
 * second. Later ones have a planned reminder. Lessons begin at whole minutes and never in the hour
 * that a change of the clocks repeats, so that times can be compared instead of instants.
 */
export const rappelsBetween = (now: Date): { apres: Moment; jusque: Moment } => ({
  apres: momentAt(now),
  jusque: momentAt(new Date(now.getTime() + DAY_MS)),
});

/**
 * How long an email that is not about a lesson stays due, in milliseconds; a day for kinds that are
 * not listed (MAIL-02, LIM-14).
 */
const DUE_MS: Partial<Record<SorteCourriel, number>> = {
  ...LIEN_MS,
  approbation: 7 * DAY_MS,
  refus: 7 * DAY_MS,
  effacement: 7 * DAY_MS,
  compte_modifie: 7 * DAY_MS,
  releve: 14 * DAY_MS,
  relance: 14 * DAY_MS,
};

/**
 * The start of the lesson or slot of an email. If the lesson was moved, the later of both starts:
 * until then its rider may come in vain. Of several lessons, the start of the last.
 */
function beginningOf(contenu: ContenuCourriel): Date | null {
  const times =
    'lecon' in contenu
      ? [contenu.lecon, ...(contenu.avant ? [contenu.avant] : [])]
      : 'creneau' in contenu
        ? [contenu.creneau]
        : 'lecons' in contenu
          ? contenu.lecons
          : [];
  const starts = times.map(({ date_reservation, heure_debut }) =>
    instantOf(date_reservation, heure_debut).getTime(),
  );
  return starts.length === 0 ? null : new Date(Math.max(...starts));
}

/**
 * When an email that is due at `envoi` becomes outdated (MAIL-02): about a lesson, when it begins,
 * about several, when the last begins; about a free slot, after a day, or when it begins if that is earlier; any other, after its
 * `DUE_MS`.
 */
export function outdatedAt(envoi: Date, contenu: ContenuCourriel): Date {
  const after = (ms: number): Date => new Date(envoi.getTime() + ms);
  const begins = beginningOf(contenu);
  if (begins === null) return after(DUE_MS[contenu.sorte] ?? DAY_MS);
  if ('creneau' in contenu) return new Date(Math.min(begins.getTime(), after(DAY_MS).getTime()));
  return begins;
}
