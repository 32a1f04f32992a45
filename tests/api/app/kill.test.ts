/**
 * No acknowledged booking is ever lost: the server is killed during a stream of bookings, again and
 * again, and starts again by itself.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { slotsFrom, stream } from '../../support/bookings.ts';
import { random } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { type Server, startServer, tokenFor } from '../../support/server.ts';

const KILLS = rounds(1, 5); // 30 kills, and kills of PostgreSQL: tests/endurance
const CLIENTS = 8;

const dataDir = mkdtempSync(join(tmpdir(), 'manege-kill-'));
// as root, PostgreSQL runs under another account, which must be able to enter
chmodSync(dataDir, 0o755);
let server: Server | null = null;

afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  `après ${KILLS} « kill -9 » du serveur sous un flot de réservations, chaque réservation confirmée est là`,
  { timeout: 300_000 },
  async () => {
    const env = {
      DATA_DIR: dataDir,
      DEMO: '0',
      ADMIN_EMAIL: 'admin@essai.example',
      ADMIN_PASSWORD: 'selle-et-filet',
    };
    const acknowledged: string[] = [];
    const slots = slotsFrom(addDays(momentAt(new Date()).jour, 1));
    let token = '';
    for (let n = 0; n < KILLS; n += 1) {
      server = await startServer(env);
      const { url } = server;
      token ||= await tokenFor(url, env.ADMIN_EMAIL, env.ADMIN_PASSWORD);
      const before = acknowledged.length;
      const streams = Array.from({ length: CLIENTS }, () =>
        stream(url, token, slots, acknowledged),
      );
      await vi.waitUntil(() => acknowledged.length >= before + 5, {
        timeout: 30_000,
        interval: 10,
      }); // it is killed while it works, not while it is idle
      await sleep(random() * 120); // at any time during that work
      await server.kill();
      await Promise.all(streams);
    }
    server = await startServer(env);
    const client = new pg.Client({ connectionString: server.databaseUrl });
    onTestFinished(() => client.end());
    await client.connect();
    const { rows } = await client.query<{ id: string }>('select id from reservations');
    const stored = new Set(rows.map(({ id }) => id));
    process.stdout.write(
      `  ${acknowledged.length} réservations confirmées, ${stored.size} en base après ${KILLS} arrêts brutaux\n`,
    );
    expect(acknowledged.length).toBeGreaterThan(KILLS * 5 - 1);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  },
);
