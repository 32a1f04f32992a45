/** Two instances behind pgbouncer in transaction mode, where each transaction may reach another connection of PostgreSQL. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { addDays, momentAt } from '#domain/calendrier.ts';
import { backUp } from '#server/platform/backup/job.ts';
import { ask } from '../support/http.ts';
import { overlaps, useInstances } from '../support/instances.ts';
import { PASSWORD } from '../support/people.ts';
import { HAS_PGBOUNCER, type Pgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { folder } from '../support/sauvegardes.ts';
import { quick } from '../support/server.ts';
import { startWire, type Wire } from '../support/wire.ts';

const JOUR = addDays(momentAt(new Date()).jour, 40);

describe.skipIf(!HAS_PGBOUNCER)('derrière pgbouncer en mode « transaction »', () => { // OPS-70
  let bouncer: Pgbouncer;
  let wire: Wire;
  afterAll(async () => {
    wire.close();
    await bouncer.stop();
  });
  const i = useInstances({
    people: 4,
    around: async (url) => {
      bouncer = await startPgbouncer(url, { size: 4 }); // fewer than what one instance opens: they are mixed all the time
      wire = await startWire(bouncer.url);
      return { DATABASE_URL: wire.url, DATABASE_DIRECT_URL: url };
    },
  });

  const lecon = (heure_debut: string, change: object = {}) => ({ type_lecon: 'longe', nombre_personnes: 1, noms_participants: ['Camille'], date_reservation: JOUR, type_piste: 'interieure', heure_debut, ...change });

  test('de quarante demandes simultanées d\'un créneau une seule est confirmée, et les écrans de l\'autre instance l\'apprennent', async () => { // BOOK-06, UI-11
    const stream = await fetch(`${i.urlOf(1)}/api/live`, { headers: { authorization: `Bearer ${i.tokens[1]}` }, signal: AbortSignal.timeout(20_000) });
    const heard = (async () => {
      let text = '';
      for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        if (text.includes(`"jours":["${JOUR}"]`)) return true;
      }
      return false;
    })();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => i.call(n % 4, '/api/reservations', lecon('10:00'))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(39).fill(409)]);
    expect(await heard).toBe(true);
    expect(await overlaps(i)).toBe(0);
  });

  test('quotas, modifications, suppressions et lectures simultanées des deux instances : aucune erreur, aucun chevauchement', async () => {
    await i.sql.query('update parametres set "maxBookingsPerDayApplied" = true, "maxBookingsPerDay" = 3');
    onTestFinished(async () => { await i.sql.query('update parametres set "maxBookingsPerDayApplied" = false'); });
    const hours = ['11:00', '11:30', '12:00', '12:30', '13:00', '13:30', '14:00', '14:30'];
    const booked = (await Promise.all(hours.flatMap((heure) => [0, 1, 2, 3].map((person) => i.call(person, '/api/reservations', lecon(heure, { type_piste: 'exterieure' })))))).filter(({ status }) => status === 201);
    const { rows } = await i.sql.query<{ n: number }>('select count(*)::int as n from reservations where date_reservation = $1 group by user_id', [JOUR]);
    expect(Math.max(...rows.map(({ n }) => n))).toBeLessThanOrEqual(3);
    const others = await Promise.all([
      ...booked.map(({ body }, n) => i.call(n % 4, `/api/reservations/${body.id}`)), // 404 for another rider's
      ...Array.from({ length: 40 }, (_, n) => i.call(n % 4, `/api/disponibilites?du=${JOUR}&au=${addDays(JOUR, 6)}`)),
      ...Array.from({ length: 20 }, (_, n) => i.call(n % 4, '/api/reservations?miennes=1')),
    ]);
    expect([...new Set(others.map(({ status }) => status))].filter((status) => ![200, 404].includes(status))).toEqual([]);
    expect(await overlaps(i)).toBe(0);
  });

  test('ce qui attend un verrou trop longtemps est refusé, et aucune connexion ne garde les délais', async () => {
    const holder = new pg.Client({ connectionString: i.database.url });
    await holder.connect();
    await holder.query('begin; lock table sessions in exclusive mode; lock table reservations in access exclusive mode');
    // A statement, a transaction, and a shared read.
    const signIn = fetch(`${i.urlOf(1)}/api/auth/sign-in/email`, {
      method: 'POST', headers: { 'content-type': 'application/json', origin: i.urlOf(1) }, body: JSON.stringify({ email: i.people[1]!.email, password: PASSWORD }),
    });
    const answers = await Promise.all([
      i.call(0, '/api/reservations', lecon('16:00')), signIn.then(async (response) => ({ status: response.status, body: await response.json() as { code: string } })), i.call(1, '/api/reservations?miennes=1'),
    ]);
    await holder.query('rollback');
    await holder.end();
    expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual(['503 service_occupe', '503 service_occupe', '503 service_occupe']);
    const client = new pg.Client({ connectionString: bouncer.url });
    await client.connect();
    expect((await client.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
    await client.end();
  });

  test('pgbouncer redémarré, le service revient de lui-même', async () => {
    const port = Number(new URL(bouncer.url).port);
    await bouncer.stop();
    expect((await i.call(0, '/api/reservations?miennes=1')).status).toBe(503);
    bouncer = await startPgbouncer(i.database.url, { size: 4, port });
    await expect.poll(async () => (await ask(`${i.urlOf(0)}/api/health`)).status, { timeout: 20_000, interval: 200 }).toBe(200);
    expect((await i.call(0, '/api/reservations?miennes=1')).status).toBe(200);
  });

  test('rien n\'a été préparé sous un nom', () => {
    expect(wire.trips()).toBeGreaterThan(300);
    expect(wire.named()).toBe(0);
  });

  test('les instances arrêtées, sauvegarde et restauration se font, quoi que pgbouncer garde ouvert', async () => { // OPS-01, OPS-10
    await Promise.all(i.servers.splice(0).map((server) => server.stop()));
    const kept = async () => (await i.sql.query("select application_name from pg_stat_activity where datname = current_database() and application_name like '%manege%'")).rows;
    await expect.poll(async () => new Set((await kept()).map(({ application_name: name }) => name)), { timeout: 5_000 }).toEqual(new Set(['pgbouncer manege']));
    const dir = folder();
    const { path, nonVerifiee } = await backUp({ url: i.database.url, version: '1.0.0', config: { dir, command: null, passphrase: null, base: null }, now: new Date(), say: () => undefined });
    expect(nonVerifiee).toBeNull();
    const { stdout } = await promisify(execFile)(process.execPath, ['src/server/restore.ts', path], { env: { ...quick(), ...i.env, BACKUP_DIR: dir } });
    expect(stdout).toContain('Restauré');
  });
});
