/** CSV files that the product writes. */

/**
 * A CSV field. It is quoted if necessary, and never read as a formula, even after spaces or with
 * full-width signs (PRICE-11).
 */
export function csvField(text: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A CSV file for Excel in French: with a byte order mark, semicolons and decimal commas. */
export const csvFile = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.join(';')}\r\n`).join('')}`;
