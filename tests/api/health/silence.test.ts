/**
 * A PostgreSQL that disappears silently, and returns: no instance stays unable to listen or to
 * answer.
 */
import { sql } from 'drizzle-orm';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openPool, passingRefus, transact } from '../../../src/server/platform/db.ts';
import { openLive } from '../../../src/server/platform/live.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { type Proxy, startProxy } from '../../support/proxy.ts';

let database: TestDatabase;
let proxy: Proxy;
beforeEach(async () => {
  database = await createDatabase();
  proxy = await startProxy(database.url);
});
afterEach(async () => {
  proxy.close();
  await database.drop();
});

const passing = (error: unknown): boolean => passingRefus(error) === 'service_occupe';
const quiet = (): void => undefined;

test('une demande sur une connexion muette est refusée pour un moment, et la suivante a sa réponse', async () => {
  const { pool, db } = openPool(proxy.url, quiet, { silenceMs: 500 });
  onTestFinished(() => pool.end());
  const read = () => db.execute(sql`select 1 as un`);
  await Promise.all(Array.from({ length: 4 }, read));
  const held = transact(db, [], async (tx) => {
    await tx.execute(sql`select 1`);
    proxy.swallow();
    await tx.execute(sql`select 1`);
  });
  await expect(held).rejects.toSatisfy(passing);
  const answers = await Promise.allSettled([
    read(),
    read(),
    read(),
    transact(db, [], (tx) => tx.execute(sql`select 1`)),
  ]);
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toSatisfy(passing);
  expect((await read()).rows).toEqual([{ un: 1 }]);
  await transact(db, [], (tx) => tx.execute(sql`select 1`));
});

test("une instruction a 15 s, l'attente d'un verrou 3 s", async () => {
  // ADR-002
  const { pool, db } = openPool(database.url, quiet);
  onTestFinished(() => pool.end());
  const { rows } = await db.execute(
    sql`select current_setting('statement_timeout') as instruction, current_setting('lock_timeout') as verrou`,
  );
  expect(rows).toEqual([{ instruction: '15s', verrou: '3s' }]);
});

/** Listens through the proxy. `hears` sends announcements until one is received. */
async function listen() {
  const hub = await openLive(proxy.url, quiet, { patienceMs: 1_000, beatMs: 200 });
  const { pool, db } = openPool(database.url, quiet);
  onTestFinished(async () => {
    await hub.stop();
    await pool.end();
  });
  const changes = hub.subscribe(AbortSignal.timeout(20_000));
  let heard = changes.next();
  return {
    stop: () => hub.stop(),
    hears: async (): Promise<string[]> => {
      for (;;) {
        await transact(db, ['prix'], async () => undefined);
        const words = await Promise.race([heard, setTimeout(100, null)]);
        if (!words) continue;
        heard = changes.next();
        if (!words.value?.opening) return words.value?.changed ?? [];
      }
    },
  };
}

test('une écoute devenue muette est recommencée, et tout est annoncé comme changé', async () => {
  const { hears } = await listen();
  expect(await hears()).toEqual(['prix']);
  proxy.swallow();
  await expect
    .poll(hears, { timeout: 20_000 })
    // earlier announcements may arrive first
    .toEqual(expect.arrayContaining(['reservations', 'users', 'parametres']));
  expect(await hears()).toEqual(['prix']);
});

test("une écoute acceptée sans réponse n'est pas attendue pour toujours, et un arrêt ne l'attend pas non plus", async () => {
  const { hears, stop } = await listen();
  const before = proxy.opened();
  proxy.mute = true;
  proxy.swallow();
  // asked again without success
  await expect.poll(() => proxy.opened(), { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 2);
  proxy.mute = false;
  await expect
    .poll(hears, { timeout: 20_000 })
    // the announcement that `hears` sends may arrive first
    .toEqual(expect.arrayContaining(['reservations', 'users', 'parametres']));
  proxy.swallow();
  await stop();
});
