/**
 * Whether the server's clock can be trusted (SET-16). Actions based on a wrong clock cannot be
 * undone.
 */

/** If a centre was closed for longer, an administrator confirms the clock when it opens again. */
const DOUBT_DAYS = 45;

/**
 * True if `now` is more than 45 days after `last`, the last recorded activity. False for a new
 * installation, which has none.
 */
export function isDoubtful(now: Date, last: Date | null): boolean {
  return last !== null && now.getTime() - last.getTime() > DOUBT_DAYS * 24 * 3_600_000;
}
