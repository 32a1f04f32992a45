import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COLORS, DEFAULT_TYPES } from './types_lecons.ts';
import {
  brouillonDeType,
  DUREES,
  identifierOf,
  refuseNouveauType,
  refuseType,
} from './regles_types.ts';

const STAGE = {
  value: 'stage',
  label: 'Stage',
  icon: '🐴',
  color: COLORS[1],
  max_personnes: 8,
  duree_minutes: 120,
  ouverte: false,
};

describe('un nouveau type', () => {
  test.each([
    [60, 60],
    [30, 30],
    [90, 90],
    [120, 120],
    [45, 30],
    [240, 30],
    [null, 30],
  ])('à %s minutes de leçon au centre, propose %i minutes', (centre, offered) => {
    // SET-06, SET-09, LIM-33
    expect(brouillonDeType(centre)).toEqual({
      value: '',
      label: '',
      icon: '📚',
      color: 'from-gray-500 to-gray-600',
      max_personnes: 1,
      duree_minutes: offered,
      ouverte: false,
    });
  });

  test('son brouillon, une fois nommé, est admis', () => {
    for (const duree of DUREES)
      expect(
        refuseNouveauType({ ...brouillonDeType(duree), value: 'stage', label: 'Stage' }),
      ).toBeNull();
  });

  test.each([
    [{ value: '' }, 'champs_manquants'],
    [{ label: '  ' }, 'champs_manquants'],
    [{ value: 'Stage' }, 'identifiant_invalide'],
    [{ value: 'a b' }, 'identifiant_invalide'],
    [{ value: 'a/b' }, 'identifiant_invalide'],
    [{ value: 'a'.repeat(51) }, 'identifiant_invalide'],
    [{ icon: '' }, 'icone_invalide'],
    [{ max_personnes: 0 }, 'max_invalide'],
  ])('%j : %s', (change, code) => {
    expect(refuseNouveauType({ ...STAGE, ...change })).toBe(code);
  });
});

describe("l'identifiant", () => {
  // SET-08, SET-22
  test.each([
    ['Stage de Pâques', 'stage_de_pâques'],
    ['  ÉTÉ\t2027 ', 'été_2027'],
    ['a   b', 'a_b'],
    ['\n', ''],
    ['déjà_bon', 'déjà_bon'],
  ])('%j devient %j', (written, stored) => expect(identifierOf(written)).toBe(stored));

  test("n'a jamais d'espace, et le reste qu'on le refasse ou non", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const one = identifierOf(text);
        expect(one).not.toMatch(/\s/u);
        expect(identifierOf(one)).toBe(one);
      }),
    );
  });
});

describe('ce qui se modifie', () => {
  test('rien, ou tout ce qui est déjà stocké', () => {
    expect(refuseType({})).toBeNull();
    for (const type of DEFAULT_TYPES) expect(refuseType(type)).toBeNull();
  });

  test.each([
    ['🐴', null],
    ['🏇🏽', null],
    ['👨‍👩‍👧‍👦🏇🏽', null],
    ['AB', null],
    ['🐴🐴🐴', 'icone_invalide'],
    ['ABC', 'icone_invalide'],
    ['   ', 'icone_invalide'],
    ['\u202E', 'icone_invalide'],
  ])(
    // SET-08, LIM-32
    "l'icône %j : %j",
    (icon, code) => expect(refuseType({ icon })).toBe(code),
  );

  test.each([
    [{ label: '' }, 'libelle_vide'],
    [{ label: ' \n ' }, 'libelle_vide'],
    [{ label: 'x'.repeat(61) }, 'libelle_invalide'],
    [{ label: 'deux\nlignes' }, 'libelle_invalide'],
    [{ max_personnes: 11 }, 'max_invalide'],
    [{ max_personnes: 1.5 }, 'max_invalide'],
    [{ max_personnes: Number.NaN }, 'max_invalide'],
    [{ duree_minutes: 45 }, 'duree_invalide'],
  ])('%j : %s', (change, code) => expect(refuseType(change)).toBe(code));

  test('de 1 à 10 personnes', () => {
    // LIM-05
    fc.assert(
      fc.property(fc.integer(), (max) => {
        expect(refuseType({ max_personnes: max })).toBe(
          max >= 1 && max <= 10 ? null : 'max_invalide',
        );
      }),
    );
  });
});
