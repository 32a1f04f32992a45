/** The words of the charts, and the days they count (PRICE-25, PRICE-26). */
import { expect, test } from 'vitest';
import { joursComptes, montantInWords, tauxInWords } from './graphiques.ts';

test.each([
  [0, 0, '–'],
  [0, 720, '0\u00a0%'],
  [1, 720, '1\u00a0%'],
  [240, 720, '33\u00a0%'],
  [719, 720, '99\u00a0%'],
  [720, 720, '100\u00a0%'],
])('%i minutes prises sur %i ouvertes : %s', (prises, ouvertes, said) => {
  // PRICE-25
  expect(tauxInWords({ prises, ouvertes })).toBe(said);
});

test.each([
  [2, 0, 44.5, '44,50\u00a0€'],
  [0, 0, 0, '0,00\u00a0€'],
  [3, 1, 44.5, '44,50\u00a0€ (1 sans prix)'],
  [2, 2, 0, 'sans prix'],
])('%i places dont %i sans prix', (places, sans_prix, total, said) => {
  // PRICE-26
  expect(montantInWords({ mois: '2026-11', places, sans_prix, total })).toBe(said);
});

test('les jours du filtre, ou ceux des leçons, entre 2000 et 2100', () => {
  // PRICE-25
  const lecons = { premiere: '2026-01-10', derniere: '2026-03-05' };
  expect([
    joursComptes({}, lecons),
    joursComptes({ du: '2025-01-01' }, lecons),
    joursComptes({ du: '0001-01-01', au: '9999-12-31' }, null),
    joursComptes({ du: '2026-02-01', au: '2026-01-01' }, lecons),
    joursComptes({ au: '2026-01-01' }, null),
  ]).toEqual([
    { du: '2026-01-10', au: '2026-03-05' },
    { du: '2025-01-01', au: '2026-03-05' },
    { du: '2000-01-01', au: '2100-12-31' },
    null,
    null,
  ]);
});
