/**
 * Power cuts during a stream of bookings. The disk of tests/support/disk.ts loses unflushed data,
 * as a disk with its own cache does. Unlike some bad disks, it never confirms a flush without
 * making it, and never tears a block.
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
 * Reading and writing fail between the cut and the end of its processes. A real power cut has no
 * such interval.
 */
const ANSWERS = [...PASSING, '500 panne'];

/** Books, cuts the power at a random time, and restores it. */
async function cutUnder(load: Load): Promise<void> {
  await load.more(20); // the power is cut while it works, not while it is idle
  await sleep(random() * 1_500);
  const unflushed = join(disk().dir, 'jamais-synchronisé');
  writeFileSync(unflushed, 'x');
  disk().cut();
  await service.kill();
  await disk().restore();
  expect(existsSync(unflushed)).toBe(false); // checks that the cut takes effect
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
  // Some bookings are missing, or the whole database cannot be repaired.
  const lost = await service
    .start()
    .then(() => connected(service.databaseUrl(), (sql) => countLost(sql, load)))
    .catch(() => 'toutes');
  say(`sans fsync : ${load.acknowledged.length} réservations confirmées, perdues : ${lost}`);
  expect(lost).not.toBe(0);
});
