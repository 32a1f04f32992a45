/**
 * Emails as data: what they are about, to whom they go, when they are sent and until when (MAIL-01
 * to MAIL-06).
 */
import { instantOf } from '../core/calendrier.ts';
import type { BookedLecon } from '../reservations/reservations.ts';
import type { Role } from '../people/users.ts';

/**
 * What an email about a lesson says of it; `type` is the lesson type's label, `piste` the name of its
 * arena, missing in emails of a version before.
 */
export type LeconDeCourriel = Omit<BookedLecon, 'type_lecon' | 'nombre_personnes' | 'statut'> & {
  reservation_id: string;
  /** Counts the changes: the SEQUENCE of its calendar file. */
  version: number;
  type: string;
  piste?: string;
  /** The reservation waits for the centre's confirmation. Left out where it does not. */
  en_attente?: boolean;
};

/** A slot as an email says it; `type` is the lesson type's label. */
export type CreneauDeCourriel = Pick<
  LeconDeCourriel,
  'date_reservation' | 'heure_debut' | 'heure_fin' | 'type_piste' | 'type' | 'piste'
> & {
  /** The type to choose, for the link; missing in emails of the version before. */
  type_lecon?: string;
};

const SORTES_DE_LECON = [
  'reservation_confirmee',
  'reservation_modifiee',
  'reservation_annulee',
  'rappel',
] as const;
export type SorteDeLecon = (typeof SORTES_DE_LECON)[number];

/** What an emailed link is for; `changement_adresse` is sent to the new address. */
export const USAGES_DE_LIEN = [
  'mot_de_passe',
  'confirmation_adresse',
  'deblocage',
  'changement_adresse',
] as const;
export type UsageDeLien = (typeof USAGES_DE_LIEN)[number];

/**
 * What the person of an account is told about how it is entered (MAIL-40): whoever did not do it
 * learns of it.
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
  'essai',
  'libre',
] as const;
export type SorteCourriel = (typeof SORTES_COURRIEL)[number];

/**
 * What administrators are told of at once (MAIL-30): a new one, a second factor that was reset, the
 * end of the demand for one.
 */
export type FaitAlerte = 'nouvel_administrateur' | 'facteur_reinitialise' | 'exigence_levee';

/** A sign-up among those of one email. */
export type DemandeDeCompte = { user_id: string; nom: string; email: string };

/** What a rider may do with a lesson, and until when, as an instant (RIDE-11, RIDE-13). */
export type DroitsDuCavalier = { annuler: boolean; changer: boolean; jusque: string };

/**
 * `copie`: it goes to the copies address (MAIL-05). `avant`: a changed lesson as it was
 * before. `raison`: why a lesson is cancelled, where the centre gave a reason. `par`: who did it,
 * left out where the centre told the rider, and in copies of before. `place`: only the rider's
 * seats are given up; the lesson goes on. `soi_meme`: what the rider may still do without the
 * centre; left out where that is nothing. Of a booking: `trop_tard`, riders may cancel, and it is
 * too late for it; `prix`: what it costs, for each rider and for how many; `raviser`: until when it
 * may be undone all the same, an instant. `comptes`: of a copy, the accounts that it names, by
 * which their erasure finds it (PEOPLE-31).
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
};

/**
 * What an email is made of; the templates turn it into subject, HTML and text when it is sent or
 * looked at.
 */
