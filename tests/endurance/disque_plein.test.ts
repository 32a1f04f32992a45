/**
 * A disk that becomes full during a stream of bookings, and has free space again, with and without
 * a crash of PostgreSQL.
 */
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { useDisk } from '../support/disk.ts';
import {
  ADMIN,
  connected,
  PASSING,
  prove,
  rounds,
  say,
  signIn,
  spread,
  startLoad,
} from '../support/load.ts';
import { asOwner } from '../support/postgres.ts';
import { postmaster, supervise } from '../support/supervised.ts';

const TIMES = rounds(3);
/** How long the disk stays full. */
const LASTS_MS = 8_000;

const SENTENCE =
  'Rien ne peut être enregistré pour le moment : le disque du serveur est plein. Veuillez prévenir le centre et réessayer plus tard.';

const disk = useDisk(400);
const rest = (): string => join(disk().dir, 'reste');

/** Fills the disk to the last byte. */
function fill(): void {
  for (const size of [1_048_576, 4_096]) {
    const page = Buffer.alloc(size);
    expect(() => {
      for (;;) appendFileSync(rest(), page);
    }).toThrow('ENOSPC');
  }
}

test.each([
  ['PostgreSQL tient', false],
  ['PostgreSQL tombe, faute de place pour son journal', true],
])('le disque se remplit, puis a de nouveau de la place : %s', async (name, falls) => {
  // OPS-81, OPS-82
  const dataDir = join(disk().dir, falls ? 'tombe' : 'tient');
  const service = await supervise({ ...ADMIN, DATA_DIR: dataDir, DEMO: '0' });
  onTestFinished(async () => {
    await service.stop();
    rmSync(dataDir, { recursive: true });
  });
  const load = startLoad(service.url, await signIn(service.url));
  onTestFinished(() => load.stop());
  const seconds: number[] = [];
  let deaths = 0;
  for (let n = 0; n < TIMES; n += 1) {
    await load.more(20);
    const before = postmaster(dataDir);
    const refused = () => ({
      full: load.answers['503 disque_plein'] ?? 0,
      busy: load.answers['503 service_occupe'] ?? 0,
    });
    fill();
    onTestFinished(() => rmSync(rest(), { force: true }));
    // Each switch of the write-ahead log needs another 16 MB. Without them the server panics.
    const switches = falls
      ? connected(asOwner(dataDir, service.databaseUrl()), async (sql) => {
          for (;;)
            await sql.query("select pg_logical_emit_message(false, 'essai', 'x'), pg_switch_wal()");
        })
      : null;
    if (switches !== null)
      await expect(switches).rejects.toThrow(/terminat|PANIC|crash|No space|ECONNRESET/i);
    // While PostgreSQL tries to continue or to restart, "occupied" is also correct. Afterwards the
    // sentence names the disk.
    await sleep(LASTS_MS / 2);
    const { full, busy } = refused();
    await sleep(LASTS_MS / 2);
    expect(refused().busy).toBe(busy);
    expect(refused().full).toBeGreaterThan(full);
    rmSync(rest());
    seconds.push(await load.recovered(Date.now()));
    if (postmaster(dataDir) !== before) deaths += 1;
  }
  await load.stop();
  expect(load.sentences['disque_plein']).toBe(SENTENCE);
  expect(deaths).toBe(falls ? TIMES : 0);
  expect(service.starts()).toBe(1); // no supervisor was needed
  say(
    `${name}, ${TIMES} fois : ${await prove(service.databaseUrl(), load, [...PASSING, '503 disque_plein'])}`,
  );
  say(`de la place libérée à la première réservation : ${spread(seconds)}`);
});
