/** Liveness apart from readiness (OPS-60). */
import { sql } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { poolOf } from '../../../src/server/platform/db.ts';
import { useTestApp } from '../../support/app.ts';
import { type Proxy, startProxy } from '../../support/proxy.ts';

let proxy: Proxy;
const t = useTestApp({ reach: async (url) => (proxy = await startProxy(url)).url });
afterAll(() => proxy.close());

const alive = async () => (await t.anonymous('GET', '/api/health/live')).status;
const ready = async () => (await t.anonymous('GET', '/api/health/ready')).status;
const SOON = { timeout: 10_000, interval: 300 };

test("vivant dès qu'il répond, prêt quand la base répond et que rien ne lui manque", async () => {
  // OPS-60
  const { headers, body } = await t.anonymous('GET', '/api/health/ready');
  expect([body, headers['cache-control']]).toEqual([{ status: 'ok' }, 'no-store']);
  const {
    rows: [last],
  } = await t.services.db.execute<{ hash: string; created_at: string }>(sql`
    delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning hash, created_at`);
  await expect.poll(ready, SOON).toBe(503);
  expect((await t.anonymous('GET', '/api/health/ready')).body).toMatchObject({
    code: 'service_occupe',
    status: 503,
  });
  expect(await alive()).toBe(200);
  await t.services.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${last!.hash}, ${last!.created_at})`,
  );
  await expect.poll(ready, SOON).toBe(200);

  // A silent database: nothing is refused, nothing is answered.
  [proxy.mute] = [true];
  proxy.swallow();
  await expect.poll(ready, SOON).toBe(503);
  expect(await alive()).toBe(200);
  proxy.mute = false;
});

test("prêt aussi quand d'autres demandes tiennent toutes les connexions", async () => {
  // OPS-60
  await expect.poll(ready, SOON).toBe(200);
  const pool = poolOf(t.services.db);
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    await sleep(1_100); // an earlier answer is no longer reused
    expect(await ready()).toBe(200);
  } finally {
    for (const client of held) client.release();
  }
});
