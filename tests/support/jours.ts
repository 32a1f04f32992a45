/** Days that tests use, safe at any hour of any day of the week. */
import { addDays, mondayOf, momentAt } from '#domain/core/calendrier.ts';

/** The date in Brussels, on which a test depends only if the product does. */
export const today = (): string => momentAt(new Date()).jour;

/** The Monday of this week, or of one before or after it. */
export const mondayIn = (weeks: number): string => addDays(mondayOf(today()), 7 * weeks);

/**
 * A day for bookings, 0 being Monday: at least four days away, so that every deadline is far, and at
 * most 7 × weeks + jour + 3. Each test of a file has its own.
 */
export function jourOf(weeks: number, jour: number): string {
  if (weeks < 1) throw new RangeError('a day of this week may be past: use mondayIn');
  return addDays(mondayOf(addDays(today(), 3)), 7 * weeks + jour);
}
