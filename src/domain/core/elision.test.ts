import { expect, test } from 'vitest';
import { de } from './elision.ts';

test.each([
  ['Manège', 'de Manège'],
  ["Écurie d'Aurore", "d'Écurie d'Aurore"],
  ['écuries', "d'écuries"],
  ['Œillet', "d'Œillet"],
  ['Élise Maes', "d'Élise Maes"],
  ['Hippodrome', "d'Hippodrome"],
  ['Haras de Sart', 'de Haras de Sart'],
  ['Yvoir', "d'Yvoir"],
  ['Yeguada', 'de Yeguada'],
  ['Ouest', "d'Ouest"],
  ['Le Manège', 'du Manège'],
  ['Les Écuries du Lac', 'des Écuries du Lac'],
  ['La Cravache', 'de La Cravache'],
  ["L'Étrier", "de L'Étrier"],
  ['Lemaire', 'de Lemaire'],
  ['Centre équestre', 'de Centre équestre'],
  ['11 chevaux', 'de 11 chevaux'],
  ['', 'de '],
])('« de » devant « %s » : %s', (nom, said) => expect(de(nom)).toBe(said));
