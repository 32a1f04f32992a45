// chunk: admin-first
/** Emails that wait for longer than they should (MAIL-22). */
import { formatHeure, formatJour, momentAt } from '../core/calendrier.ts';

/**
 * How long an email may be due before it is late, in milliseconds. A receiver that asks for another
 * attempt is not yet a problem.
 */
export const LATE_AFTER_MS = 15 * 60_000;

/** How many emails are late, and the instant since which the first of them has waited. */
export type Retard = { nombre: number; depuis: string };

/** '12 emails attendent depuis 14h05', with the day if it is not today. */
export function retardInWords({ nombre, depuis }: Retard, aujourdhui: string): string {
  const { jour, heure } = momentAt(new Date(depuis));
  const since =
    jour === aujourdhui
      ? formatHeure(heure)
      : `le ${formatJour(jour, 'long').replace(/ \d{4}$/, '')} à ${formatHeure(heure)}`;
  return `${nombre === 1 ? 'Un email attend' : `${nombre} emails attendent`} depuis ${since}`;
}
