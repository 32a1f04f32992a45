/** The IBAN of the centre (SET-50). */

/** An IBAN without spaces, in capital letters. */
export const tidyIban = (iban: string): string => iban.replaceAll(/\s/gu, '').toUpperCase();

/** An IBAN in groups of four: 'BE68 5390 0754 7034'. */
export const formatIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Whether the check digits of a tidy IBAN are right (ISO 13616); a Belgian one has 16 characters. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  if (iban.startsWith('BE') && !/^BE\d{14}$/.test(iban)) return false;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)]
    .map((sign) => Number.parseInt(sign, 36))
    .join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
