/**
 * A backup of half a million reservations while people book and read: its duration and size, and
 * its effect on the bookings; restored into the embedded PostgreSQL 18 and into PostgreSQL 15.
 * `TOURS`: how many times 50,000.
 */
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { POSTGRES_15, startExternal } from '../support/external.ts';
import {
  ADMIN,
  connected,
  countLost,
  type Load,
  prove,
  rounds,
  say,
  signIn,
  startLoad,
} from '../support/load.ts';
import { storeLecons } from '../support/places.ts';
import { command, folder, query } from '../support/sauvegardes.ts';
import { type Server, startServer } from '../support/server.ts';

const ROWS = rounds(10) * 50_000;
/** How long bookings are measured without a backup, before and after it. */
const QUIET_MS = 10_000;
/** A folder that the account of PostgreSQL can enter. */
function dataFolder(): string {
  const dir = folder();
  chmodSync(dir, 0o755);
  return dir;
}

const SEEDED_FROM = '2030-01-01';

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Twenty lessons a day, from 2030 on, so that the next two years are free. The exclusion constraint
 * is created after the rows, which is ten times faster.
 */
const seed = (url: string): Promise<void> =>
  connected(url, async (sql) => {
    const name = 'occupations_sans_chevauchement';
    const {
      rows: [constraint],
    } = await sql.query<{ text: string }>(
      'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
      [name],
    );
    await sql.query(`alter table occupations drop constraint ${name}`);
    await storeLecons(
      sql,
      `select $1::date + n / 20 as date_reservation, time '08:00' + (n % 10) * interval '1 hour' as heure_debut, time '09:00' + (n % 10) * interval '1 hour' as heure_fin,
        (array['interieure', 'exterieure'])[n / 10 % 2 + 1] as type_piste, 'saut' as type_lecon, case n % 21 when 0 then 'annulee' else 'confirmee' end as statut,
        array['Cavalière ' || n % 900] as noms_participants, 'Cavalière ' || n % 900 as nom_client, case n % 4 when 0 then 'Poney calme, merci' end as remarques
      from generate_series(0, $2::int - 1) as n`,
      [SEEDED_FROM, ROWS],
    );
    await sql.query(`alter table occupations add constraint ${name} ${constraint!.text}`);
    await sql.query('analyze reservations, occupations, participants');
  });

/** The number of rows and their checksum, of each table. */
const sumsOf = (url: string): Promise<Record<string, string>> =>
  connected(url, async (sql) => {
    const { rows: tables } = await sql.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
    );
    const sums: Record<string, string> = {};
    for (const { name } of tables)
      sums[name] = (
        await sql.query<{ sum: string }>(
          `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from "${name}" as t`,
        )
      ).rows[0]!.sum;
    return sums;
  });

const sumOfSeeded = async (url: string): Promise<unknown> =>
  (
    await query(
      url,
      `select count(*)::int as lignes, sum(hashtextextended(t::text, 0)) as somme, sum(hashtextextended(p::text, 0)) as places
    from reservations as t join participants as p on p.reservation_id = t.id where date_reservation >= $1`,
      [SEEDED_FROM],
    )
  )[0];

/** Reads a full week again and again. Returns how often. */
function read(url: string, headers: Record<string, string>): () => Promise<number> {
  const calm = new AbortController();
  let reads = 0;
  const reading = (async () => {
    for (; !calm.signal.aborted; await sleep(20)) {
      const response = await fetch(`${url}/api/planning?du=2040-06-11&au=2040-06-17`, { headers });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      reads += 1;
    }
  })();
  return async () => {
    calm.abort();
    await reading;
    return reads;
  };
}

/**
 * The durations of the bookings requested between two instants, in ms: the median and the slowest.
 */
function timesOf(
  { acknowledged }: Load,
  from: number,
  to: number,
): { count: number; median: number; slowest: number } {
  const times = acknowledged
    .filter(({ asked }) => asked >= from && asked < to)
    .map(({ asked, at }) => at - asked)
    .toSorted((a, b) => a - b);
  return {
    count: times.length,
    median: times[Math.floor(times.length / 2)] ?? Number.NaN,
    slowest: times.at(-1) ?? Number.NaN,
  };
}

/**
 * The restored data is in service: an administrator signs in, and an overlapping lesson is refused,
 * by the service and by the database.
 */
