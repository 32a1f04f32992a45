/** Lessons that repeat every week or every second week (SERIE-01 to SERIE-05). */
import { addDays, daysBetween } from '../core/calendrier.ts';
import type { CodeSerie } from '../errors/series.ts';
import type { Modification } from './modification.ts';

/** Days between two lessons of a series. */
export const RYTHMES = [7, 14] as const;
export type Rythme = (typeof RYTHMES)[number];

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

/**
 * The change of a lesson of a series if another of its lessons changes from `avant` to `apres`:
 * each field that changes there also changes here, unless it was already different here (SERIE-04).
 */
export function changedAlike(
  lecon: Modification,
  { avant, apres, rythme }: { avant: Modification; apres: Modification; rythme: Rythme },
): Modification {
  const alike = (...fields: (keyof Modification)[]): boolean =>
    JSON.stringify(fields.map((field) => avant[field])) !==
      JSON.stringify(fields.map((field) => apres[field])) &&
    JSON.stringify(fields.map((field) => avant[field])) ===
      JSON.stringify(fields.map((field) => lecon[field]));
  const onItsDay = daysBetween(avant.date_reservation, lecon.date_reservation) % rythme === 0;
  const people: (keyof Modification)[] = ['nombre_personnes', 'noms_participants'];
  const changed = (Object.keys(lecon) as (keyof Modification)[]).filter((field) =>
    people.includes(field) ? alike(...people) : alike(field),
  );
  return {
    ...lecon,
    ...Object.fromEntries(changed.map((field) => [field, apres[field]])),
    ...(onItsDay && {
      date_reservation: addDays(
        lecon.date_reservation,
        daysBetween(avant.date_reservation, apres.date_reservation),
      ),
    }),
  };
}
