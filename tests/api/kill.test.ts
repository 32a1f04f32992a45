/** Nothing acknowledged is ever lost: the server dies under a stream of bookings, again and again, and starts again by itself. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { addDays, momentAt } from '#domain/calendrier.ts';
import { CRENEAUX } from '#domain/creneaux.ts';
import { callWith, type Server, startServer, tokenFor } from '../support/server.ts';

const KILLS = 20;
const CLIENTS = 8;

const dataDir = mkdtempSync(join(tmpdir(), 'manege-kill-'));
chmodSync(dataDir, 0o755); // as root, PostgreSQL runs under another account, which must be able to enter
let server: Server | null = null;

afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test(`après ${KILLS} « kill -9 » du serveur sous un flot de réservations, chaque réservation confirmée est là`, { timeout: 300_000 }, async () => {
  const env = { DATA_DIR: dataDir, DEMO: '0', ADMIN_EMAIL: 'admin@essai.example', ADMIN_PASSWORD: 'selle-et-filet' };
  const acknowledged: string[] = [];
  const slots = slotsFrom(addDays(momentAt(new Date()).jour, 1));
  let token = '';
  for (let n = 0; n < KILLS; n += 1) {
    server = await startServer(env);
    const { url } = server;
    token ||= await tokenFor(url, env.ADMIN_EMAIL, env.ADMIN_PASSWORD);
    const before = acknowledged.length;
    const streams = Array.from({ length: CLIENTS }, () => stream(url, token, slots, acknowledged));
    while (acknowledged.length < before + 5) await sleep(10); // it dies at work, not at rest
    await sleep(Math.random() * 120);
    await server.kill();
    await Promise.all(streams);
  }
  server = await startServer(env);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from reservations');
  await client.end();
  const stored = new Set(rows.map(({ id }) => id));
  process.stdout.write(`  ${acknowledged.length} réservations confirmées, ${stored.size} en base après ${KILLS} arrêts brutaux\n`);
  expect(acknowledged.length).toBeGreaterThan(KILLS * 5 - 1);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});

/** Books slot after slot until the server is gone; keeps the ids of what was answered 201. */
async function stream(url: string, token: string, slots: Iterator<object>, acknowledged: string[]): Promise<void> {
  for (;;) {
    const slot = slots.next();
    if (slot.done) throw new Error('no slot is left');
    try {
      const { status, body } = await callWith(token, `${url}/api/reservations`, slot.value);
      if (status !== 201) throw new Error(`unexpected answer ${status}: ${body.message}`);
      acknowledged.push(body.id);
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return; // the connection died with the server
      throw error;
    }
  }
}

/** Every free half hour of both arenas, day after day. */
function* slotsFrom(jour: string): Generator<object> {
  for (let n = 0; n < 700; n += 1) {
    for (const type_piste of ['interieure', 'exterieure']) {
      for (const heure_debut of CRENEAUX.slice(0, 24)) {
        yield { type_lecon: 'particuliere', nombre_personnes: 1, noms_participants: ['Camille'], date_reservation: addDays(jour, n), type_piste, heure_debut };
      }
    }
  }
}
