/**
 * Encrypts the key of an age file with a passphrase, in the format of age
 * (age-encryption.org/v1/scrypt). Unlike age's own code, it computes the hash on a thread beside
 * the event loop, and refuses a file that demands a higher cost.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { type Identity, type Recipient, Stanza } from 'age-encryption';
import { BackupError } from './errors.ts';

/**
 * The cost of guessing a passphrase, as a power of two: 2^15 takes 32 MB and a fifth of a second.
 * That is enough because passphrases are long (OPS-05).
 */
const WORK_FACTOR = 15;

const LABEL = Buffer.from('age-encryption.org/v1/scrypt');
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Each key is used only once, so the nonce may be constant. */
const NONCE = Buffer.alloc(12);
const CIPHER = 'chacha20-poly1305';

const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const cost = { N: 2 ** WORK_FACTOR, r: 8, p: 1, maxmem: 2 ** (WORK_FACTOR + 11) };
    scrypt(passphrase, Buffer.concat([LABEL, salt]), 32, cost, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });

/** base64 in the notation of age: without padding. */
const written = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

export const wrappedBy = (passphrase: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(SALT_BYTES);
    const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt), NONCE, {
      authTagLength: TAG_BYTES,
    });
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
    return [new Stanza(['scrypt', written(salt), String(WORK_FACTOR)], body)];
  },
});

/** Throws a BackupError for a file that Manège has not encrypted. */
export const openedBy = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const [stanza, ...others] = stanzas;
    const [kind, salt = '', factor] = stanza?.args ?? [];
    if (
      stanza === undefined ||
      others.length > 0 ||
      kind !== 'scrypt' ||
      factor !== String(WORK_FACTOR) ||
      stanza.body.length !== 16 + TAG_BYTES
    ) {
      throw new BackupError(
        "Cette sauvegarde est chiffrée autrement que Manège ne le fait. Rien n'a été changé. Prenez le fichier tel qu'il a été écrit.",
      );
    }
    const decipher = createDecipheriv(
      CIPHER,
      await keyOf(passphrase, Buffer.from(salt, 'base64')),
      NONCE,
      { authTagLength: TAG_BYTES },
    );
    decipher.setAuthTag(stanza.body.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([
        decipher.update(stanza.body.subarray(0, -TAG_BYTES)),
        decipher.final(),
      ]);
    } catch {
      return null; // another passphrase
    }
  },
});
