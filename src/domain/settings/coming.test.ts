import { expect, test } from 'vitest';
import { typeEffectOf, type ComingLecons, leconsOutsideHoraire } from './coming.ts';

const group = (change: Partial<ComingLecons>): ComingLecons => ({
  type_lecon: 'saut',
  heure_debut: '10:00',
  heure_fin: '10:30',
  nombre_personnes: 1,
  lecons: 1,
  premiere: '2026-12-01',
  ...change,
});
const JUMPING = { value: 'saut', duree_minutes: 30, max_personnes: 3 };

test('une durée ou un maximum qui change touche les leçons à venir du type, et ne compte que celles qui ne le suivent pas', () => {
  const groups = [
    group({ lecons: 4 }),
    group({ heure_fin: '11:00', lecons: 2 }),
    group({ nombre_personnes: 3 }),
    group({ type_lecon: 'longe', lecons: 9 }),
  ];
  expect(typeEffectOf(groups, JUMPING, { ...JUMPING, duree_minutes: 60 })).toEqual({
    lecons: 7,
    otherDuree: 5,
    overMax: 0,
  });
  expect(typeEffectOf(groups, JUMPING, { ...JUMPING, max_personnes: 2 })).toEqual({
    lecons: 7,
    otherDuree: 0,
    overMax: 1,
  });
  expect(typeEffectOf(groups, JUMPING, { ...JUMPING, max_personnes: 5 })).toEqual({
    lecons: 7,
    otherDuree: 0,
    overMax: 0,
  });
  expect(typeEffectOf(groups, JUMPING, JUMPING)).toBeNull();
  expect(
    typeEffectOf(groups, { ...JUMPING, value: 'stage' }, { ...JUMPING, duree_minutes: 60 }),
  ).toBeNull();
});

test('des heures resserrées laissent dehors ce qui commence trop tôt ou finit trop tard', () => {
  const groups = [
    group({ heure_debut: '08:30', heure_fin: '09:00', lecons: 2, premiere: '2026-12-09' }),
    group({ heure_debut: '09:00', heure_fin: '10:00' }),
    group({ heure_debut: '17:30', heure_fin: '18:30', premiere: '2026-12-05' }),
    group({ heure_debut: '17:30', heure_fin: '18:00' }),
  ];
  const JOURNEE = { ouverture: '08:00', fermeture: '20:00' };
  expect(leconsOutsideHoraire(groups, JOURNEE, { ouverture: '09:00', fermeture: '18:00' })).toEqual(
    { lecons: 3, premiere: '2026-12-05' },
  );
  expect(
    leconsOutsideHoraire(groups, JOURNEE, { ouverture: '08:30', fermeture: '20:00' }),
  ).toBeNull();
  // Wider hours, or the same, put nothing outside that was inside.
  expect(
    leconsOutsideHoraire(
      groups,
      { ouverture: '09:00', fermeture: '18:00' },
      { ouverture: '09:00', fermeture: '19:00' },
    ),
  ).toBeNull();
});
