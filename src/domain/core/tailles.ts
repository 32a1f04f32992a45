/** Decimal units, as they are used for the sizes of disks. */
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** '14,2 Mo', with a no-break space. */
export function sizeInWords(octets: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(octets, 1)) / 3));
  return new Intl.NumberFormat('fr-BE', {
    style: 'unit',
    unit: UNITS[power],
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(octets / 1000 ** power);
}