export type ContenuCourriel =
  /** `a_confirmer`: the address is not confirmed yet. Left out where it is. */
  | { sorte: 'approbation'; nom: string; role: Role; a_confirmer?: boolean }
  | { sorte: 'refus'; nom: string }
  /** The account is deleted: by its person, or by an administrator (`par`). */
  | { sorte: 'effacement'; nom: string; par?: 'centre' }
  /** Something that decides who enters the account has changed, at the instant `le`. */
  | { sorte: 'compte_modifie'; nom: string; evenement: EvenementDeCompte; le: string }
  /**
   * `jeton`: sealed where it is stored (platform/coffre.ts), open in what is sent; null once it is
   * wiped, and where it must not be shown (MAIL-03).
   */
  | { sorte: UsageDeLien; nom: string; jeton: string | null }
  /** To the administrators: someone has asked for an account. */
  | {
      sorte: 'inscription';
      nom: string;
      email: string;
      telephone: string | null;
      adresse: string | null;
    }
  /**
   * The same of many within an hour, in one email; `depuis`: the instant of the first; `autres`:
   * how many more than are named.
   */
  | {
      sorte: 'inscriptions_groupees';
      depuis: string;
      demandes: readonly DemandeDeCompte[];
      autres: number;
    }
  /**
   * To the administrators: these have waited for an answer since `depuis`, an instant, or less;
   * `autres`: how many more than are named.
   */
  | {
      sorte: 'inscriptions_en_attente';
      depuis: string;
      demandes: readonly DemandeDeCompte[];
      autres: number;
    }
  /**
   * To a rider who asked to be told: the slot is free, or its lesson has places left (`rejoindre`).
   */
  | { sorte: 'place_libre'; nom: string; creneau: CreneauDeCourriel; rejoindre: boolean }
  /**
   * To the administrators: no backup has succeeded since `depuis`; `raison`: the sentence of the
   * last failure, null where none was even begun.
   */
  | { sorte: 'sauvegarde_en_panne'; depuis: string; raison: string | null }
  /**
   * To each administrator, by whom and to whom something was done that decides who gets in
   * (MAIL-30). `par`, `compte`: null once that account is erased; `par.user_id`: null for the
   * server itself.
   */
  | {
      sorte: 'alerte_admins';
      fait: FaitAlerte;
      le: string;
      par: { user_id: string | null; nom: string } | null;
      compte?: { user_id: string; nom: string; email: string } | null;
    }
  /** Somebody has the password of the account and gives wrong codes (MAIL-31). */
  | { sorte: 'alerte_codes'; nom: string }
  | ContenuDeLecon
  | { sorte: 'essai'; nom: string }
  /** Written by an administrator (`send-email` of API-08). */
  | { sorte: 'libre'; sujet: string; html: string };

/** Waiting, sent, given up, or outdated. */
export const STATUTS_COURRIEL = ['en_attente', 'envoye', 'echoue', 'perime'] as const;
export type StatutCourriel = (typeof STATUTS_COURRIEL)[number];

/**
 * The status as an administrator reads it (MAIL-10): `planifie` is sent later, `en_attente` is due
 * or tried again.
 */
export const ETATS_COURRIEL = ['en_attente', 'planifie', 'envoye', 'echoue', 'perime'] as const;
export type EtatCourriel = (typeof ETATS_COURRIEL)[number];

export function etatOf(
  {
    statut,
    essais,
    envoyer_apres,
  }: { statut: StatutCourriel; essais: number; envoyer_apres: Date },
  now: Date,
): EtatCourriel {
  return statut === 'en_attente' && essais === 0 && envoyer_apres > now ? 'planifie' : statut;
}

/**
 * An email to store. There is one row per `cause` (MAIL-01): storing a cause again changes nothing.
 */
