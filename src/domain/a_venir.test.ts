import { expect, test } from 'vitest';
import { effetDuType, type GroupeAVenir, leconsHorsHoraire } from './a_venir.ts';

const groupe = (change: Partial<GroupeAVenir>): GroupeAVenir =>
  ({ type_lecon: 'saut', heure_debut: '10:00', heure_fin: '10:30', nombre_personnes: 1, lecons: 1, premiere: '2026-12-01', ...change });
const SAUT = { value: 'saut', duree_minutes: 30, max_personnes: 3 };

test('une durée ou un maximum qui change touche les leçons à venir du type, et ne compte que celles qui ne le suivent pas', () => {
  const groupes = [groupe({ lecons: 4 }), groupe({ heure_fin: '11:00', lecons: 2 }), groupe({ nombre_personnes: 3 }), groupe({ type_lecon: 'longe', lecons: 9 })];
  expect(effetDuType(groupes, SAUT, { ...SAUT, duree_minutes: 60 })).toEqual({ lecons: 7, autreDuree: 5, auDela: 0 });
  expect(effetDuType(groupes, SAUT, { ...SAUT, max_personnes: 2 })).toEqual({ lecons: 7, autreDuree: 0, auDela: 1 });
  expect(effetDuType(groupes, SAUT, { ...SAUT, max_personnes: 5 })).toEqual({ lecons: 7, autreDuree: 0, auDela: 0 });
  expect(effetDuType(groupes, SAUT, SAUT)).toBeNull();
  expect(effetDuType(groupes, { ...SAUT, value: 'stage' }, { ...SAUT, duree_minutes: 60 })).toBeNull();
});

test('des heures resserrées laissent dehors ce qui commence trop tôt ou finit trop tard', () => {
  const groupes = [
    groupe({ heure_debut: '08:30', heure_fin: '09:00', lecons: 2, premiere: '2026-12-09' }), groupe({ heure_debut: '09:00', heure_fin: '10:00' }),
    groupe({ heure_debut: '17:30', heure_fin: '18:30', premiere: '2026-12-05' }), groupe({ heure_debut: '17:30', heure_fin: '18:00' }),
  ];
  const JOURNEE = { ouverture: '08:00', fermeture: '20:00' };
  expect(leconsHorsHoraire(groupes, JOURNEE, { ouverture: '09:00', fermeture: '18:00' })).toEqual({ lecons: 3, premiere: '2026-12-05' });
  expect(leconsHorsHoraire(groupes, JOURNEE, { ouverture: '08:30', fermeture: '20:00' })).toBeNull();
  // Wider hours, or the same, put nothing outside that was inside.
  expect(leconsHorsHoraire(groupes, { ouverture: '09:00', fermeture: '18:00' }, { ouverture: '09:00', fermeture: '19:00' })).toBeNull();
});
