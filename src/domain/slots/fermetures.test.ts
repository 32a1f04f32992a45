/**
 * Closures: their words, where lessons of closed hours can move, and public holidays (FERM-01,
 * FERM-04, FERM-05).
 */
import { expect, test } from 'vitest';
import { closedHours, closedInWords } from './creneaux.ts';
import { destinationsOf, fermeturesOfDay, nextFeries, periodOfFermeture } from './fermetures.ts';

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

const GEL = {
  pistes: ['interieure'],
  du: '2026-12-02',
  au: '2026-12-02',
  heure_debut: '08:00',
  heure_fin: '12:00',
};

test('une fermeture en mots', () => {
  // FERM-04
  expect(closedHours(GEL)).toBe('de 8h00 à 12h00');
  expect(closedHours({ heure_debut: '06:00', heure_fin: '23:00' })).toBe('toute la journée');
  expect(periodOfFermeture(GEL)).toBe('le mercredi 2 décembre 2026, de 8h00 à 12h00');
  expect(periodOfFermeture({ ...GEL, au: '2026-12-09' })).toBe(
    'du 2 décembre 2026 au 9 décembre 2026, de 8h00 à 12h00',
  );
  expect(closedInWords('gel')).toBe('fermé\u202f: gel');
  expect(closedInWords('')).toBe('fermé');
  expect(closedInWords('gel', 'de 8h00 à 12h00')).toBe('Piste fermée de 8h00 à 12h00\u202f: gel');
});

test('les fermetures d’un jour, par leurs heures', () => {
  const afternoon = { ...GEL, heure_debut: '14:00', heure_fin: '16:00' };
  const week = { ...afternoon, pistes: ['exterieure'], au: '2026-12-09', heure_debut: '07:00' };
  const all = [afternoon, GEL, week];
  expect(fermeturesOfDay(all, '2026-12-02')).toEqual([week, GEL, afternoon]);
  expect(fermeturesOfDay(all, '2026-12-02', 'interieure')).toEqual([GEL, afternoon]);
  expect(fermeturesOfDay(all, '2026-12-09')).toEqual([week]);
  expect(fermeturesOfDay(all, '2026-12-10')).toEqual([]);
});

test('déplacer ce qui peut l’être : deux leçons ne reçoivent pas la même place', () => {
  // FERM-05
  const at = (id: string, heure_debut: string, heure_fin: string, libres: string[]) => ({
    id,
    date_reservation: '2026-12-02',
    heure_debut,
    heure_fin,
    libres,
  });
  const found = destinationsOf([
    at('a', '10:00', '11:00', ['rond', 'manege']),
    at('b', '10:30', '11:30', ['rond']),
    at('c', '10:30', '11:30', ['rond', 'manege']),
    at('d', '11:00', '12:00', ['rond']),
    at('e', '11:00', '12:00', []),
    { ...at('f', '10:00', '11:00', ['rond']), date_reservation: '2026-12-03' },
  ]);
  expect([...found]).toEqual([
    ['a', 'rond'],
    ['c', 'manege'],
    ['d', 'rond'],
    ['f', 'rond'],
  ]);
});
