/** How long an approval usually takes, in words: 'en 2 jours environ' (RIDE-61). `jours`: 0 for less than one. */
export function delaiInWords(jours: number): string {
  if (jours === 0) return "en général en moins d'un jour";
  return `en ${jours === 1 ? 'un jour' : `${jours} jours`} environ`;
}
