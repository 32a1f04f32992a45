import { expect, test } from 'vitest';
import { allowedType, hasBegun, premierJour } from './apres_coup.ts';

test('le premier jour est treize mois plus tôt', () => {
  // LIM-170
  expect(premierJour('2026-11-21')).toBe('2025-10-21');
  expect(premierJour('2026-03-31')).toBe('2025-02-28');
});

test.each([
  ['2026-11-20', '19:30', true],
  ['2026-11-21', '09:00', true],
  ['2026-11-21', '09:30', true],
  ['2026-11-21', '10:00', false],
  ['2026-11-22', '08:00', false],
])('une leçon du %s à %s a commencé : %s', (date_reservation, heure_debut, begun) => {
  // BOOK-35
  expect(hasBegun({ date_reservation, heure_debut }, { jour: '2026-11-21', heure: '09:30' })).toBe(
    begun,
  );
});

test.each([
  ['proposé', true, false, undefined, true],
  ['retiré, leçon à venir', false, false, undefined, false],
  ['retiré, leçon commencée', false, true, undefined, true],
  ["retiré, et la leçon l'a déjà", false, false, 'longe', true],
  ['retiré, et la leçon en a un autre', false, false, 'saut', false],
])('un type %s', (_, actif, begun, own, allowed) => {
  // BOOK-35, SET-12
  const type = { value: 'longe', actif };
  expect(allowedType(type, begun, own)).toBe(allowed ? type : null);
  expect(allowedType(null, begun, own)).toBeNull();
});
