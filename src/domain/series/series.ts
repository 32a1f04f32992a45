/** Lessons that repeat every week or every second week (SERIE-01 to SERIE-05). */
import type { Rythme } from '../lessons/changement.ts';
import { addDays, daysBetween } from '../core/calendrier.ts';
import type { CodeSerie } from '../errors/series.ts';

/** The most lessons that are added at once (LIM-172). */
export const MAX_DATES = 60;

/** Which lessons of a series a change applies to. */
export const PORTEES = ['une', 'suivantes', 'toutes'] as const;
export type Portee = (typeof PORTEES)[number];

/** The dates after a day, every `rythme` days, up to a last day. */
export function datesOf(apres: string, rythme: Rythme, jusque: string): string[] {
  const n = apres < jusque ? Math.floor(daysBetween(apres, jusque) / rythme) : 0;
  return Array.from({ length: n }, (_, k) => addDays(apres, rythme * (k + 1)));
}

/** Why a lesson cannot be repeated at these dates; null if it can (SERIE-02). */
export function refuseDates(dates: readonly string[]): CodeSerie | null {
  if (dates.length === 0) return 'serie_sans_date';
  return dates.length > MAX_DATES ? 'serie_trop_longue' : null;
}
