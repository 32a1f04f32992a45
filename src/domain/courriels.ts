/** Emails as data: why one is written, to whom, from when until when it makes sense (§9; decisions 35, 38). */
import { instantOf } from './calendrier.ts';
import type { TypePiste } from './creneaux.ts';
import type { Role } from './users.ts';

/** What an email about a lesson says of it; `type` is the lesson type's label. */
export type Lecon = {
  reservation_id: string;
  /** Counts the changes: the SEQUENCE of its calendar file. */
  version: number;
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  type_piste: TypePiste;
  type: string;
  noms_participants: readonly string[];
  remarques: string | null;
  /** Told as waiting for the centre; most are not, and say nothing. */
  en_attente?: boolean;
};

const SORTES_DE_LECON = ['reservation_confirmee', 'reservation_modifiee', 'reservation_annulee', 'rappel'] as const;
export type SorteDeLecon = (typeof SORTES_DE_LECON)[number];

/** What an emailed link is for. */
export const USAGES_DE_LIEN = ['mot_de_passe', 'confirmation_adresse'] as const;
export type UsageDeLien = (typeof USAGES_DE_LIEN)[number];

export const SORTES_COURRIEL = [
  'approbation', 'refus', ...USAGES_DE_LIEN, 'inscription', 'inscriptions_groupees', ...SORTES_DE_LECON, 'essai', 'libre',
] as const;
export type SorteCourriel = (typeof SORTES_COURRIEL)[number];

/** A sign-up among those of one email. */
export type DemandeDeCompte = { user_id: string; nom: string; email: string };

/**
 * `copie`: for the centre's own address, about someone else's lesson. `avant`: a changed lesson as it was. `raison`: why one
 * does not take place, where the centre says so.
 */
export type ContenuDeLecon = { sorte: SorteDeLecon; nom: string; lecon: Lecon; copie: boolean; avant?: Lecon; raison?: string };

/** What an email is made of; the templates turn it into subject, HTML and text when it is sent or looked at. */
export type ContenuCourriel =
  /** `a_confirmer`: the address was not confirmed yet; most are, and say nothing. */
  | { sorte: 'approbation'; nom: string; role: Role; a_confirmer?: boolean }
  | { sorte: 'refus'; nom: string }
  /** `jeton` is null once the link must not be read any more. */
  | { sorte: UsageDeLien; nom: string; jeton: string | null }
  /** To the administrators: someone has asked for an account. */
  | { sorte: 'inscription'; nom: string; email: string; telephone: string | null; adresse: string | null }
  /** The same of many within an hour, in one email; `depuis`: the instant of the first; `autres`: how many more than are named. */
  | { sorte: 'inscriptions_groupees'; depuis: string; demandes: readonly DemandeDeCompte[]; autres: number }
  | ContenuDeLecon
  | { sorte: 'essai'; nom: string }
  /** Written by an administrator (§7, send-email). */
  | { sorte: 'libre'; sujet: string; html: string };

/** waiting, sent, given up, or no longer worth sending. */
export const STATUTS_COURRIEL = ['en_attente', 'envoye', 'echoue', 'perime'] as const;
export type StatutCourriel = (typeof STATUTS_COURRIEL)[number];

/** How an administrator sees it: `planifie` waits for its time, `en_attente` should have left or is tried again. */
export const ETATS_COURRIEL = ['en_attente', 'planifie', 'envoye', 'echoue', 'perime'] as const;
export type EtatCourriel = (typeof ETATS_COURRIEL)[number];

export function etatOf({ statut, essais, envoyer_apres }: { statut: StatutCourriel; essais: number; envoyer_apres: Date }, now: Date): EtatCourriel {
  return statut === 'en_attente' && essais === 0 && envoyer_apres > now ? 'planifie' : statut;
}

/** An email to store. One row per `cause`: a cause that is stored already changes nothing. */
export type NouveauCourriel = {
  cause: string;
  destinataire: string;
  destinataire_nom: string;
  /** The account it is for; null when it goes to an address that has none (any more). */
  user_id: string | null;
  reservation_id: string | null;
  contenu: ContenuCourriel;
  envoyer_apres: Date;
  perime_apres: Date;
};

const HEURE_MS = 3_600_000;
const JOUR_MS = 24 * HEURE_MS;

/** Decision 38: what has waited longer says nothing any more. */
const PEREMPTION_MS = JOUR_MS;

/** Minutes until an email that could not be handed over is tried again; the last one repeats. */
const REPRISES = [0.5, 2, 5, 15, 30, 60];

/** When an email is tried again after so many tries; null when it is not worth sending by then: it is given up. */
export function repriseAt({ essais, perime_apres }: { essais: number; perime_apres: Date }, now: Date): Date | null {
  const minutes = REPRISES[Math.min(essais, REPRISES.length) - 1] ?? 1;
  const instant = new Date(now.getTime() + minutes * 60_000);
  return instant < perime_apres ? instant : null;
}

/**
 * Until when an email that is sent again makes sense; null where it never does: what waits already, links, lessons
 * that are over or, `depasse`, are no longer as it says, and what went to an account that is gone.
 */
export function renvoiJusque(
  { statut, cause, contenu, user_id, depasse }: { statut: StatutCourriel; cause: string; contenu: ContenuCourriel; user_id: string | null; depasse: boolean }, now: Date,
): Date | null {
  const orphelin = user_id === null && isPersonnel(cause, contenu);
  if (depasse || orphelin || statut === 'en_attente' || contenu.sorte === 'mot_de_passe' || contenu.sorte === 'confirmation_adresse') return null;
  const fin = peremptionOf(now, 'lecon' in contenu ? contenu.lecon : null);
  return fin > now ? fin : null;
}

/** True for what goes to an account; the centre's own address has none. */
function isPersonnel(cause: string, contenu: ContenuCourriel): boolean {
  if ('lecon' in contenu) return !contenu.copie;
  return contenu.sorte === 'approbation' || ((contenu.sorte === 'inscription' || contenu.sorte === 'inscriptions_groupees') && !cause.endsWith(' centre'));
}

/** An email as someone may look at it: a link that still opens is shown only where it cannot be sent (decision 38). */
export function sansJeton(contenu: ContenuCourriel): ContenuCourriel {
  return 'jeton' in contenu ? { ...contenu, jeton: null } : contenu;
}

/** §9: how long a link for a new password opens. */
export const LIEN_MOT_DE_PASSE_MS = HEURE_MS;

/** How long a link that confirms an address opens. */
export const LIEN_CONFIRMATION_MS = 7 * JOUR_MS;

/** §9: the reminder's instant, 24 hours before the lesson; null when that is over already (decision 35). */
export function rappelAt({ date_reservation, heure_debut }: Pick<Lecon, 'date_reservation' | 'heure_debut'>, now: Date): Date | null {
  const instant = new Date(instantOf(date_reservation, heure_debut).getTime() - JOUR_MS);
  return instant > now ? instant : null;
}

/** When an email that goes out at `envoi` is too old: after a day, and about a lesson when that is over (decision 38). */
export function peremptionOf(envoi: Date, lecon: Pick<Lecon, 'date_reservation' | 'heure_fin'> | null = null): Date {
  const vieux = envoi.getTime() + PEREMPTION_MS;
  return new Date(lecon ? Math.min(vieux, instantOf(lecon.date_reservation, lecon.heure_fin).getTime()) : vieux);
}
