/**
 * Slow tests: the database itself is killed, twenty requests ask for one slot at the same time, and
 * a sender that is too slow is disconnected.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { slotsFrom } from '../support/bookings.ts';
import { callWith, startServer, tokenFor } from '../support/server.ts';
import { postmaster } from '../support/supervised.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'manege-endurance-'));
// as root, PostgreSQL runs under another account, which must be able to enter
chmodSync(dataDir, 0o755);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const ENV = {
  DATA_DIR: dataDir,
  DEMO: '0',
  ADMIN_EMAIL: 'admin@essai.example',
  ADMIN_PASSWORD: 'selle-et-filet',
};
const tomorrow = addDays(momentAt(new Date()).jour, 1);

test('quatre « kill -9 » de PostgreSQL sous un flot de réservations : il revient de lui-même, et rien de confirmé ne manque', async () => {
  const server = await startServer(ENV);
  onTestFinished(async () => {
    await server.stop();
  });
  const token = await tokenFor(server.url, ENV.ADMIN_EMAIL, ENV.ADMIN_PASSWORD);
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  const slots = slotsFrom(tomorrow);
  const until = (reached: () => boolean) =>
    vi.waitUntil(
      () => {
        if (server.child.exitCode !== null)
          throw new Error(`the server has died:\n${server.output()}`);
        return reached();
      },
      { timeout: 300_000, interval: 10 },
    );
  const calm = new AbortController();
  // Unlike the riders of kill.test.ts, these continue: the database is killed, and the server still
  // answers meanwhile.
  const streams = Array.from({ length: 4 }, async () => {
    while (!calm.signal.aborted && server.child.exitCode === null) {
      const { status, body } = await callWith(
        token,
        `${server.url}/api/reservations`,
        slots.next().value,
      );
      statuses.add(status);
      if (status === 201) acknowledged.push(body.id);
      else await sleep(50);
    }
  });
  // With one more death in ten minutes, the service would rightly give it up.
  for (let n = 0; n < 4; n += 1) {
    const before = acknowledged.length;
    await until(() => acknowledged.length >= before + 20);
    const killed = postmaster(dataDir);
    if (killed === null) throw new Error('no postmaster.pid');
    process.kill(killed, 'SIGKILL');
    // Its backends live a little longer. The next process to kill is the new one.
    await until(() => ![null, killed].includes(postmaster(dataDir)));
  }
  const last = acknowledged.length;
  await until(() => acknowledged.length >= last + 20);
  calm.abort();
  await Promise.all(streams);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  onTestFinished(() => client.end());
  await client.connect();
  const stored = new Set(
    (await client.query<{ id: string }>('select id from reservations')).rows.map(({ id }) => id),
  );
  // It listens again shortly afterwards, and only once, however often it had to reconnect.
  const listeners = async (): Promise<number> =>
    (
      await client.query(
        "select 1 from pg_stat_activity where application_name like 'manege live%'",
      )
    ).rows.length;
  await expect.poll(listeners, { timeout: 60_000 }).toBeGreaterThan(0);
  await sleep(3_000); // the test asserts that no second listener appears
  expect(await listeners()).toBe(1);
  process.stdout.write(
    `  ${acknowledged.length} réservations confirmées, ${stored.size} en base ; réponses : ${[...statuses].join(', ')}\n`,
  );
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect([...statuses].filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
});

test('cinquante fois vingt demandes à la fois sur un créneau : chaque fois une seule est confirmée', async () => {
  const server = await startServer(ENV);
  onTestFinished(async () => {
    await server.stop();
  });
  const token = await tokenFor(server.url, ENV.ADMIN_EMAIL, ENV.ADMIN_PASSWORD);
  const slots = slotsFrom(addDays(tomorrow, 300));
  for (let round = 0; round < 50; round += 1) {
    const demande = slots.next().value;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callWith(token, `${server.url}/api/reservations`, demande)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array<number>(19).fill(409),
    ]);
  }
});

test('qui envoie ses en-têtes trop lentement est coupé', async () => {
  const server = await startServer(ENV);
  onTestFinished(async () => {
    await server.stop();
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n');
  const slow = setInterval(() => socket.write('X-A: b\r\n'), 1000);
  onTestFinished(() => clearInterval(slow));
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 408/);
});
