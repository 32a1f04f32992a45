import { createDecipheriv, hkdfSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCoffre, createCoffres } from './coffre.ts';

const SECRET = 'un secret de plus de trente-deux caractères';

describe('un coffre', () => {
  const coffre = createCoffre(SECRET, 'liens');

  test('rend ce qui y fut scellé, à la même ligne, aussi après un redémarrage', () => {
    for (const text of ['', 'jeton', 'é à ç œ € 🐴', 'x'.repeat(5_000)]) {
      expect(coffre.open(coffre.seal(text, 'ligne 1'), 'ligne 1')).toBe(text);
      expect(createCoffre(SECRET, 'liens').open(coffre.seal(text, 'ligne 1'), 'ligne 1')).toBe(
        text,
      );
    }
  });

  test('ne rend rien à une autre ligne, sous un autre secret, pour un autre usage', () => {
    const sealed = coffre.seal('jeton', 'ligne 1');
    const others = [
      coffre.open(sealed, 'ligne 2'),
      createCoffre(`${SECRET}.`, 'liens').open(sealed, 'ligne 1'),
      createCoffres(SECRET).totp.open(sealed, 'ligne 1'),
    ];
    expect(others).toEqual([null, null, null]);
    expect(createCoffres(SECRET).liens.open(sealed, 'ligne 1')).toBe('jeton');
  });

  test('ne rend rien de ce qui fut changé, coupé ou jamais scellé', () => {
    const sealed = coffre.seal('jeton', 'ligne 1');
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let n = 0; n < bytes.length; n += 1) {
      const changed = Buffer.from(bytes);
      changed[n]! ^= 1;
      expect(coffre.open(`v1.${changed.toString('base64url')}`, 'ligne 1')).toBeNull();
    }
    for (const other of [
      '',
      'v1.',
      'v1.AAAA',
      'un-jeton-en-clair',
      sealed.slice(0, -1),
      sealed.slice(1),
      sealed.replace('v1.', 'v2.'),
    ]) {
      expect(coffre.open(other, 'ligne 1')).toBeNull();
    }
  });

  test('ne montre pas le texte, et scelle deux fois le même autrement', () => {
    const values = Array.from({ length: 200 }, () => coffre.seal('un-jeton-secret', 'ligne 1'));
    expect(new Set(values).size).toBe(200);
    expect(new Set(values.map((value) => value.slice(0, 19))).size).toBe(200); // the nonces
    expect(
      values.some(
        (value) =>
          value.includes('un-jeton-secret') ||
          Buffer.from(value.slice(3), 'base64url').includes('un-jeton-secret'),
      ),
    ).toBe(false);
  });

  test('suit le format écrit : nonce de 12 octets, AES-256-GCM, étiquette de 16 octets, clé de HKDF', () => {
    const bytes = Buffer.from(coffre.seal('jeton', 'ligne 1').slice(3), 'base64url');
    const key = Buffer.from(hkdfSync('sha256', SECRET, '', 'manege liens', 32));
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(Buffer.from('ligne 1'))
      .setAuthTag(bytes.subarray(-16));
    expect(
      Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString(),
    ).toBe('jeton');
  });
});
