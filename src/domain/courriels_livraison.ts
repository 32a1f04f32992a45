/** What becomes of an email that waits: tried again, given up, outdated, sent again (decision 38). */
import { instantOf } from './calendrier.ts';
import { type ContenuCourriel, type Lecon, type StatutCourriel } from './courriels.ts';
import type { CodeRefus } from './errors.ts';

const MINUTE_MS = 60_000;

/** How long a try may take in all; it is cut off then. */
export const ENVOI_MS = 2 * MINUTE_MS;

/** How long an instance holds an email it is sending: longer than any try, so that no other sends it meanwhile. */
export const TENUE_MS = 3 * MINUTE_MS;

/** How long emails are kept once they have nothing more to say. */
export const CONSERVATION_MS = 90 * 24 * 60 * MINUTE_MS;

/** Minutes after a first, second… failed try; the last one serves for all that follow. */
const RECUL_MINUTES = [0.5, 1, 2, 5, 15, 30, 60];

/** When an email is tried again after its nth failure; null when it would come too late, so that it is given up now. */
export function prochainEssai(essais: number, now: Date, perime_apres: Date): Date | null {
  const minutes = RECUL_MINUTES[Math.min(essais, RECUL_MINUTES.length) - 1] ?? 0;
  const prochain = new Date(now.getTime() + minutes * MINUTE_MS);
  return prochain < perime_apres ? prochain : null;
}

/** What a mail server, or the way to it, said: SMTP's code where there was an answer, and to which command. */
export type Echec = { code: number | null; commande: string | null; adresse_impossible: boolean };

/** RFC 5321: 503 means that the conversation went wrong, not the message. */
const CONVERSATION = 503;

/**
 * True when asking again would be answered the same: the recipient or the message itself was refused for good (5xx).
 * A refused sender, password or connection is the centre's trouble, which someone will mend: it is tried again.
 */
export function isDefinitif({ code, commande, adresse_impossible }: Echec): boolean {
  if (adresse_impossible) return true;
  return code !== null && code >= 500 && code !== CONVERSATION && (commande === 'RCPT TO' || commande === 'DATA');
}

/** The lesson an email is about; null for the others. */
export function leconOf(contenu: ContenuCourriel): Lecon | null {
  return 'lecon' in contenu ? contenu.lecon : null;
}

/** True for what carries a link that may be used once: it is not shown, kept nor sent twice. */
export function isLien(contenu: Pick<ContenuCourriel, 'sorte'>): boolean {
  return contenu.sorte === 'mot_de_passe' || contenu.sorte === 'confirmation_adresse';
}

/** The same email without the link it carries. */
export function sansLien(contenu: ContenuCourriel): ContenuCourriel {
  return 'jeton' in contenu ? { ...contenu, jeton: null } : contenu;
}

type Etat = {
  contenu: ContenuCourriel;
  statut: StatutCourriel;
  /** True when the lesson is no longer as this email says: changed, cancelled or taken up again since. */
  depasse: boolean;
};

/** Decision 38: what waits already, a link, and news of a lesson that is over or is not so any more, are not sent again. */
export function refuserRenvoi({ contenu, statut, depasse }: Etat, now: Date): CodeRefus | null {
  const lecon = leconOf(contenu);
  const finie = lecon !== null && instantOf(lecon.date_reservation, lecon.heure_fin) <= now;
  return statut === 'en_attente' || isLien(contenu) || finie || depasse ? 'courriel_non_renvoyable' : null;
}

export const SUJET_MAX = 200;
export const HTML_MAX = 50_000;

/** What ends a line, or is not seen: a subject has none. */
// oxlint-disable-next-line no-control-regex -- refusing them is the point
const HORS_LIGNE = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/u;

/** §7, decision 39: subject and message an administrator writes. */
export function refuserLibre({ sujet, html }: { sujet: string; html: string }): CodeRefus | null {
  if (sujet.trim() === '' || sujet.length > SUJET_MAX || HORS_LIGNE.test(sujet)) return 'sujet_invalide';
  if (html.trim() === '' || html.length > HTML_MAX) return 'message_invalide';
  return null;
}
