/**
 * A network between a caller and a server that the test makes slow, silent, lossy or cut: real
 * connections, on a separate port.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/**
 * The fate of a request: passed on; kept with its connection, without an answer; reset; passed on
 * while its answer is lost; or answered with the page of a captive portal.
 */
export type Fate = 'pass' | 'silent' | 'cut' | 'lost' | 'portal';

type Pair = { near: Socket; far: Socket; silent: boolean; deaf: boolean; lines: string[] };

export type Proxy = {
  url: string;
  /**
   * Drops everything sent on the existing connections, or on those that have carried such a
   * request. New ones are answered.
   */
  swallow(request?: RegExp): void;
  /** While true, a new connection is accepted and never answered. */
  mute: boolean;
  /** Milliseconds by which each answer is delayed. */
  delay: number;
  /**
   * Bytes per second for all answers together. Infinity: no limit. With a limit, nothing passes for
   * 2 s out of 7.
   */
  rate: number;
  /** While true, every request gets the page of a captive portal. */
  portal: boolean;
  /** Decides by the first line of a request, such as `POST /api/reservations HTTP/1.1`. */
  fateOf: (request: string) => Fate;
  /** Connections that were opened so far. */
  opened(): number;
  /** Resets every connection and refuses new ones, until `mend`. */
  cut(): void;
  /** Resets every connection; new ones pass. */
  reset(): void;
  mend(): Promise<void>;
  /** Sends new connections to another address. */
  aim(target: string): void;
  close(): void;
};

const REQUEST = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD) \S+ HTTP\/1\.1/;
const WELCOME = '<!doctype html><title>Wi-Fi</title><p>Bienvenue.';
const PORTAL = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${WELCOME.length}\r\n\r\n${WELCOME}`;
const STALL = { every: 7_000, lasts: 2_000 };

/** Starts it between the caller and the server or database at `target`. */
export async function startProxy(target: string): Promise<Proxy> {
  let port = Number(new URL(target).port);
  const pairs = new Set<Pair>();
  let freeAt = 0;

  /** Waits for the transfer time of a piece of an answer that arrived at `arrived`. */
  const travel = async (arrived: number, bytes: number): Promise<void> => {
    if (proxy.delay > 0) await setTimeout(Math.max(0, arrived + proxy.delay - Date.now()));
    if (proxy.rate === Infinity) return;
    freeAt = Math.max(freeAt, Date.now()) + (bytes / proxy.rate) * 1_000;
    await setTimeout(freeAt - Date.now());
    const phase = Date.now() % STALL.every;
    if (phase < STALL.lasts) await setTimeout(STALL.lasts - phase);
  };

  const ask = (pair: Pair, words: Buffer): void => {
    const line = REQUEST.exec(words.subarray(0, 2_000).toString('latin1'))?.[0];
    if (proxy.portal || (line !== undefined && proxy.fateOf(line) === 'portal')) {
      if (line !== undefined) pair.near.write(PORTAL);
      return;
    }
    if (line !== undefined) {
      pair.lines.push(line);
      const fate = proxy.fateOf(line);
      if (fate === 'silent') pair.silent = true;
      if (fate === 'lost') pair.deaf = true;
      if (fate === 'cut') pair.near.resetAndDestroy();
    }
    if (!pair.silent) pair.far.write(words);
  };

  const join = (near: Socket): void => {
    const pair: Pair = {
      near,
      far: connect(port, '127.0.0.1'),
      silent: proxy.mute,
      deaf: false,
      lines: [],
    };
    pairs.add(pair);
    near.on('data', (words: Buffer) => ask(pair, words));
    let answered = Promise.resolve();
    const inTurn = (step: () => Promise<void> | void) => {
      answered = answered.then(step);
    };
    pair.far.on('data', (words: Buffer) => {
      const arrived = Date.now();
      inTurn(() => travel(arrived, words.length));
      inTurn(() => {
        if (!pair.silent && !pair.deaf) near.write(words);
      });
    });
    near.on('error', () => undefined);
    near.on('close', () => {
      if (!pair.silent) pair.far.destroy();
    });
    pair.far.on('error', () => undefined);
    pair.far.on('close', () =>
      inTurn(() => {
        if (!pair.silent) near.destroy();
      }),
    );
  };

  const server = createServer(join).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  const url = new URL(target);
  url.port = String(own);
  const endAll = (end: (socket: Socket) => void): void => {
    for (const { near, far } of pairs) [near, far].forEach(end);
  };
  const proxy: Proxy = {
    url: url.href,
    mute: false,
    portal: false,
    delay: 0,
    rate: Infinity,
    fateOf: () => 'pass',
    swallow(request) {
      for (const pair of pairs)
        if (!request || pair.lines.some((line) => request.test(line))) pair.silent = true;
    },
    opened: () => pairs.size,
    cut() {
      server.close();
      endAll((socket) => socket.resetAndDestroy());
    },
    reset() {
      endAll((socket) => socket.resetAndDestroy());
    },
    async mend() {
      server.listen(own, '127.0.0.1');
      await once(server, 'listening');
    },
    aim(other) {
      port = Number(new URL(other).port);
    },
    close() {
      endAll((socket) => socket.destroy());
      server.close();
    },
  };
  return proxy;
}
