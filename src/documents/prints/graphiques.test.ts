/** What the charts draw (PRICE-27). */
import { expect, test } from 'vitest';
import { graphiquesReport, occupationChart, recettesChart } from './graphiques.ts';

const OPEN = { ouvertes: 120, prises: 0 };
const CLOSED = { ouvertes: 0, prises: 0 };
const day = (first: object) => [{ ...OPEN, ...first }, OPEN, OPEN, OPEN, OPEN, OPEN, CLOSED];

test('une heure prise au quart remplit le quart de sa case ; une heure fermée n’a pas de case', () => {
  // PRICE-27
  const { bars, frames, name } = occupationChart([
    { heure: 8, jours: day({ prises: 30 }) },
    { heure: 9, jours: day({ prises: 120 }) },
  ]);
  expect(frames).toHaveLength(12);
  const [quarter, whole] = bars;
  expect(bars).toHaveLength(2);
  expect((quarter?.height ?? 0) * 4).toBe(whole?.height);
  // Both stand on the ground of their frames.
  expect((quarter?.y ?? 0) + (quarter?.height ?? 0)).toBe((whole?.y ?? 0) + (whole?.height ?? 0));
  expect(name).toBe(
    "Occupation par jour et par heure\u202f: 10\u00a0% du temps d'ouverture est pris.",
  );
});

const months = (...totals: number[]) =>
  totals.map((total, n) => ({
    mois: `2026-${String(n + 1).padStart(2, '0')}`,
    places: total === 0 ? 0 : 1,
    sans_prix: 0,
    total,
  }));

test('les barres des mois ont la hauteur de leurs recettes, sous un montant rond', () => {
  // PRICE-27
  const { bars, labels, lines } = recettesChart(months(100, 0, 310));
  expect(bars).toHaveLength(2);
  expect((bars[1]?.height ?? 0) / (bars[0]?.height ?? 1)).toBeCloseTo(3.1);
  expect(lines).toHaveLength(3);
  expect(labels.map(({ text }) => text)).toEqual([
    '0\u00a0€',
    '200\u00a0€',
    '400\u00a0€',
    'janv.',
    '2026',
    'févr.',
    'mars',
  ]);
});

test('sans recettes : une ligne, aucune barre ; sur 101 ans, des étiquettes qui ne se touchent pas', () => {
  expect(recettesChart(months(0, 0))).toMatchObject({ bars: [], lines: [{}] });
  const century = Array.from({ length: 1_212 }, (_, n) => ({
    mois: `${2000 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`,
    places: 1,
    sans_prix: 0,
    total: 10,
  }));
  const years = recettesChart(century).labels.filter(({ text }) => /^\d{4}$/.test(text));
  expect(years.length).toBeGreaterThan(3);
  for (const [i, { x }] of years.entries())
    if (i > 0) expect(x - (years[i - 1]?.x ?? 0)).toBeGreaterThan(40);
});

test("l'impression a les deux graphiques, chacun avec son tableau et sa règle", () => {
  // PRICE-27
  const html = graphiquesReport(
    {
      du: '2026-01-01',
      au: '2026-02-28',
      heures: [{ heure: 8, jours: day({ prises: 30 }) }],
      mois: months(22.5, 0),
    },
    { centre: 'Manège', maintenant: { jour: '2026-11-26', heure: '10:00' } },
  );
  expect(html.match(/<svg class="graphique" role="img" aria-label="[^"]+"/g)).toHaveLength(2);
  expect(html).toContain('<tr><th>8h – 9h</th><td class="n">25\u00a0%</td>');
  expect(html).toContain('<td class="n">–</td></tr>');
  expect(html).toContain(
    '<tr><th>janvier 2026</th><td class="n">1</td><td class="n">22,50\u00a0€</td></tr>',
  );
  expect(html).toContain(
    '<tr><th>Total</th><td class="n">1</td><td class="n">22,50\u00a0€</td></tr>',
  );
  expect(html).toContain('leur somme est le Total Général');
});
