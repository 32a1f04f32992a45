/** The public holidays of Belgium (FERM-01). */
import { expect, test } from 'vitest';
import { nextFeries } from './jours_feries.ts';

/** Easter Sundays, copied from a printed table. */
const EASTER = [
  '2020-04-12',
  '2021-04-04',
  '2022-04-17',
  '2023-04-09',
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2029-04-01',
  '2030-04-21',
  '2031-04-13',
  '2032-03-28',
  '2033-04-17',
  '2034-04-09',
  '2035-03-25',
  '2036-04-13',
  '2037-04-05',
  '2038-04-25',
  '2039-04-10',
  '2040-04-01',
  '2041-04-21',
  '2042-04-06',
  '2043-03-29',
  '2044-04-17',
  '2045-04-09',
  '2046-03-25',
  '2047-04-14',
  '2048-04-05',
  '2049-04-18',
];
const after = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

test.each(EASTER)('les dix jours fériés belges, Pâques le %s', (easter) => {
  // FERM-01
  const year = easter.slice(0, 4);
  const expected = [
    [`${year}-01-01`, "Jour de l'An"],
    [after(easter, 1), 'Lundi de Pâques'],
    [`${year}-05-01`, 'Fête du Travail'],
    [after(easter, 39), 'Ascension'],
    [after(easter, 50), 'Lundi de Pentecôte'],
    [`${year}-07-21`, 'Fête nationale'],
    [`${year}-08-15`, 'Assomption'],
    [`${year}-11-01`, 'Toussaint'],
    [`${year}-11-11`, 'Armistice'],
    [`${year}-12-25`, 'Noël'],
  ];
  const found = nextFeries(`${year}-01-01`, 10).map(({ jour, nom }) => [jour, nom]);
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test('les prochains jours fériés passent l’an', () => {
  // FERM-01
  expect(nextFeries('2026-11-12', 2).map(({ jour }) => jour)).toEqual(['2026-12-25', '2027-01-01']);
});
