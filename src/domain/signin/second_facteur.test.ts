import { expect, test } from 'vitest';
import { codeOf, readCode, refuseNomCle, refuseRetrait } from './second_facteur.ts';

test('un code de secours : vingt-quatre lettres et chiffres qui ne se confondent pas, par quatre', () => {
  // ACC-66
  expect(codeOf(Uint8Array.from({ length: 24 }, (_, n) => n))).toBe(
    '0123-4567-89ab-cdef-ghjk-mnpq',
  );
  expect(codeOf(Uint8Array.from({ length: 32 }, () => 255))).toBe('zzzz-zzzz-zzzz-zzzz-zzzz-zzzz');
});

test.each([
  ['123456', { sorte: 'application', code: '123456' }],
  [' 123 456 ', { sorte: 'application', code: '123456' }],
  ['0123-4567-89ab-cdef-ghjk-mnpq', { sorte: 'secours', code: '0123456789abcdefghjkmnpq' }],
  ['O1I3 4567 89AB CDEF GHJK MNPQ', { sorte: 'secours', code: '0113456789abcdefghjkmnpq' }],
  ['12345', null],
  ['1234567', null],
  ['', null],
  ['0123-4567-89ab-cdef-ghjk-mnp', null],
  ['0123-4567-89ab-cdef-ghjk-mnpu', null],
  ['١٢٣٤٥٦', null],
])('le code « %s » se lit', (typed, read) => {
  // ACC-61, ACC-66
  expect(readCode(typed)).toEqual(read);
});

test.each([
  ['admin', true, false, 'second_facteur_exige'],
  ['admin', true, true, null],
  ['admin', false, false, null],
  ['utilisateur', true, false, null],
  ['webmaster', true, false, null],
] as const)(
  'retirer la sienne : %s, exigée %s, une autre reste %s',
  (role, exige, reste, refus) => {
    // ACC-62
    expect(refuseRetrait({ role, exige, reste })).toBe(refus);
  },
);

test.each([
  ['Téléphone', null],
  ['a'.repeat(60), null],
  ['a'.repeat(61), 'nom_cle_invalide'],
  ['  ', 'nom_cle_invalide'],
  ['a\nb', 'nom_cle_invalide'],
])('une clé nommée « %s »', (nom, refus) => {
  // ACC-64, LIM-66
  expect(refuseNomCle(nom)).toBe(refus);
});
