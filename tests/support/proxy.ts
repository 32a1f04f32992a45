/** A way to PostgreSQL that can fall silent: connections stay open, and nothing passes any more. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Pair = { near: Socket; far: Socket; silent: boolean };

export type Proxy = {
  url: string;
  /** Swallows what is said on the connections there are; new ones are answered. */
  swallow(): void;
  /** While true, a new connection is accepted and never answered. */
  mute: boolean;
  /** Connections that were opened so far. */
  opened(): number;
  close(): void;
};

/** Stands between the caller and the database at `target`. */
export async function startProxy(target: string): Promise<Proxy> {
  const { port } = new URL(target);
  const pairs = new Set<Pair>();
  const join = (near: Socket): void => {
    const pair = { near, far: connect(Number(port), '127.0.0.1'), silent: proxy.mute };
    pairs.add(pair);
    for (const [from, to] of [[near, pair.far], [pair.far, near]] as const) {
      from.on('error', () => undefined);
      from.on('data', (words: Buffer) => { if (!pair.silent) to.write(words); });
      from.on('close', () => { if (!pair.silent) to.destroy(); });
    }
  };
  const server = createServer(join).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const proxy: Proxy = {
    url: url.href,
    mute: false,
    swallow() { for (const pair of pairs) pair.silent = true; },
    opened: () => pairs.size,
    close() {
      for (const { near, far } of pairs) [near, far].forEach((socket) => socket.destroy());
      server.close();
    },
  };
  return proxy;
}
