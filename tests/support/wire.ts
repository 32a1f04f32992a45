/**
 * A relay to PostgreSQL that counts round trips: messages after which the client waits for an
 * answer.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Wire = {
  url: string;
  /**
   * Round trips so far, without those of the listening connection, because it also checks itself
   * from time to time.
   */
  trips(): number;
  /** The total number of statements prepared under a name. */
  named(): number;
  close(): void;
};

/** `Query` and `Sync`: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const ENDS_A_TRIP = new Set(['Q', 'S']);

/** Starts it between an instance and the database at `target`. */
export async function startWire(target: string): Promise<Wire> {
  let trips = 0;
  let named = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1');
    let unread = Buffer.alloc(0);
    let started = false;
    let listens = false;
    near.on('data', (bytes: Buffer) => {
      unread = Buffer.concat([unread, bytes]);
      for (;;) {
        // The first message has no type. Its length includes itself.
        const head = started ? 1 : 0;
        const size =
          unread.length < head + 4 ? Number.POSITIVE_INFINITY : head + unread.readInt32BE(head);
        if (unread.length < size) break;
        const message = unread.subarray(0, size);
        const type = String.fromCodePoint(message[0] ?? 0);
        if (!started) listens = message.includes('manege live');
        else if (!listens && ENDS_A_TRIP.has(type)) trips += 1;
        // Parse, and the first byte of the name
        if (started && type === 'P' && message[5] !== 0) named += 1;
        started = true;
        unread = unread.subarray(size);
      }
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => near.write(bytes));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    trips: () => trips,
    named: () => named,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
