import { expect, test } from 'vitest';
import { alsoIn, aussiInWords, type Standing, standingOf, warningsOf } from './doublons.ts';
import { DEFAULT_PISTES, nomPiste } from '../slots/pistes.ts';

const nomOf = (id: string) => nomPiste(DEFAULT_PISTES, id);

const lecon = (rest: Partial<Standing> = {}): Standing => ({
  date_reservation: '2026-11-28',
  heure_debut: '14:00',
  heure_fin: '15:00',
  type_piste: 'interieure',
  statut: 'confirmee',
  noms_participants: ['Théo Willems'],
  comptes: ['w'],
  ...rest,
});
const dehors = (rest: Partial<Standing> = {}) =>
  lecon({
    type_piste: 'exterieure',
    noms_participants: ['Zoé', 'theo  WILLEMS'],
    comptes: ['z', 'w'],
    ...rest,
  });

test('le même nom, du même compte, dans deux leçons qui se chevauchent', () => {
  // DESK-32
  expect(alsoIn(lecon(), [lecon(), dehors()])).toEqual([
    { place: 0, heure_debut: '14:00', type_piste: 'exterieure' },
  ]);
  expect(alsoIn(dehors(), [lecon(), dehors()])).toEqual([
    { place: 1, heure_debut: '14:00', type_piste: 'interieure' },
  ]);
  expect(
    alsoIn(lecon({ heure_fin: '16:00' }), [
      dehors(),
      dehors({ heure_debut: '15:30', heure_fin: '16:00' }),
    ]).map((one) => aussiInWords(one, nomOf)),
  ).toEqual(['Aussi à 14h00, Piste Extérieure', 'Aussi à 15h30, Piste Extérieure']);
  expect(warningsOf(alsoIn(lecon(), [dehors()]), ['Théo Willems '], nomOf)).toEqual([
    'Théo Willems est aussi à 14h00, Piste Extérieure.',
  ]);
});

test('deux comptes sont deux personnes ; une place sans compte se compare par son nom seul', () => {
  expect(alsoIn(lecon(), [dehors({ comptes: ['z', 'autre'] })])).toEqual([]);
  expect(alsoIn(lecon(), [dehors({ comptes: ['z', null] })])).toHaveLength(1);
  expect(alsoIn(lecon({ comptes: [null] }), [dehors()])).toHaveLength(1);
});

test.each([
  ['à la suite', { heure_debut: '15:00', heure_fin: '16:00' }],
  ['un autre jour', { date_reservation: '2026-11-29' }],
  ['annulée', { statut: 'annulee' }],
  ['la même piste, elle-même', { type_piste: 'interieure' }],
  ['sans nom', { noms_participants: ['', ' '] }],
] as const)('%s ne compte pas', (_, rest) => {
  expect(
    alsoIn(lecon({ noms_participants: ['Théo Willems', ''], comptes: ['w', 'w'] }), [dehors(rest)]),
  ).toEqual([]);
});

test('une leçon annulée ne prend personne ; les comptes viennent des places, sinon de qui a réservé', () => {
  expect(alsoIn(lecon({ statut: 'annulee' }), [dehors()])).toEqual([]);
  const { comptes: _, ...booked } = lecon({ noms_participants: ['A', 'B'] });
  expect(standingOf({ ...booked, user_id: 'n' }).comptes).toEqual(['n', 'n']);
  expect(standingOf(booked).comptes).toEqual([null, null]);
  expect(
    standingOf({ ...booked, user_id: 'n', participants: [{ user_id: 'n' }, { user_id: null }] })
      .comptes,
  ).toEqual(['n', null]);
});
