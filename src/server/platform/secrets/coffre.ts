/**
 * Encryption of secrets in the database, with keys that are derived from SECRET, one key per
 * purpose.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export type Coffre = {
  /**
   * Encrypts and authenticates a text. `about` names the row that will contain it: it cannot be
   * decrypted in any other row.
   */
  seal: (text: string, about: string) => string;
  /**
   * Decrypts the text; null if that fails: SECRET has changed, the row is another one, or the value
   * is damaged.
   */
  open: (sealed: string, about: string) => string | null;
};

/**
 * The encryption for each purpose.
 * - `liens`: tokens of waiting emails (MAIL-03), bound to their cause.
 * - `totp`: secrets of authenticator applications, bound to their account.
 * - `defis`: challenges of passkeys, bound to their purpose.
 * - `desabonnement`: the account whose emails an address switches off (MAIL-25).
 */
export type Coffres = Record<'liens' | 'totp' | 'defis' | 'desabonnement', Coffre>;

/** AES-256-GCM with a random nonce; GCM requires 96 bits for it. */
const [NONCE_BYTES, TAG_BYTES] = [12, 16];
/** The version of the format, so that another cipher can be recognised later. */
const PREFIX = 'v1.';

/** True for an encrypted value, with any key: a token in clear contains no dot. */
export const isSealed = (text: string): boolean => text.startsWith(PREFIX);

export function createCoffre(secret: string, purpose: string): Coffre {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `manege ${purpose}`, 32));
  return {
    seal(text, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
      if (!isSealed(sealed) || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return (
          decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') +
          decipher.final('utf8')
        );
      } catch {
        return null;
      }
    },
  };
}

export const createCoffres = (secret: string): Coffres => ({
  liens: createCoffre(secret, 'liens'),
  totp: createCoffre(secret, 'totp'),
  defis: createCoffre(secret, 'defis'),
  desabonnement: createCoffre(secret, 'desabonnement'),
});
