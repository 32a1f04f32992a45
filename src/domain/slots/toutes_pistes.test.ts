import { expect, test } from 'vitest';
import type { Creneau } from './creneaux.ts';
import { CRENEAUX } from './creneaux.ts';
import { bestOf, type CreneauSitue, foldedHours } from './toutes_pistes.ts';

const on = (type_piste: string, change: Partial<Creneau>): CreneauSitue => ({
  heure: '10:00',
  etat: 'libre',
  reason: null,
  occupation: null,
  type_piste,
  ...change,
});
const LIBRE = {};
const COMPLET = { etat: 'complet', reason: 'creneau_deja_reserve' } as const;
const PARTIEL = { etat: 'partiel', reason: 'creneau_deja_reserve' } as const;
const REJOINDRE = { etat: 'partiel', reason: null, rejoindre: 3 } as const;
const DEJA = { ...PARTIEL, rejoindre: 0 } as const;
const AUTRE = { ...PARTIEL, autre: { value: 'saut', label: 'Leçon de saut' } } as const;
const HORS = { hors: true } as const;

test.each([
  ['libres toutes deux : la première', LIBRE, LIBRE, 'a'],
  ['libre sur la seconde', COMPLET, LIBRE, 'b'],
  ['une leçon à rejoindre précède une piste vide', LIBRE, REJOINDRE, 'b'],
  ['où l’on monte déjà, la piste vide', DEJA, LIBRE, 'b'],
  ["une piste vide précède une leçon d'un autre type", AUTRE, LIBRE, 'b'],
  ["une leçon d'un autre type, plutôt que rien", COMPLET, AUTRE, 'b'],
  ['une piste ouverte, plutôt que hors des heures', HORS, LIBRE, 'b'],
  ['des places, plutôt que complet', COMPLET, PARTIEL, 'b'],
  ['prises toutes deux : la première', COMPLET, COMPLET, 'a'],
])('une heure sur deux pistes : %s', (_, a, b, piste) => {
  // BOOK-39, RIDE-36
  expect(bestOf([on('a', a), on('b', b)])?.type_piste).toBe(piste);
});

test("sans piste, rien n'est montré", () => {
  expect(bestOf([])).toBeUndefined();
});

test("hors de l'ouverture les heures sont repliées ; de 8h00 à 20h00, aucune", () => {
  // BOOK-02
  expect(foldedHours(CRENEAUX, [{ debut: '08:00', fin: '20:00' }])).toEqual([]);
  expect(foldedHours(CRENEAUX, [{ debut: '09:00', fin: '18:30' }])).toEqual([
    '08:00',
    '08:30',
    '18:30',
    '19:00',
    '19:30',
    '20:00',
  ]);
  const noon = foldedHours(CRENEAUX, [
    { debut: '08:00', fin: '12:00' },
    { debut: '13:00', fin: '20:00' },
  ]);
  expect(noon).toEqual(['12:00', '12:30', '20:00']);
  expect(foldedHours(CRENEAUX, [])).toEqual(CRENEAUX);
});
