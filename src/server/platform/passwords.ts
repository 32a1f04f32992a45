/** How passwords are hashed, how many at once, and how many requests may wait for it (ADR-007). */
import { hash, verify } from '@node-rs/argon2';
import {
  ESSAIS_AT_ONCE,
  HASHES_AT_ONCE,
  HASHES_OF_DEVICES,
  HASHES_PER_NETWORK,
  widestNetworkOf,
} from '#domain/core/limits.ts';
import { type CodeRefus, Refus } from '#domain/errors/errors.ts';
import { createQueue, type Limit } from './queue.ts';

export type Passwords = {
  hashPassword(password: string): Promise<string>;
  /**
   * Whether the password is right. For an account that does not exist (`null`) it does the same
   * work and returns false. `first`: before other waiting requests.
   */
  checkPassword(stored: string | null, password: string, first?: boolean): Promise<boolean>;
};

/** OWASP's parameters for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The hash of an unknown password, with the parameters above. The password for an unknown address
 * is checked against it (ACC-24).
 */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$9s+/sV3NGLdNXQe6MgopwA$Fibb5HGXVkI6Aelzfm7fCwEmrDYvT8SnVRTMxRrWEIY';

/**
 * Hashes that are computed at once (ADR-007): Node has four threads for such work, and one stays
 * free for files and DNS.
 */
const hashing = createQueue(3);
/**
 * Known devices have priority, so they may take at most two of these places. Otherwise a device
 * that signs in continuously would block all other callers.
 */
const hashingOfDevices = createQueue(2);
const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(password, ARGON2));

async function checkPassword(
  stored: string | null,
  password: string,
  first = false,
): Promise<boolean> {
  const verified = (): Promise<boolean> =>
    hashing.run(() => verify(stored ?? NOBODY, password), [], first);
  const right = await (first ? hashingOfDevices.run(verified) : verified());
  return right && stored !== null;
}

/** `Retry-After` in seconds for a caller who got no place: the waiting hashes are done by then. */
const RETRY_AFTER = 2;

/**
 * The limits of requests that need a hash (ADR-007). They are checked before anything is stored, so
 * that the queue stays short and no single network fills it. `beyond`: the refusal if the network
 * has reached its limit.
 */
export function hashLimitsOf(ip: string, beyond: CodeRefus = 'service_occupe'): Limit[] {
  return [
    {
      group: `hachages ${widestNetworkOf(ip)}`,
      max: HASHES_PER_NETWORK,
      refusal: () => new Refus(beyond, { retryAfter: RETRY_AFTER }),
    },
    {
      group: 'hachages',
      max: HASHES_AT_ONCE,
      refusal: () => new Refus('service_occupe', { retryAfter: RETRY_AFTER }),
    },
  ];
}

/**
 * The limits of sign-ins on known devices (ACC-56): strangers cannot take these places, known
 * devices do not wait for places of strangers, and no account can take all of them.
 */
export function deviceLimitsOf(email: string): Limit[] {
  const refusal = (): Refus => new Refus('service_occupe', { retryAfter: RETRY_AFTER });
  return [
    { group: `hachages appareils ${email}`, max: ESSAIS_AT_ONCE, refusal },
    { group: 'hachages appareils', max: HASHES_OF_DEVICES, refusal },
  ];
}

export const PASSWORDS: Passwords = { hashPassword, checkPassword };