async function expectService(server: Server): Promise<void> {
  const headers = await signIn(server.url);
  const lesson = {
    type_lecon: 'saut',
    nombre_personnes: 1,
    noms_participants: ['Camille'],
    date_reservation: (
      await query<{ jour: string }>(
        server.databaseUrl,
        'select min(date_reservation)::text as jour from reservations',
      )
    )[0]!.jour,
  };
  const taken = (
    await query<{ type_piste: string; heure_debut: string }>(
      server.databaseUrl,
      "select type_piste, left(heure_debut::text, 5) as heure_debut from reservations where date_reservation = $1 and statut <> 'annulee' limit 1",
      [lesson.date_reservation],
    )
  )[0]!;
  const response = await fetch(`${server.url}/api/reservations`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...lesson, ...taken }),
  });
  expect(response.status, await response.text()).toBe(409);
  await expect(
    query(
      server.databaseUrl,
      `select importer_lecons(jsonb_build_array(to_jsonb(r) - 'id')) from reservations r where statut = 'confirmee' and date_reservation >= '${SEEDED_FROM}' limit 1`,
    ),
  ).rejects.toMatchObject({ code: '23P01' });
}

test(`${ROWS.toLocaleString('fr')} réservations : sauvegarde sous la charge, restaurée dans PostgreSQL 18 embarqué et dans PostgreSQL 15`, async (context) => {
  const [dataDir, backups] = [dataFolder(), folder()];
  const env = { ...ADMIN, DATA_DIR: dataDir, DEMO: '0' };
  const server = await startServer(env);
  onTestFinished(async () => {
    await server.stop();
  });
  await seed(server.databaseUrl);
  const headers = await signIn(server.url);
  const load = startLoad(server.url, headers);
  onTestFinished(() => load.stop());
  const readings = read(server.url, headers);
  await load.more(50);
  const quiet = Date.now();
  await sleep(QUIET_MS);

  const begun = Date.now();
  const { code, said } = await command('backup', { DATA_DIR: dataDir, BACKUP_DIR: backups }).ended;
  const ended = Date.now();
  expect(code, said).toBe(0);
  await sleep(QUIET_MS);
  await load.stop();
  const reads = await readings();
  const path = join(
    backups,
    readdirSync(backups).find((name) => name.endsWith('.sauvegarde')) ?? '',
  );
  const [before, during, after] = [
    timesOf(load, quiet, begun),
    timesOf(load, begun, ended),
    timesOf(load, ended, Date.now()),
  ];
  say(
    `${ROWS} réservations et ${reads} lectures : ${await prove(server.databaseUrl, load, ['201'])}`,
  );
  say(
    `sauvegarde et vérification : ${((ended - begun) / 1000).toFixed(1)} s, ${(statSync(path).size / 1e6).toFixed(1)} Mo`,
  );
  expect(said).not.toContain('Non vérifiée');
  say(
    `réservation la plus lente : ${before.slowest} ms avant, ${during.slowest} ms pendant (${during.count}), ${after.slowest} ms après : × ${(during.slowest / Math.max(before.slowest, after.slowest)).toFixed(1)} ; médianes ${before.median}, ${during.median}, ${after.median} ms`,
  );
  const seeded = await sumOfSeeded(server.databaseUrl);
  await server.stop();
  const promised = { acknowledged: load.acknowledged.filter(({ at }) => at < begun) };

  const restoreInto = async (
    name: string,
    target: Record<string, string>,
  ): Promise<Record<string, string>> => {
    const since = Date.now();
    const result = await command('restore', target, path).ended;
    expect(result.code, result.said).toBe(0);
    say(`restaurée dans ${name} : ${seconds(since)}`);
    const restored = await startServer({ ...env, ...target });
    onTestFinished(async () => {
      await restored.stop();
    });
    const sums = await sumsOf(restored.databaseUrl);
    expect(await sumOfSeeded(restored.databaseUrl)).toEqual(seeded);
    expect(await connected(restored.databaseUrl, (sql) => countLost(sql, promised))).toBe(0);
    await expectService(restored);
    await restored.stop();
    return sums;
  };
  const in18 = await restoreInto('PostgreSQL 18 embarqué', { DATA_DIR: dataFolder() });
  if (POSTGRES_15 === null)
    return context.skip(
      "non exécuté avec PostgreSQL 15, qui n'est pas installé (Debian : postgresql-15)",
    );
  const external = await startExternal(POSTGRES_15);
  onTestFinished(() => external.remove());
  const in15 = await restoreInto('PostgreSQL 15', {
    DATABASE_URL: external.url,
    DATA_DIR: folder(),
  });
  // The data that a start writes by itself: the heartbeat, and the mark of the installation, which
  // no backup contains.
  for (const sums of [in18, in15]) {
    delete sums['horloge'];
    delete sums['installation'];
  }
  expect(in15).toEqual(in18);
  expect(Object.keys(in18).length).toBeGreaterThan(15);
  say(
    `${Object.keys(in18).length} tables : lignes et sommes égales dans 18 et 15 ; on s'y connecte, et un chevauchement y est refusé`,
  );
});
