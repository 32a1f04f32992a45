import { expect, test } from 'vitest';
import { DEFAULT_TYPES } from '../types/types_lecons.ts';
import {
  firstObstacle,
  isBlank,
  newBrouillon,
  pisteOf,
  preset,
  setJour,
  setNom,
  setPiste,
  setToutes,
} from './brouillon.ts';
import { firstNames, preremplissageOf } from './preremplissage.ts';

const TYPE = DEFAULT_TYPES.find(({ value }) => value === 'collective')!;

const booked = (created_at: string, ...noms_participants: string[]) => ({
  created_at,
  noms_participants,
  statut: 'confirmee' as const,
});

test.each([
  [[], 'Camille Lambert', 3, ['Camille Lambert']],
  [[], null, 3, ['']],
  [
    [
      booked('2026-11-20T10:00:00.000Z', 'Camille Lambert'),
      booked('2026-11-22T10:00:00.000Z', 'Alice', 'Louis'),
      booked('2026-11-21T10:00:00.000Z', 'Hugo'),
    ],
    'Camille Lambert',
    3,
    ['Alice', 'Louis'],
  ],
  [[booked('2026-11-22T10:00:00.000Z', 'Alice', 'Louis')], 'Camille Lambert', 1, ['Alice']],
])(
  'qui monte : les cavaliers de la dernière réservation, sinon soi-même (%#)',
  (own, moi, places, noms) => {
    // RIDE-77, BOOK-12
    expect(firstNames(own, moi, places)).toEqual(noms);
  },
);

test('une leçon annulée ne donne ni ses noms ni sa piste', () => {
  // RIDE-77, BOOK-38
  const own = [
    { ...booked('2026-11-22T10:00:00.000Z', 'Hugo'), statut: 'annulee' as const },
    booked('2026-11-21T10:00:00.000Z', 'Alice', 'Louis'),
  ].map((lecon, n) => ({ ...lecon, type_piste: ['interieure', 'exterieure'][n]! }));
  expect(firstNames(own, 'Camille Lambert', 6)).toEqual(['Alice', 'Louis']);
  expect(preremplissageOf(own, 'Camille Lambert', ['interieure', 'exterieure'])).toEqual({
    noms: ['Alice', 'Louis'],
    type_piste: 'exterieure',
  });
  expect(preremplissageOf(own.slice(0, 1), 'Camille Lambert', ['interieure'])).toEqual({
    noms: ['Camille Lambert'],
    type_piste: null,
  });
});

test("une piste qui ne se réserve plus n'est pas proposée", () => {
  // BOOK-38, SET-44
  const own = [{ ...booked('2026-11-21T10:00:00.000Z', 'Alice'), type_piste: 'exterieure' }];
  expect(preremplissageOf(own, null, ['interieure']).type_piste).toBeNull();
});

const JOUR = '2026-11-23';
const two = { noms: ['Alice', 'Louis'], type_piste: 'exterieure' };

test('le formulaire commence avec ces cavaliers et cette piste ; sans piste, toutes', () => {
  // BOOK-38
  const open = newBrouillon(JOUR);
  expect(isBlank(open)).toBe(true);
  const filled = preset(open, two);
  expect(isBlank(filled)).toBe(false);
  expect(filled).toMatchObject({
    type_lecon: null,
    nombre_personnes: 2,
    noms_participants: ['Alice', 'Louis'],
    type_piste: 'exterieure',
    toutesPistes: false,
  });
  expect(preset(open, { noms: ['Camille'], type_piste: null })).toMatchObject({
    nombre_personnes: 1,
    noms_participants: ['Camille'],
    type_piste: null,
    toutesPistes: true,
  });
  // Not more people than the type allows.
  expect(preset(open, two, 1)).toMatchObject({ nombre_personnes: 1, noms_participants: ['Alice'] });
});

test("ce que quelqu'un a choisi reste, vidé aussi", () => {
  // BOOK-38, BOOK-13
  const emptied = setNom(preset(newBrouillon(JOUR), two), 0, '');
  const again = preset(emptied, two);
  expect(again.noms_participants).toEqual(['', 'Louis']);
  expect(firstObstacle({ ...again, type_lecon: 'collective' }, TYPE)).toBe('noms_manquants');
  const own = setPiste(newBrouillon(JOUR), 'interieure');
  expect(preset(own, two)).toMatchObject({ type_piste: 'interieure', nombre_personnes: 2 });
});

test('toutes les pistes : il ne manque que le créneau, qui choisit la sienne', () => {
  // BOOK-39, BOOK-13
  const any = setToutes({
    ...preset(newBrouillon(JOUR), { noms: ['Camille'], type_piste: null }),
    type_lecon: 'collective',
  });
  expect(pisteOf(any)).toBeNull();
  expect(firstObstacle(any, TYPE)).toBe('heure_debut_manquante');
  expect(firstObstacle({ ...any, toutesPistes: false }, TYPE)).toBe('type_piste_manquant');
  const chosen = { ...any, heure_debut: '10:00', type_piste: 'exterieure' };
  expect(pisteOf(chosen)).toBe('exterieure');
  expect(firstObstacle(chosen, TYPE)).toBeNull();
  // Another day needs another start, and so another arena.
  expect(pisteOf(setJour(chosen, '2026-11-24'))).toBeNull();
  // The chosen start stays when the choice of the arena is opened.
  expect(setToutes(setPiste(chosen, 'exterieure'))).toMatchObject({ heure_debut: '10:00' });
});
