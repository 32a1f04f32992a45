/**
 * The primary is killed during a stream of bookings, its synchronous standby is promoted, and
 * HAProxy sends everything to it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { slotsFrom } from '../support/bookings.ts';
import { commandOf } from '../support/commands.ts';
import { startHaproxyForPostgres } from '../support/proxies.ts';
import { callWith, startServer, tokenFor } from '../support/server.ts';
import { startPair } from '../support/standby.ts';

const HAS_PSQL = spawnSync('psql', ['--version']).status === 0;

test.skipIf(!HAS_PSQL)(
  'le serveur principal tué et son double synchrone promu : rien de confirmé ne manque, et le service revient de lui-même',
  async () => {
    // OPS-76
    const pair = await startPair();
    onTestFinished(() => pair.stop());
    const proxy = await startHaproxyForPostgres(
      [pair.primary.port, pair.standby.port],
      pair.password,
    );
    onTestFinished(() => proxy.stop());
    const urlOf = (port: number | string) =>
      `postgres://manege:${pair.password}@127.0.0.1:${port}/manege`;
    const admin = { ADMIN_EMAIL: 'admin@essai.example', ADMIN_PASSWORD: 'selle-et-filet' };
    const env = {
      DATABASE_URL: urlOf(new URL(proxy.url).port),
      SECRET: 'le-meme-secret-pour-toutes-les-instances',
      DEMO: '0',
      LOG_LEVEL: 'error',
      ...admin,
    };
    const servers = [await startServer(env), await startServer(env)];
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });
    const token = await tokenFor(servers[0]!.url, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);

    const slots = slotsFrom(addDays(momentAt(new Date()).jour, 1));
    const acknowledged: { id: string; server: number; at: number }[] = [];
    const statuses: Record<number, number> = {};
    const calm = new AbortController();
    const streams = Array.from({ length: 8 }, async (_, n) => {
      const server = n % 2;
      while (!calm.signal.aborted) {
        const { status, body } = await callWith(
          token,
          `${servers[server]!.url}/api/reservations`,
          slots.next().value,
        );
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 201) acknowledged.push({ id: body.id, server, at: performance.now() });
        else await sleep(100);
      }
    });
    const until = (reached: () => boolean, timeout = 60_000) =>
      vi.waitUntil(reached, { timeout, interval: 10 });
    const countOf = (server: number, since: number) =>
      acknowledged.filter((one) => one.server === server && one.at > since).length;
    await until(() => countOf(0, 0) > 100 && countOf(1, 0) > 100);

    const killedAt = performance.now();
    await pair.primary.kill();
    await sleep(2_000); // an administrator, or Patroni, notices
    const promotedAt = performance.now();
    // The command of the guide, run on the machine of the standby.
    const { hostname, port, password } = new URL(pair.standby.url);
    execFileSync('/bin/sh', ['-euc', commandOf('promote')], {
      env: {
        PATH: process.env['PATH'],
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: 'postgres',
        PGPASSWORD: password,
        PGDATABASE: 'postgres',
      },
    });
    await until(() => countOf(0, promotedAt) > 20 && countOf(1, promotedAt) > 20);
    const back = acknowledged.find(({ at }) => at > promotedAt)!.at;

    // Changes stored by one instance are again announced by the other.
    const listeners = () =>
      pair.standby.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where application_name like 'manege live%'",
      );
    await expect.poll(listeners, { timeout: 30_000, interval: 200 }).toEqual([{ n: 2 }]);
    const stream = await fetch(`${servers[1]!.url}/api/live`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    });
    const jour = addDays(momentAt(new Date()).jour, 300);
    const heard = (async () => {
      let text = '';
      for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        if (text.includes(jour)) return true;
      }
      return false;
    })();
    expect(
      (await callWith(token, `${servers[0]!.url}/api/reservations`, slotsFrom(jour).next().value))
        .status,
    ).toBe(201);
    expect(await heard).toBe(true);

    // The former primary returns unchanged: it waits for a standby that it has lost, so no request
    // is sent to it.
    await pair.primary.start();
    await sleep(4_000); // several checks of HAProxy
    expect(
      await pair.primary.query("select 1 from pg_stat_activity where usename = 'manege'"),
    ).toEqual([]);
    const last = acknowledged.length;
    await until(() => acknowledged.length > last + 50);
    calm.abort();
    await Promise.all(streams);

    const client = new pg.Client({ connectionString: urlOf(pair.standby.port) });
    onTestFinished(() => client.end());
    await client.connect();
    const stored = new Set(
      (await client.query<{ id: string }>('select id from reservations')).rows.map(({ id }) => id),
    );
    process.stdout.write(
      `  ${acknowledged.length} réservations confirmées, ${stored.size} en base ; réponses : ${JSON.stringify(statuses)} ; ` +
        `promu ${((promotedAt - killedAt) / 1000).toFixed(1)} s après la mort, de nouveau confirmé ${((back - promotedAt) / 1000).toFixed(1)} s plus tard\n`,
    );
    expect(acknowledged.filter(({ id }) => !stored.has(id))).toEqual([]);
    expect(
      Object.keys(statuses).filter((status) => !['201', '409', '503'].includes(status)),
    ).toEqual([]);
  },
);
