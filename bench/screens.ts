/**
 * Many open screens, in a separate process. Each holds a live stream and reads again after each
 * change, as `web/data/live.ts` does: after a random delay, only the days that changed, and once
 * more if something changes while it reads. Others book meanwhile.
 */
import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { SPREAD_MS } from '../src/web/data/spreadReadings.ts';
import { rawRequest } from './child.ts';

/**
 * A screen: its person, the call that returns the lessons of a period, and the other calls after
 * each change.
 */
export type Screen = { cookie: string; call: string; others: string[] };
export type Screens = {
  port: number;
  screens: Screen[];
  /** The period that all of them show. */
  du: string;
  au: string;
  /** The raw requests. */
  bookings: string[];
  perSecond: number;
};

export type Seen = {
  /** Milliseconds of each booking. */
  bookings: number[];
  /** Milliseconds from the answer to a booking to each screen that shows it. */
  shown: number[];
  /** How often a booking was not shown on a screen ten seconds after the last one. */
  missing: number;
  readings: number;
  bytes: number;
};

/** The commands of the parent process. */
export type Command = { open: Screens } | { book: true };

/** Milliseconds that screens have to show the last changes. */
const GRACE_MS = 10_000;

/** An answer: status and raw body, one character per byte. */
type Answer = { status: number; head: string; body: string };

/** One connection, on which requests are answered one after the other. */
class Line {
  readonly #socket: Socket;
  #received = '';
  readonly #awaited: ((answer: Answer) => void)[] = [];
  bytes = 0;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => this.#receive(chunk));
    this.#socket.on('error', fail);
  }

  ask(request: string): Promise<Answer> {
    this.#socket.write(request, 'latin1');
    return new Promise((resolve) => {
      this.#awaited.push(resolve);
    });
  }

  #receive(chunk: string): void {
    this.bytes += chunk.length;
    this.#received += chunk;
    for (let answer = this.#take(); answer; answer = this.#take()) this.#awaited.shift()?.(answer);
  }

  /** The first answer that has arrived completely. */
  #take(): Answer | null {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const head = this.#received.slice(0, end + 2);
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
    const status = Number(head.slice(9, 12));
    if (length === undefined && status !== 304)
      fail(new Error(`an answer without length:\n${head}`));
    const next = end + 4 + Number(length ?? 0);
    if (this.#received.length < next) return null;
    const body = this.#received.slice(end + 4, next);
    this.#received = this.#received.slice(next);
    return { status, head, body };
  }

  close(): void {
    this.#socket.destroy();
  }
}

function fail(error: Error): never {
  process.stderr.write(`${error.stack ?? String(error)}\n`);
  process.exit(1);
}

/**
 * Lessons of an answer by day. Screens of the same kind receive the same bytes, so each body is
 * parsed once.
 */
const known = new Map<string, Map<string, number>>();
function lessonsOf({ head, body }: Answer): Map<string, number> {
  const before = known.get(body);
  if (before) return before;
  const bytes = Buffer.from(body, 'latin1');
  const encoding = /\r\ncontent-encoding: (\w+)\r\n/i.exec(head)?.[1];
  const text = (
    encoding === 'br'
      ? brotliDecompressSync(bytes)
      : encoding === 'gzip'
        ? gunzipSync(bytes)
        : bytes
  ).toString();
  const lessons = new Map<string, number>();
  // One by one, or a day of the planning with the lessons of both arenas.
  for (const { date_reservation: jour, ...pistes } of JSON.parse(text) as ({
    date_reservation: string;
  } & Record<string, unknown>)[]) {
    const { interieure, exterieure } = pistes;
    const held =
      Array.isArray(interieure) && Array.isArray(exterieure)
        ? interieure.length + exterieure.length
        : 1;
    lessons.set(jour, (lessons.get(jour) ?? 0) + held);
  }
  if (known.size > 100) known.clear();
  known.set(body, lessons);
  return lessons;
}

/** When each booking was answered. */
const answeredAt: number[] = [];
const shown: number[] = [];
let open: OpenScreen[] = [];
let readings = 0;

class OpenScreen {
  readonly #line: Line;
  readonly #screens: Screens;
  readonly #screen: Screen;
  #waiting = false;
  #reading = false;
  /** The days that must be read. */
  #due = new Set<string>();
  readonly #etags = new Map<string, string>();
  readonly #lessons = new Map<string, number>();
  /** The number of lessons before the first booking. */
  #before = -1;
  /** The number of bookings that it shows. */
  shows = 0;
  readonly live: Promise<void>;

