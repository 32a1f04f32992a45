/**
 * When a failed attempt is final, how long an attempt lasts, and what an administrator may write
 * (MAIL-02, API-08).
 */
import type { ContenuCourriel, LeconDeCourriel } from './courriels.ts';
import { factsOf } from './attente.ts';
import type { CodeAdmin } from '../errors/admin.ts';
import { partOf, type SeatedLecon } from '../lessons/participants.ts';
import type { StatutReservation } from '../lessons/reservations.ts';

const MINUTE_MS = 60_000;

/** The longest duration of an attempt, in milliseconds; it is then aborted. */
export const ATTEMPT_MS = 2 * MINUTE_MS;

/**
 * How long an instance reserves an email that it sends, in milliseconds. It is longer than any
 * attempt, so that no other instance sends the email.
 */
export const RESERVED_MS = 3 * MINUTE_MS;

/** A failed attempt: the SMTP code (0 if there was no answer), and the command that it answered. */
export type DeliveryFailure = { code: number; command: string; impossibleAddress: boolean };

/** RFC 5321, bad sequence of commands: the fault is in the conversation, not in the message. */
const BAD_SEQUENCE = 503;

/**
 * True if another attempt would fail in the same way: the server refused the recipient or the
 * message itself with 5xx. A refused sender, password or connection is a configuration fault that
 * can be corrected, so it is tried again.
 */
export function isFinal({ code, command, impossibleAddress }: DeliveryFailure): boolean {
  if (impossibleAddress) return true;
  return code >= 500 && code !== BAD_SEQUENCE && (command === 'RCPT TO' || command === 'DATA');
}

/** The present state of the lesson in an email, with its seats; `type`: the label of its type. */
export type CurrentLecon = Omit<LeconDeCourriel, 'reservation_id' | 'en_attente'> &
  Pick<SeatedLecon, 'user_id' | 'participants'> & { statut: StatutReservation };

/**
 * True for an email about a lesson that has changed since it was written, from its recipient's view
 * (MAIL-17): for an account, its own seats count (RIDE-04), for the centre's copy, all of them.
 * `account`: the recipient's, null for a copy.
 */
export function isSuperseded(
  contenu: ContenuCourriel,
  current: CurrentLecon | null,
  account: string | null,
): boolean {
  if (!('lecon' in contenu)) return false;
  const { sorte, lecon, copie } = contenu;
  const part = copie ? current : current && account && partOf(current, account);
  if (!current || !part || current.statut === 'annulee') return sorte !== 'reservation_annulee';
  if (current.version <= lecon.version) return false;
  return (
    sorte === 'reservation_annulee' ||
    factsOf(lecon) !== factsOf({ ...current, ...part, en_attente: current.statut === 'en_attente' })
  );
}

const SUJET_MAX = 200;
const HTML_MAX = 50_000;

/** Line breaks and control characters, which a subject must not contain. */
// oxlint-disable-next-line no-control-regex -- refusing them is the point
const OFFLINE = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/u;

/** Checks the subject and message that an administrator writes (API-08). */
export function refuseLibre({ sujet, html }: { sujet: string; html: string }): CodeAdmin | null {
  if (sujet.trim() === '' || sujet.length > SUJET_MAX || OFFLINE.test(sujet))
    return 'sujet_invalide';
  if (html.trim() === '' || html.length > HTML_MAX) return 'message_invalide';
  return null;
}
