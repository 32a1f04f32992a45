/**
 * A separate PostgreSQL server (DATABASE_URL) that freezes, is stopped, and cuts connections,
 * during a stream of bookings.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { slotsFrom } from '../support/bookings.ts';
import { type External, postgres18, startExternal } from '../support/external.ts';
import {
  ADMIN,
  connected,
  inSeconds,
  type Load,
  prove,
  rounds,
  say,
  signIn,
  startLoad,
} from '../support/load.ts';
import { type Server, startServer } from '../support/server.ts';
import { below, sendSignal } from '../support/supervised.ts';

/** How long each failure lasts: 10 s, and twice that if connections are cut. */
const LASTS_MS = rounds(10) * 1_000;

let postgres: External;
let server: Server;
let headers: Record<string, string>;
const slots = slotsFrom(addDays(momentAt(new Date()).jour, 3));

beforeAll(async () => {
  postgres = await startExternal(postgres18());
  server = await startServer({
    ...ADMIN,
    DATABASE_URL: postgres.url,
    SECRET: 'un-secret-assez-long-pour-cet-essai',
  });
  headers = await signIn(server.url);
});
afterAll(async () => {
  await server?.stop();
  await postgres?.remove();
});

/** An open screen. Returns the nouns whose change was announced since the last call. */
async function openScreen(): Promise<() => string[]> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(`${server.url}/api/live`, { headers, signal: abort.signal });
  const heard: string[] = [];
  const reading = (async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream()))
      heard.push(
        ...[...text.matchAll(/^data: (.*)$/gm)].flatMap(
          ([, data = '{}']) => (JSON.parse(data) as { changed: string[] }).changed,
        ),
      );
  })();
  reading.catch(() => undefined);
  return () => heard.splice(0);
}

/**
 * Bookings before, during and after a failure, and the state of the bookings and of an open screen.
 * `trouble` returns the time when it began to end.
 */
async function endure(name: string, trouble: () => Promise<number>): Promise<void> {
  // OPS-80, OPS-81
  const screen = await openScreen();
  const load: Load = startLoad(server.url, headers, { slots });
  onTestFinished(() => load.stop());
  await load.more(30);
  const over = await trouble();
  const seconds = await load.recovered(over);
  await load.more(30);
  await load.stop();
  say(`${name} : ${await prove(postgres.url, load)}`);
  say(`de la fin de la panne à la première réservation : ${inSeconds(seconds)}`);
  // The screen still has the same stream: one more booking is announced on it.
  await expect.poll(screen, { timeout: 40_000, interval: 500 }).toEqual([]);
  const last = startLoad(server.url, headers, { slots, clients: 1 });
  await last.more(1);
  await last.stop();
  await expect.poll(screen, { timeout: 10_000 }).toContain('reservations');
}

test('PostgreSQL gelé dix secondes (SIGSTOP)', () =>
  endure('PostgreSQL gelé', async () => {
    const pid = postgres.process().pid ?? 0;
    const pids = [pid, ...below(pid)];
    for (const one of pids) sendSignal(one, 'SIGSTOP');
    await sleep(LASTS_MS);
    for (const one of pids) sendSignal(one, 'SIGCONT');
    return Date.now();
  }));

test('PostgreSQL arrêté dix secondes, puis démarré', () =>
  endure('PostgreSQL arrêté', async () => {
    await postgres.stop();
    await sleep(LASTS_MS);
    const started = Date.now();
    await postgres.start();
    return started;
  }));

test('toutes les connexions coupées, cinq fois par seconde, pendant vingt secondes', () =>
  endure('connexions coupées', () =>
    connected(postgres.url, async (sql) => {
      let cut = 0;
      for (const end = Date.now() + 2 * LASTS_MS; Date.now() < end; await sleep(200)) {
        cut += (
          await sql.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'manege%'",
          )
        ).rows.length;
      }
      say(`${cut} connexions coupées`);
      expect(cut).toBeGreaterThan(0);
      return Date.now();
    }),
  ));
