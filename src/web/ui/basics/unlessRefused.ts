/**
 * What a browser may refuse by an exception, as a sandboxed page or a privacy setting does: cookies
 * and media queries. The screen works without them (UI-121).
 */
export function unlessRefused<T>(use: () => T, otherwise: T): T {
  try {
    return use();
  } catch {
    return otherwise;
  }
}
