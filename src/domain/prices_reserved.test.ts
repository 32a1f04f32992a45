/** Which booked lessons a new price concerns (PRICE-21), and the words of a price (PRICE-17). */
import { expect, test } from 'vitest';
import { prixInWords, retarifees, valablesIn } from './prices.ts';

const lecon = (date_reservation: string, ...places: (number | null)[]) => ({
  date_reservation,
  places,
});
const prix = (euros: number, du?: string, suivant = 0) =>
  valablesIn({ prix: euros, suivant: du === undefined ? null : { du, prix: suivant } });
const days = (found: { date_reservation: string; avant: number; apres: number }[]) =>
  found.map(({ date_reservation, avant, apres }) => [date_reservation, avant, apres]);

test("un nouveau prix concerne les places qui ont exactement l'ancien prix de leur jour", () => {
  const lecons = [
    lecon('2026-11-24', 2000),
    lecon('2026-11-25', 1500, 2000),
    lecon('2026-11-26', 1500, null),
    lecon('2026-11-27'),
  ];
  expect(days(retarifees(lecons, prix(20), prix(22)))).toEqual([
    ['2026-11-24', 2000, 2200],
    ['2026-11-25', 2000, 2200],
  ]);
  expect(retarifees(lecons, prix(20), prix(20))).toEqual([]);
});

test('un prochain prix ne concerne que les leçons dès son jour ; avancé, reculé ou retiré, celles entre les deux', () => {
  const lecons = ['2026-12-31', '2027-01-01', '2027-02-01'].flatMap((jour) => [
    lecon(jour, 2000),
    lecon(jour, 2300),
  ]);
  expect(days(retarifees(lecons, prix(20), prix(20, '2027-01-01', 23)))).toEqual([
    ['2027-01-01', 2000, 2300],
    ['2027-02-01', 2000, 2300],
  ]);
  expect(days(retarifees(lecons, prix(20, '2027-01-01', 23), prix(20, '2027-02-01', 23)))).toEqual([
    ['2027-01-01', 2300, 2000],
  ]);
  expect(days(retarifees(lecons, prix(20, '2027-02-01', 23), prix(20, '2027-01-01', 23)))).toEqual([
    ['2027-01-01', 2000, 2300],
  ]);
  expect(days(retarifees(lecons, prix(20, '2027-01-01', 23), prix(20)))).toEqual([
    ['2027-01-01', 2300, 2000],
    ['2027-02-01', 2300, 2000],
  ]);
  // The price of today changes: the lessons from the day of the next price on keep theirs.
  expect(days(retarifees(lecons, prix(20, '2027-01-01', 23), prix(21, '2027-01-01', 23)))).toEqual([
    ['2026-12-31', 2000, 2100],
  ]);
});

test('un prix et le prochain, en mots', () => {
  expect(prixInWords({ centimes: 2250, suivant: null })).toBe('22,50 €');
  expect(prixInWords({ centimes: 2250, suivant: { du: '2027-01-01', centimes: 2300 } })).toBe(
    '22,50 €, puis 23,00 € à partir du 1er janvier 2027',
  );
});
