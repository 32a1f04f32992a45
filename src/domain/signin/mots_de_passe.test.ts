import { describe, expect, test } from 'vitest';
import { isCourant, isDuMetier, refuseNewPassword } from './mots_de_passe.ts';
import { COURANTS } from './mots_de_passe_courants.ts';

const CENTRE = { nom: 'Écurie du Grand Étang', ville: 'Gembloux' };

describe('les mots de passe les plus courants', () => {
  // ACC-90
  test('sont trois mille, de huit caractères au moins, en minuscules', () => {
    expect(COURANTS.size).toBe(3000);
    expect(
      [...COURANTS].filter(
        (password) => password.length < 8 || password !== password.toLowerCase(),
      ),
    ).toEqual([]);
  });

  test('commencent par ceux que toutes les listes citent', () => {
    expect([...COURANTS].slice(0, 10)).toEqual(
      expect.arrayContaining([
        'password',
        '12345678',
        '123456789',
        'baseball',
        'football',
        '1234567890',
      ]),
    );
    for (const known of [
      'password1',
      'iloveyou',
      'princess',
      'sunshine',
      'trustno1',
      'qwerty123',
      'passw0rd',
      '11111111',
    ])
      expect(COURANTS).toContain(known);
  });

  test.each(['password', 'PassWord', 'PASSWORD1', '12345678', 'QwErTyUiOp'])(
    '« %s » en est un, quelle que soit la casse',
    async (password) => {
      expect([await isCourant(password), await refuseNewPassword(password, CENTRE)]).toEqual([
        true,
        'mot_de_passe_courant',
      ]);
    },
  );

  test.each(['longe et filet neufs', 'password ', ' password', 'motdepasse de Zoé', 'pässword'])(
    "« %s » n'en est pas un",
    async (password) => {
      expect([await isCourant(password), await refuseNewPassword(password, CENTRE)]).toEqual([
        false,
        null,
      ]);
    },
  );

  test("la longueur se dit d'abord", async () => {
    expect([
      await refuseNewPassword('dragon', CENTRE),
      await refuseNewPassword('a'.repeat(129), CENTRE),
      await isCourant('123456'),
    ]).toEqual(['mot_de_passe_court_reinitialisation', 'mot_de_passe_long', false]);
  });
});

describe('les mots du métier', () => {
  // ACC-91
  test.each([
    'Manège2026!',
    'cheval-poney',
    'EQUITATION',
    '2026chevaux',
    'Cavalière.1',
    'mot de passe',
    'Gembloux2026',
    'grand-étang',
    'Poneys24',
  ])("« %s » n'est fait que de mots du métier", async (password) => {
    expect([
      isDuMetier(password, [CENTRE.nom, CENTRE.ville]),
      await refuseNewPassword(password, CENTRE),
    ]).toEqual([true, 'mot_de_passe_courant']);
  });

  test.each(['cheval de Zoé', 'longe et filet neufs', '19841984', 'Bruxelles2026', 'manegerie'])(
    '« %s » dit autre chose',
    (password) => {
      expect(isDuMetier(password, [CENTRE.nom, CENTRE.ville])).toBe(false);
    },
  );

  test('le nom du centre ne compte que là où on le connaît', () => {
    expect(isDuMetier('Gembloux2026')).toBe(false);
  });
});
