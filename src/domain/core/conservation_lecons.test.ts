import { expect, test } from 'vitest';
import { bornesOf, joursInWords, moisInWords } from './conservation_lecons.ts';

test("les leçons s'effacent par mois entiers, les annulées au jour près", () => {
  // SET-42, RIDE-56
  expect(bornesOf('2026-11-23', { mois: 36, annuleesJours: 30 })).toEqual({
    lecons: '2023-11-01',
    annulees: '2026-10-24',
  });
  expect(bornesOf('2026-11-30', { mois: 11, annuleesJours: 1 })).toEqual({
    lecons: '2025-12-01',
    annulees: '2026-11-29',
  });
  expect(bornesOf('2026-01-01', { mois: 1, annuleesJours: 365 })).toEqual({
    lecons: '2025-12-01',
    annulees: '2025-01-01',
  });
  expect(bornesOf('2026-12-31', { mois: 240, annuleesJours: 730 })).toEqual({
    lecons: '2006-12-01',
    annulees: '2024-12-31',
  });
});

test('les durées se disent en ans quand elles en sont', () => {
  expect([12, 36, 18, 1].map(moisInWords)).toEqual(['un an', '3 ans', '18 mois', '1 mois']);
  expect([1, 30].map(joursInWords)).toEqual(['un jour', '30 jours']);
});