export type NewCourriel = {
  cause: string;
  destinataire: string;
  destinataire_nom: string;
  /** The account it is for; null when it goes to an address that has none (any more). */
  user_id: string | null;
  reservation_id: string | null;
  /** Emails of one group to one recipient leave as one message (MAIL-26). */
  groupe?: string;
  contenu: ContenuCourriel;
  envoyer_apres: Date;
  perime_apres: Date;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Minutes until a failed email is tried again, after the first, second, ... attempt; the last one
 * repeats.
 */
const RETRY_MINUTES = [0.5, 2, 5, 15, 30, 60];

/**
 * When an email is tried again after `essais` attempts; null when it is outdated by then, so that
 * it is given up (MAIL-02).
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
 * When an email that is sent again is outdated. Null where it cannot be sent again: it waits
 * already, carries a link, is about a lesson that has begun or changed since (`superseded`), or
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

/** True for an email to an account; false for one to the copies address. */
function isToAccount(cause: string, contenu: ContenuCourriel): boolean {
  if ('lecon' in contenu) return !contenu.copie;
  return (
    ['approbation', 'compte_modifie', 'alerte_admins', 'alerte_codes', 'place_libre'].includes(
      contenu.sorte,
    ) ||
    (isToAdmins(contenu) && !cause.endsWith(' centre'))
  );
}

/** True for what only administrators are told. */
export const isToAdmins = ({ sorte }: ContenuCourriel): boolean =>
  [
    'inscription',
    'inscriptions_groupees',
    'inscriptions_en_attente',
    'sauvegarde_en_panne',
  ].includes(sorte);

/** True for an email that still holds the token of its link. */
export const holdsJeton = (
  contenu: ContenuCourriel,
): contenu is { sorte: UsageDeLien; nom: string; jeton: string } =>
  'jeton' in contenu && contenu.jeton !== null;

/** An email without the token of its link, as it is shown, and kept once it is over (MAIL-03). */
export function withoutJeton(contenu: ContenuCourriel): ContenuCourriel {
  return 'jeton' in contenu ? { ...contenu, jeton: null } : contenu;
}

/**
 * How long a link is valid: for a new password (ACC-31), to confirm an address (ACC-22) or a new
 * one (PEOPLE-40), to use another browser (ACC-57).
 */
export const LIEN_MS: Record<UsageDeLien, number> = {
  mot_de_passe: HOUR_MS,
  confirmation_adresse: 7 * DAY_MS,
  deblocage: HOUR_MS,
  changement_adresse: 7 * DAY_MS,
};

/** The reminder's instant, 24 hours before the lesson; null when it has passed (MAIL-06). */
export function rappelAt(
  { date_reservation, heure_debut }: Pick<LeconDeCourriel, 'date_reservation' | 'heure_debut'>,
  now: Date,
): Date | null {
  const instant = new Date(instantOf(date_reservation, heure_debut).getTime() - DAY_MS);
  return instant > now ? instant : null;
}

/**
 * How long an email stays due that is not about a lesson; a day for kinds that are not named
 * (MAIL-02, LIM-14).
 */
const DUE_MS: Partial<Record<SorteCourriel, number>> = {
  ...LIEN_MS,
  approbation: 7 * DAY_MS,
  refus: 7 * DAY_MS,
  effacement: 7 * DAY_MS,
  compte_modifie: 7 * DAY_MS,
};

/**
 * When the lesson or slot of an email begins, of a moved one the later of both days: until then its
 * rider may come in vain.
 */
function beginningOf(contenu: ContenuCourriel): Date | null {
  const times =
    'lecon' in contenu
      ? [contenu.lecon, ...(contenu.avant ? [contenu.avant] : [])]
      : 'creneau' in contenu
        ? [contenu.creneau]
        : [];
  const starts = times.map(({ date_reservation, heure_debut }) =>
    instantOf(date_reservation, heure_debut).getTime(),
  );
  return starts.length === 0 ? null : new Date(Math.max(...starts));
}

/**
 * When an email that is due at `envoi` is outdated (MAIL-02): about a lesson, when it begins; about a
 * free slot, after a day, but not after it begins; any other as `DUE_MS` says.
 */
export function outdatedAt(envoi: Date, contenu: ContenuCourriel): Date {
  const after = (ms: number): Date => new Date(envoi.getTime() + ms);
  const begins = beginningOf(contenu);
  if (begins === null) return after(DUE_MS[contenu.sorte] ?? DAY_MS);
  if ('creneau' in contenu) return new Date(Math.min(begins.getTime(), after(DAY_MS).getTime()));
  return begins;
}