  constructor(screens: Screens, screen: Screen) {
    this.#line = new Line(screens.port);
    this.#screens = screens;
    this.#screen = screen;
    this.live = new Promise((resolve) => {
      const socket = connect({ port: screens.port, host: '127.0.0.1', noDelay: true });
      socket.setEncoding('latin1');
      socket.on('error', fail);
      socket.on('close', () => fail(new Error('a live stream ended')));
      socket.write(rawRequest(screen.cookie, 'GET', '/api/live'), 'latin1');
      let rest = '';
      socket.on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines.filter((one) => one.startsWith('data: '))) {
          const {
            changed,
            jours = [],
            opening,
          } = JSON.parse(line.slice(6)) as {
            changed: string[];
            jours?: string[];
            opening?: object;
          };
          if (opening) resolve();
          else if (changed.includes('reservations')) this.#change(jours);
        }
      });
    });
  }

  #change(jours: readonly string[]): void {
    for (const jour of jours) this.#due.add(jour);
    if (this.#waiting) return;
    this.#waiting = true;
    setTimeout(() => {
      this.#waiting = false;
      if (!this.#reading) void this.#readAgain();
    }, Math.random() * SPREAD_MS);
  }

  /**
   * Days that are announced while it reads wait for their delay, unless that ends before the
   * reading.
   */
  async #readAgain(): Promise<void> {
    this.#reading = true;
    while (this.#due.size > 0 && !this.#waiting) {
      const jours = [...this.#due];
      this.#due.clear();
      for (const jour of jours) await this.read(jour, jour);
      for (const other of this.#screen.others) await this.#get(other);
    }
    this.#reading = false;
  }

  async read(du: string, au: string): Promise<void> {
    const answer = await this.#get(`${this.#screen.call}?du=${du}&au=${au}`);
    if (answer.status === 304) return;
    for (const [jour, lessons] of lessonsOf(answer)) this.#lessons.set(jour, lessons);
    const all = [...this.#lessons.values()].reduce((sum, n) => sum + n, 0);
    if (this.#before < 0) this.#before = all;
    const now = performance.now();
    for (; this.shows < all - this.#before; this.shows += 1)
      shown.push(Math.max(0, now - (answeredAt[this.shows] ?? now)));
  }

  async #get(url: string): Promise<Answer> {
    const etag = this.#etags.get(url);
    const answer = await this.#line.ask(
      rawRequest(this.#screen.cookie, 'GET', url, undefined, {
        'accept-encoding': 'br, gzip',
        ...(etag !== undefined && { 'if-none-match': etag }),
      }),
    );
    readings += 1;
    if (answer.status !== 200 && answer.status !== 304)
      fail(new Error(`unexpected answer ${answer.status}`));
    const given = /\r\netag: ([^\r]+)\r\n/i.exec(answer.head)?.[1];
    if (given !== undefined) this.#etags.set(url, given);
    return answer;
  }

  readWeek(): Promise<void> {
    return this.read(this.#screens.du, this.#screens.au);
  }

  get bytes(): number {
    return this.#line.bytes;
  }
}

async function book({ port, bookings, perSecond }: Screens): Promise<Seen> {
  const lines = Array.from({ length: 8 }, () => new Line(port));
  const times: number[] = [];
  const start = performance.now();
  const [readingsBefore, bytesBefore] = [readings, bytesOf()];
  await Promise.all(
    bookings.map(async (request, n) => {
      await sleep(start + (n * 1000) / perSecond - performance.now());
      const line = lines[n % lines.length]!;
      const sent = performance.now();
      const { status, body } = await line.ask(request);
      if (status !== 201) fail(new Error(`a booking was answered ${status}: ${body}`));
      times.push(performance.now() - sent);
      answeredAt.push(performance.now());
    }),
  );
  const late = (): number => open.reduce((sum, { shows }) => sum + bookings.length - shows, 0);
  for (const end = performance.now() + GRACE_MS; late() > 0 && performance.now() < end;)
    await sleep(20);
  for (const line of lines) line.close();
  return {
    bookings: times,
    shown,
    missing: late(),
    readings: readings - readingsBefore,
    bytes: bytesOf() - bytesBefore,
  };
}

const bytesOf = (): number => open.reduce((sum, { bytes }) => sum + bytes, 0);
const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms));
  });

let given: Screens | null = null;

process.on('message', (command: Command) => {
  void (async () => {
    if ('open' in command) {
      given = command.open;
      open = given.screens.map((screen) => new OpenScreen(command.open, screen));
      await Promise.all(open.map((screen) => screen.live));
      await Promise.all(open.map((screen) => screen.readWeek()));
      process.send?.({});
    } else if (given) process.send?.(await book(given));
  })().catch(fail);
});
