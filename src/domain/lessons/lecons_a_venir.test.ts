import { expect, test } from 'vitest';
import { byMonth, comingOf, countOf, firstComing } from './lecons_a_venir.ts';

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

/** A lesson of Saturday 28 November 2026, 10:00 to 11:00 in Brussels. */
const own = (id: string, annulee_at?: string | null) => ({
  id,
  date_reservation: '2026-11-28',
  heure_debut: '10:00',
  heure_fin: '11:00',
  statut: annulee_at === undefined ? ('confirmee' as const) : ('annulee' as const),
  annulee_at,
});

test("une leçon annulée reste un jour dans la liste, et s'en va aussitôt sans date d'annulation", () => {
  // BOOK-33
  const lecons = [own('confirmée'), own('annulée', '2026-11-23T09:00:00Z'), own('sans date', null)];
  // 9:00 UTC is 10:00 in Brussels.
  const at = (jour: string, heure: string) => comingOf(lecons, { jour, heure }).map(({ id }) => id);
  expect(at('2026-11-23', '10:01')).toEqual(['confirmée', 'annulée']);
  expect(at('2026-11-24', '09:59')).toEqual(['confirmée', 'annulée']);
  expect(at('2026-11-24', '10:00')).toEqual(['confirmée']);
  expect(at('2026-11-28', '10:59')).toEqual(['confirmée']);
  expect(at('2026-11-28', '11:00')).toEqual([]);
});

test('une leçon annulée ne prend la place de personne parmi les trois premières, et ne compte pas', () => {
  // BOOK-33
  const gone = '2026-11-23T09:00:00Z';
  const lecons = [own('a', gone), own('b'), own('c', gone), own('d'), own('e'), own('f', gone)];
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).join('');
  expect(ids(firstComing(lecons, 3))).toBe('abcdef');
  expect(ids(firstComing([...lecons, own('g'), own('h', gone)], 3))).toBe('abcdef');
  expect(countOf([...lecons, own('g'), own('h', gone)])).toBe(4);
});
