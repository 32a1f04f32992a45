/** Emails that wait for longer than they should (MAIL-22). */
import { formatHeure, formatJour, momentAt } from '../core/calendrier.ts';

/**
 * How long an email may be due before it is late, in milliseconds: a receiver that asks for another
 * attempt is no trouble yet.
 */
export const LATE_AFTER_MS = 15 * 60_000;

/** How many are late, and since when the first of them has waited, as an instant. */
export type Retard = { nombre: number; depuis: string };

/** '12 emails attendent depuis 14h05', with the day where it is not today. */
export function retardInWords({ nombre, depuis }: Retard, aujourdhui: string): string {
  const { jour, heure } = momentAt(new Date(depuis));
  const since =
    jour === aujourdhui
      ? formatHeure(heure)
      : `le ${formatJour(jour, 'long').replace(/ \d{4}$/, '')} à ${formatHeure(heure)}`;
  return `${nombre === 1 ? 'Un email attend' : `${nombre} emails attendent`} depuis ${since}`;
}
