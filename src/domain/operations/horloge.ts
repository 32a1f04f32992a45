/**
 * Whether the server's clock may be believed (SET-16). What is done by a wrong clock cannot be
 * undone.
 */

/** A centre that stays closed for longer confirms the clock when it opens again. */
const DOUBT_DAYS = 45;

/**
 * True when `now` is more than 45 days after `dernier`, the last sign of life; a new installation
 * has none.
 */
export function isDoubtful(now: Date, last: Date | null): boolean {
  return last !== null && now.getTime() - last.getTime() > DOUBT_DAYS * 24 * 3_600_000;
}
