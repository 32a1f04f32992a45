/** What a mail server's refusal means, how long a try lasts, and what an administrator may write (decisions 38, 39). */
import type { ContenuCourriel } from './courriels.ts';
import type { CodeRefus } from './errors.ts';
import type { StatutReservation } from './reservations.ts';

const MINUTE_MS = 60_000;

/** How long a try may take in all; it is cut off then. */
export const ENVOI_MS = 2 * MINUTE_MS;

/** How long an instance holds an email it is sending: longer than any try, so that nobody else sends it meanwhile. */
export const TENUE_MS = 3 * MINUTE_MS;

/** What a mail server, or the way to it, said: SMTP's code where there was an answer (else 0), and to which command. */
export type Echec = { code: number; commande: string; adresse_impossible: boolean };

/** RFC 5321: the conversation went wrong, not the message. */
const CONVERSATION = 503;

/**
 * True when asking again would be answered the same: the recipient or the message itself was refused for good (5xx).
 * A refused sender, password or connection is the centre's trouble, which someone will mend: it is tried again.
 */
export function isDefinitif({ code, commande, adresse_impossible }: Echec): boolean {
  if (adresse_impossible) return true;
  return code >= 500 && code !== CONVERSATION && (commande === 'RCPT TO' || commande === 'DATA');
}

/** The reservation an email is about, as it stands now. */
export type Actuelle = { version: number; statut: StatutReservation };

/** True for news of a lesson that is no longer so: changed, cancelled or taken up again since. */
export function isDepasse(contenu: ContenuCourriel, actuelle: Actuelle | null): boolean {
  if (!('lecon' in contenu)) return false;
  const { sorte, lecon } = contenu;
  if (sorte === 'reservation_annulee') return actuelle !== null && actuelle.version > lecon.version;
  return actuelle === null || actuelle.statut === 'annulee' || actuelle.version > lecon.version;
}

const SUJET_MAX = 200;
const HTML_MAX = 50_000;

/** What ends a line, or is not seen: a subject has none. */
// oxlint-disable-next-line no-control-regex -- refusing them is the point
const HORS_LIGNE = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/u;

/** §7, decision 39: subject and message an administrator writes. */
export function refuseLibre({ sujet, html }: { sujet: string; html: string }): CodeRefus | null {
  if (sujet.trim() === '' || sujet.length > SUJET_MAX || HORS_LIGNE.test(sujet)) return 'sujet_invalide';
  if (html.trim() === '' || html.length > HTML_MAX) return 'message_invalide';
  return null;
}
