import { describe, expect, test } from 'vitest';
import { isCourant, refuseNewPassword } from './mots_de_passe.ts';
import { COURANTS } from './mots_de_passe_courants.ts';

describe('les mots de passe les plus courants', () => { // ACC-90
  test('sont trois mille, de huit caractères au moins, en minuscules', () => {
    expect(COURANTS.size).toBe(3000);
    expect([...COURANTS].filter((password) => password.length < 8 || password !== password.toLowerCase())).toEqual([]);
  });

  test('commencent par ceux que toutes les listes citent', () => {
    expect([...COURANTS].slice(0, 10)).toEqual(expect.arrayContaining(['password', '12345678', '123456789', 'baseball', 'football', '1234567890']));
    for (const known of ['password1', 'iloveyou', 'princess', 'sunshine', 'trustno1', 'qwerty123', 'passw0rd', '11111111']) expect(COURANTS).toContain(known);
  });

  test.each(['password', 'PassWord', 'PASSWORD1', '12345678', 'QwErTyUiOp'])('« %s » en est un, quelle que soit la casse', async (password) => {
    expect([await isCourant(password), await refuseNewPassword(password)]).toEqual([true, 'mot_de_passe_courant']);
  });

  test.each(['longe et filet neufs', 'password ', ' password', 'motdepasse de Zoé', 'pässword'])('« %s » n\'en est pas un', async (password) => {
    expect([await isCourant(password), await refuseNewPassword(password)]).toEqual([false, null]);
  });

  test('la longueur se dit d\'abord', async () => {
    expect([await refuseNewPassword('dragon'), await refuseNewPassword('a'.repeat(129)), await isCourant('123456')]).toEqual(['mot_de_passe_court_reinitialisation', 'mot_de_passe_long', false]);
  });
});
