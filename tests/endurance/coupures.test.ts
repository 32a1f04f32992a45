/**
 * Power cuts under a stream of bookings. The disk of tests/support/disk.ts loses what was not
 * flushed, as a disk with a cache of its own does; it never lies about a flush and tears no block,
 * as bad disks may.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { slotsFrom } from '../support/bookings.ts';
import { useDisk } from '../support/disk.ts';
import {
  ADMIN,
  connected,
  countLost,
  type Load,
  PASSING,
  prove,
  rounds,
  say,
  signIn,
  spread,
  startLoad,
} from '../support/load.ts';
import { asOwner } from '../support/postgres.ts';
import { random } from '../support/random.ts';
import { supervise, type Supervised } from '../support/supervised.ts';

const CUTS = rounds(10);

const disk = useDisk(600);
let service: Supervised;

const dataDir = (): string => join(disk().dir, 'data');

/**
 * Between the cut and the end of its processes, which a true one does not have, reading and writing
 * fail.
 */
const ANSWERS = [...PASSING, '500 panne'];

/** Books, cuts the power at some instant of it, and gives it back. */
async function cutUnder(load: Load): Promise<void> {
  await load.more(20); // it dies at work, not at rest
  await sleep(random() * 1_500);
  const unflushed = join(disk().dir, 'jamais-synchronisé');
  writeFileSync(unflushed, 'x');
  disk().cut();
  await service.kill();
  await disk().restore();
  expect(existsSync(unflushed)).toBe(false); // the cut does cut
}

test(`${CUTS} coupures de courant : rien de confirmé ne manque, et tout revient de soi-même`, async () => {
  // OPS-80, OPS-81
  service = await supervise({ ...ADMIN, DATA_DIR: dataDir(), DEMO: '0' });
  onTestFinished(() => service.stop());
  const load = startLoad(service.url, await signIn(service.url));
  onTestFinished(() => load.stop());
  const seconds: number[] = [];
  for (let n = 0; n < CUTS; n += 1) {
    await cutUnder(load);
    const at = Date.now();
    await service.start();
    seconds.push(await load.recovered(at));
  }
  await load.stop();
  say(`${CUTS} coupures de courant : ${await prove(service.databaseUrl(), load, ANSWERS)}`);
  say(`du retour du courant à la première réservation : ${spread(seconds)}`);
});

test("l'essai verrait une perte : un PostgreSQL qui ne vide pas le cache du disque perd ce qu'il a confirmé", async () => {
  service = await supervise({ ...ADMIN, DATA_DIR: dataDir(), DEMO: '0' });
  onTestFinished(() => service.kill());
  await connected(asOwner(dataDir(), service.databaseUrl()), async (owner) => {
    for (const statement of ['alter system set fsync = off', 'select pg_reload_conf()'])
      await owner.query(statement);
  });
  const load = startLoad(service.url, await signIn(service.url), {
    slots: slotsFrom(addDays(momentAt(new Date()).jour, 400)),
  });
  await cutUnder(load);
  await load.stop();
  // Some bookings are missing, or the whole database is beyond repair.
  const lost = await service
    .start()
    .then(() => connected(service.databaseUrl(), (sql) => countLost(sql, load)))
    .catch(() => 'toutes');
  say(`sans fsync : ${load.acknowledged.length} réservations confirmées, perdues : ${lost}`);
  expect(lost).not.toBe(0);
});
