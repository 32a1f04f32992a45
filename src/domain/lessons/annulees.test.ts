import { expect, test } from 'vitest';
import { annulationInWords } from './annulees.ts';

test("qui a annulé, et quand, à l'heure de Bruxelles", () => {
  // RIDE-19
  expect(
    annulationInWords({ annulee_at: '2026-11-23T16:02:30.000Z', annulee_par: 'Camille Lambert' }),
  ).toBe('Annulée par Camille Lambert le lundi 23 novembre à 17h02');
  expect(annulationInWords({ annulee_at: '2026-07-01T07:30:00.000Z', annulee_par: null })).toBe(
    'Annulée le mercredi 1er juillet à 9h30',
  );
  expect(annulationInWords({ annulee_at: null, annulee_par: null })).toBeNull();
  expect(annulationInWords({})).toBeNull();
});
