import { expect, test } from 'vitest';
import { byMonth } from './lecons_a_venir.ts';

const lecon = (date_reservation: string) => ({ id: date_reservation, date_reservation });
const NINE = [
  '2026-11-28',
  '2026-12-05',
  '2026-12-12',
  '2026-12-19',
  '2027-01-02',
  '2027-01-09',
  '2027-01-16',
  '2027-01-23',
  '2027-12-04',
].map(lecon);

test('plus de huit leçons sont rangées par mois', () => {
  // RIDE-86
  expect(byMonth([], null)).toEqual([]);
  expect(byMonth(NINE.slice(1), null)).toEqual([{ mois: null, lecons: NINE.slice(1) }]);
  expect(byMonth(NINE, null).map(({ mois, lecons }) => [mois, lecons.length])).toEqual([
    ['2026-11', 1],
    ['2026-12', 3],
    ['2027-01', 4],
    ['2027-12', 1],
  ]);
});

test("la leçon qui vient d'être réservée est avant tous les mois", () => {
  // RIDE-86
  const [, , booked, ...others] = NINE;
  const shown = [booked!, ...NINE.slice(0, 2), ...others];
  expect(byMonth(shown, '2026-12-12').map(({ mois, lecons }) => [mois, lecons.length])).toEqual([
    [null, 1],
    ['2026-11', 1],
    ['2026-12', 2],
    ['2027-01', 4],
    ['2027-12', 1],
  ]);
});
