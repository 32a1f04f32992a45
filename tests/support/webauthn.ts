/**
 * A small authenticator: the answers of a browser for a passkey (WebAuthn level 2, sections 6 and
 * 7), including wrong ones.
 */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

type Data = { challenge: string };

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();
const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');

/** The part of CBOR (RFC 8949) needed here: small integers, byte strings, texts, maps. */
function cbor(value: number | string | Buffer | Map<unknown, unknown>): Buffer {
  const head = (major: number, n: number): Buffer =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, one]) => [cbor(key as number), cbor(one as number)]),
  ]);
}

/** User present, user verified, credential data included. */
const FLAGS = { present: 1, verified: 4, data: 64 };

export type Wrong = { origin?: string; site?: string; verified?: boolean; counter?: number };

export class Authenticator {
  readonly id = base64(sha256(String(Math.random())));
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  readonly origin: string;
  counter = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  #clientData(type: string, { challenge }: Data, { origin = this.origin }: Wrong): Buffer {
    return Buffer.from(
      JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }),
    );
  }

  #authData(
    flags: number,
    { site = new URL(this.origin).hostname, verified = true, counter }: Wrong,
    rest: Buffer = Buffer.alloc(0),
  ): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? (this.counter += 1));
    return Buffer.concat([
      sha256(site),
      Buffer.from([flags | FLAGS.present | (verified ? FLAGS.verified : 0)]),
      count,
      rest,
    ]);
  }

  /** The answer to a request to create a passkey. */
  create(options: Data, wrong: Wrong = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const authData = this.#authData(
      FLAGS.data,
      wrong,
      Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]),
    );
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: base64(this.#clientData('create', options, wrong)),
        attestationObject: base64(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** The answer to a request to prove a passkey. */
  get(options: Data, wrong: Wrong = {}) {
    const clientData = this.#clientData('get', options, wrong);
    const authenticatorData = this.#authData(0, wrong);
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(clientData)]),
      this.#keys.privateKey,
    );
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(authenticatorData),
        signature: base64(signature),
      },
    };
  }
}
