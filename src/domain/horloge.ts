/** Whether the server's clock may be believed: nothing is undone of what was done in the name of a wrong one. */

/** A centre that closes for longer confirms the clock when it opens again. */
const DOUTE_JOURS = 45;

/** True when `now` is that far after the last sign of life there is; a new installation has none. */
export function isDouteuse(now: Date, dernier: Date | null): boolean {
  return dernier !== null && now.getTime() - dernier.getTime() > DOUTE_JOURS * 24 * 3_600_000;
}
