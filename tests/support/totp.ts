/**
 * Codes of an authenticator application, computed from RFC 6238 and RFC 4648 and not with the
 * product's library.
 */
import { createHmac } from 'node:crypto';

/** A secret that tests store for people with an authenticator application. */
export const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

function bytesOf(base32: string): Buffer {
  const bits = [...base32]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

/** The code at an instant, `steps` of 30 s later. */
export function codeAt(now: Date, secret = SECRET, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 30_000) + steps));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
