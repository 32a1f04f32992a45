/**
 * Longer and more sequences of actions on shared lessons than `npm test` runs. `TOURS`: how many
 * times 150.
 */
import { expect, test } from 'vitest';
import { useTestApp } from '../support/app.ts';
import { playSuites } from '../support/places_suites.ts';

const t = useTestApp();

/** The refusals that certainly occur in so many steps. */
const REFUSALS = [
  'creneau_pris',
  'deja_participant',
  'delai_passe',
  'heure_passee',
  'lecon_deja_annulee',
  'lecon_disparue',
  'lecon_fermee',
  'lecon_partagee',
  'limite_du_jour',
  'places_insuffisantes',
  'reservation_changee',
  'reservation_introuvable',
  'trop_de_personnes',
];

test("de longues suites d'actions font ce que dit la règle, et les refus sont rencontrés", async () => {
  // RIDE-01 to RIDE-13
  const outcomes = await playSuites(t, {
    runs: 150 * Number(process.env['TOURS'] ?? 1),
    length: 30,
    limitMs: 900_000,
  });
  process.stdout.write(`  ${JSON.stringify(outcomes)}\n`);
  expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(REFUSALS));
});
