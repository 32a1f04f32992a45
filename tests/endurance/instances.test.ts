/**
 * Two instances behind the documented HAProxy are restarted one after the other while fifty clients
 * use them, with the commands of the guide.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { openPool } from '#server/platform/db.ts';
import { slotsFrom } from '../support/bookings.ts';
import { commandOf } from '../support/commands.ts';
import { ask } from '../support/http.ts';
import { useInstances } from '../support/instances.ts';
import { createPerson, PASSWORD } from '../support/people.ts';
import { startHaproxy } from '../support/proxies.ts';
import { random } from '../support/random.ts';
import { folder } from '../support/sauvegardes.ts';
import { startServer, tokenFor } from '../support/server.ts';
import { type SmtpServer, startSmtp } from '../support/smtp.ts';

let smtp: SmtpServer;
afterAll(() => smtp.stop());
const RIDERS = 10;
const i = useInstances({
  people: RIDERS,
  around: async () => {
    smtp = await startSmtp();
    return { SMTP_URL: smtp.url, TRUST_PROXY: '127.0.0.1' };
  },
});

const jour = addDays(momentAt(new Date()).jour, 3);
const slots = slotsFrom(jour);

/** `systemctl restart manege@PORT`: stops that instance and starts its successor. */
async function startSystemctl(dir: string): Promise<void> {
  const starting: Promise<unknown>[] = [];
  const restart = async (unit: string): Promise<void> => {
    const n = i.servers.findIndex((server) => unit.endsWith(`@${new URL(server.url).port}`));
    const { port } = new URL(i.servers[n]!.url);
    await i.servers[n]!.stop();
    starting.push(
      (async () => {
        i.servers[n] = await startServer({ ...i.env, PORT: port });
      })(),
    );
  };
  const control = createServer(
    (request, response) => void restart(request.url ?? '').finally(() => response.end()),
  ).listen(0, '127.0.0.1');
  await once(control, 'listening');
  onTestFinished(async () => {
    await Promise.all(starting);
    control.close();
  });
  const path = join(dir, 'systemctl');
  writeFileSync(
    path,
    `#!/bin/sh\n[ "$1" = restart ] && exec curl -fs "http://127.0.0.1:${(control.address() as AddressInfo).port}/$2"\n`,
  );
  chmodSync(path, 0o755);
}

test("cinquante clients, deux instances redémarrées l'une après l'autre : aucune demande perdue, aucun email en double", async () => {
  // OPS-75
  const proxy = await startHaproxy(i.servers.map(({ url }) => url));
  onTestFinished(() => proxy.stop());
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const { pool, db } = openPool(i.database.url, () => undefined);
  const admin = await createPerson(db, { role: 'admin' });
  await pool.end();
  const adminToken = await tokenFor(proxy.url, admin.email, PASSWORD);

  const answers: Record<string, number> = {};
  const booked: Record<string, any>[] = [];
  const editable: Record<string, any>[] = [];
  let running = true;
  const call = async (
    what: string,
    method: string,
    path: string,
    token: string | null,
    body?: object,
  ): Promise<any> => {
    try {
      const { status, text } = await ask(`${proxy.url}${path}`, {
        method,
        agent,
        headers: {
          ...(token === null ? { origin: proxy.url } : { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const seen = `${what} ${status}${status < 300 ? '' : ` ${/"code":"(\w+)"/.exec(text)?.[1] ?? 'HAProxy'}`}`;
      answers[seen] = (answers[seen] ?? 0) + 1;
      return status < 300 ? JSON.parse(text) : null;
    } catch (error) {
      answers[`${what} ${String(error)}`] = (answers[`${what} ${String(error)}`] ?? 0) + 1;
      return null;
    }
  };
  const KINDS: [count: number, (n: number) => Promise<void>][] = [
    [
      20,
      async (n) => {
        const lecon = await call(
          'réserver',
          'POST',
          '/api/reservations',
          i.tokens[n % RIDERS]!,
          slots.next().value,
        );
        if (lecon) {
          booked.push(lecon);
          editable.push(lecon);
        }
      },
    ],
    [
      20,
      async (n) => {
        await call(
          'lire',
          'GET',
          `/api/disponibilites?du=${jour}&au=${addDays(jour, 6)}`,
          i.tokens[n % RIDERS]!,
        );
      },
    ],
    [
      5,
      async () => {
        const lecon = editable.shift();
        if (lecon)
          await call('modifier', 'PUT', `/api/reservations/${lecon['id']}`, adminToken, {
            ...lecon,
            remarques: 'Poney calme',
          });
      },
    ],
    [
      5,
      async (n) => {
        await call('se connecter', 'POST', '/api/auth/sign-in/email', null, {
          email: i.people[n % RIDERS]!.email,
          password: PASSWORD,
        });
      },
    ],
  ];
  const clients = Promise.all(
    KINDS.flatMap(([count, work]) =>
      Array.from({ length: count }, async (_, n) => {
        while (running) {
          await work(n);
          await sleep(200 + random() * 200); // as people do
        }
      }),
    ),
  );
  try {
    await vi.waitUntil(() => booked.length > 100, { timeout: 60_000 });
    const dir = folder();
    await startSystemctl(dir);
    const [a, b] = i.servers.map(({ url }) => new URL(url).port);
    const since = performance.now();
    await promisify(execFile)(
      '/bin/sh',
      ['-euc', commandOf('rolling').replaceAll('3001', a!).replaceAll('3002', b!)],
      { env: { PATH: `${dir}:${process.env['PATH']}` } },
    );
    process.stdout.write(
      `  deux instances redémarrées en ${((performance.now() - since) / 1000).toFixed(1)} s\n`,
    );
    const before = booked.length;
    await vi.waitUntil(() => booked.length > before + 100, { timeout: 60_000 });
  } finally {
    running = false;
    await clients;
  }
  process.stdout.write(`  réponses : ${JSON.stringify(answers)}\n`);
  expect(Object.keys(answers).toSorted()).toEqual([
    'lire 200',
    'modifier 200',
    'réserver 201',
    'se connecter 200',
  ]);
  const { rows } = await i.sql.query(
    'select count(*)::int as n from reservations where id = any($1)',
    [booked.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ n: booked.length }]);
  const waiting = async () =>
    (await i.sql.query("select 1 from courriels where statut = 'en_attente'")).rows.length;
  await expect.poll(waiting, { timeout: 120_000, interval: 500 }).toBe(0);
  const sent = smtp.recus.map(({ messageId }) => messageId);
  const {
    rows: [stored],
  } = await i.sql.query("select count(*)::int as n from courriels where statut = 'envoye'");
  process.stdout.write(
    `  ${booked.length} réservations confirmées et en base ; ${sent.length} emails remis, ${new Set(sent).size} différents\n`,
  );
  expect(sent).toHaveLength(new Set(sent).size);
  expect(sent).toHaveLength(stored.n);
  expect(sent.length).toBeGreaterThan(booked.length);
});
