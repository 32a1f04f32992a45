import { expect, test } from 'vitest';
import { comingOf, firstComing } from './lecons_a_venir.ts';

const lecon = (
  id: string,
  jour: string,
  annulee_at?: string | null,
  statut: 'confirmee' | 'annulee' = annulee_at === undefined ? 'confirmee' : 'annulee',
) => ({ id, date_reservation: jour, heure_debut: '10:00', heure_fin: '11:00', statut, annulee_at });
const idsOf = (lecons: readonly { id: string }[]) => lecons.map(({ id }) => id).join('');

test('une leçon annulée quitte les prochaines un jour après son annulation, une leçon passée à sa fin', () => {
  // BOOK-33
  // 22 November 2026, 12:00 in Brussels.
  const lecons = [
    lecon('a', '2026-11-22'),
    lecon('b', '2026-11-23', '2026-11-21T11:00:01Z'),
    lecon('c', '2026-11-24', '2026-11-21T11:00:00Z'),
    lecon('d', '2027-03-28', null),
    lecon('e', '2027-03-28'),
  ];
  expect(idsOf(comingOf(lecons, { jour: '2026-11-22', heure: '10:59' }))).toBe('abce');
  expect(idsOf(comingOf(lecons, { jour: '2026-11-22', heure: '11:00' }))).toBe('bce');
  expect(idsOf(comingOf(lecons, { jour: '2026-11-22', heure: '12:00' }))).toBe('be');
  expect(idsOf(comingOf(lecons, { jour: '2026-11-22', heure: '12:01' }))).toBe('e');
});

test("une leçon annulée n'en cache aucune à venir", () => {
  // BOOK-33
  const at = '2026-11-22T10:00:00Z';
  const lecons = [
    lecon('a', '2026-11-23', at),
    lecon('b', '2026-11-24'),
    lecon('c', '2026-11-25', at),
    lecon('d', '2026-11-26'),
    lecon('e', '2026-11-27'),
    lecon('f', '2026-11-28', at),
    lecon('g', '2026-11-29'),
  ];
  expect(idsOf(firstComing(lecons, 3))).toBe('abcdef');
  expect(idsOf(firstComing(lecons.slice(0, 5), 3))).toBe('abcde');
  expect(idsOf(firstComing([], 3))).toBe('');
});
