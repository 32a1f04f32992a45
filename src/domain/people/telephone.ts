/** How telephone numbers are searched (PEOPLE-19) and compared (CLI-11). */

/** A search with fewer digits would find nearly everybody. */
const MIN_DIGITS = 4;
/** A search with at least this many digits is a whole number, not the beginning of one. */
const WHOLE_DIGITS = 8;
/**
 * A foreign number is compared by its last digits, because in its own country it is written without
 * the country code.
 */
const FOREIGN_DIGITS = 9;

/**
 * A pattern for the digits of stored numbers if the search may be a number, otherwise null
 * (PEOPLE-19). It is a regular expression of digits, `(`, `|`, `)` and `^` only. '0475 10 22 33',
 * '+32 475/10.22.33' and '0032 (0)475102233' are one number.
 */
export function telephonePattern(search: string): string | null {
  const text = search.trim();
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < MIN_DIGITS || !/^\+?[\d\s()./-]+$/u.test(text)) return null;
  const isInternational = text.startsWith('+') || digits.startsWith('00');
  const after = digits.replace(/^00/, '');
  if (isInternational && !after.startsWith('32'))
    return after.length > FOREIGN_DIGITS
      ? after.slice(-FOREIGN_DIGITS)
      : after.length < MIN_DIGITS
        ? null
        : after;
  const [, national] =
    /^(?:320?|0)(\d*)$/.exec(isInternational || after.length > FOREIGN_DIGITS ? after : digits) ??
    [];
  if (
    (!isInternational && !digits.startsWith('0') && digits.length <= FOREIGN_DIGITS) ||
    national === undefined
  )
    return digits;
  if (national === '') return null;
  return national.length < WHOLE_DIGITS ? `(^|0|32)${national}` : national;
}

/** How many last digits of two telephones are compared: those without the country. */
export const CHIFFRES = 9;

/** The digits under which telephones are compared; '' without a telephone. */
export const chiffresOf = (telephone: string | null): string =>
  (telephone ?? '').replaceAll(/\D/g, '').slice(-CHIFFRES);
