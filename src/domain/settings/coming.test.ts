import { expect, test } from 'vitest';
import { typeEffectOf, type ComingLecons, leconsOutside } from './coming.ts';

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

test("des heures resserrées laissent dehors ce qui n'est plus tout entier dans une période, sans ce qui y était déjà", () => {
  // SET-04
  const lecon = (date_reservation: string, heure_debut: string, heure_fin: string) => ({
    date_reservation,
    heure_debut,
    heure_fin,
  });
  // 2026-12-02 is a Wednesday.
  const lecons = [
    lecon('2026-12-01', '08:30', '09:00'),
    lecon('2026-12-01', '17:30', '18:30'),
    lecon('2026-12-02', '11:30', '12:30'),
    lecon('2026-12-02', '11:00', '12:00'),
    lecon('2026-12-02', '20:00', '21:00'),
  ];
  const semaine = (wednesday: { debut: string; fin: string }[] | null) => ({
    semaine: [null, null, wednesday, null, null, null, null],
    saisons: [],
  });
  const before = { ouverture: '08:00', fermeture: '20:00' };
  const out = (after: Parameters<typeof leconsOutside>[2]) =>
    leconsOutside(lecons, before, after).map(({ heure_debut }) => heure_debut);
  expect(out({ ouverture: '09:00', fermeture: '18:00' })).toEqual(['08:30', '17:30']);
  expect(
    out({
      ...before,
      horaires: semaine([
        { debut: '08:00', fin: '12:00' },
        { debut: '13:00', fin: '20:00' },
      ]),
    }),
  ).toEqual(['11:30']);
  expect(out({ ...before, horaires: semaine([]) })).toEqual(['11:30', '11:00']);
  // A lesson that already lies outside is not reported again.
  expect(out(before)).toEqual([]);
});
