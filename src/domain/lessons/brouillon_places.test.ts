import { expect, test } from 'vitest';
import { DEFAULT_TYPES } from '../types/types_lecons.ts';
import { daysOfOuvertes, openPlaces, placesObstacle } from './brouillon_places.ts';

const LECON = {
  type_piste: 'interieure',
  date_reservation: '2026-11-24',
  heure_debut: '14:00',
  heure_fin: '15:00',
  personnes: 3,
  max: 6,
  ouverte: 'collective',
};
const TYPE = DEFAULT_TYPES.find(({ value }) => value === 'collective')!;

test("les jours : huit semaines, ou jusqu'au dernier jour que le compte peut réserver", () => {
  // RIDE-76, LIM-104
  expect(daysOfOuvertes('2026-11-23', null)).toEqual({ du: '2026-11-23', au: '2027-01-17' });
  expect(daysOfOuvertes('2026-11-23', 30)).toEqual({ du: '2026-11-23', au: '2026-12-23' });
  expect(daysOfOuvertes('2026-11-23', 1)).toEqual({ du: '2026-11-23', au: '2026-11-24' });
  expect(daysOfOuvertes('2026-11-23', 90)).toEqual({ du: '2026-11-23', au: '2027-01-17' });
});

test('prête à confirmer ; ce qui manque, dans l’ordre du formulaire', () => {
  // RIDE-77, BOOK-13
  const open = openPlaces(LECON, ['Camille Lambert']);
  expect(open).toMatchObject({
    type_lecon: 'collective',
    nombre_personnes: 1,
    noms_participants: ['Camille Lambert'],
    type_piste: 'interieure',
    date_reservation: '2026-11-24',
    heure_debut: '14:00',
  });
  const obstacle = (change: object, lecon = LECON, type: typeof TYPE | null = TYPE) =>
    placesObstacle({ ...open, ...change }, lecon, type);
  expect(obstacle({})).toBeNull();
  expect(obstacle({ noms_participants: [' '] })).toBe('noms_manquants');
  expect(obstacle({ noms_participants: ['12'] })).toBe('nom_invalide');
  expect(obstacle({ remarques: 'a'.repeat(2_001) })).toBe('remarques_trop_longues');
  expect(obstacle({}, { ...LECON, personnes: 6 })).toBe('places_insuffisantes');
  expect(obstacle({}, LECON, null)).toBe('type_lecon_inconnu');
});
