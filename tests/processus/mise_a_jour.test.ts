/**
 * A start on an earlier schema: first a backup, then every migration or none (OPS-40 to OPS-43).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { restore } from '../../src/server/actions/backups/restaurer.ts';
import { alone } from '#server/platform/backup/alone.ts';
import { runMigrations } from '#server/platform/migrations.ts';
import { upgrade } from '#server/upgrade.ts';
import { ownerQuery } from '../support/postgres.ts';
import { quick, MAIN } from '../support/server.ts';
import { database, folder, job, query, readAll } from '../support/sauvegardes.ts';

/** The dates of migrations by their number: src/server/stores/migrations/meta/_journal.json. */
const WHEN = { first: 1_795_237_555_638, sixth: 1_795_312_785_376 };

/** A database with a lesson, under the schema of one of the first migrations. */
async function earlier({ until = WHEN.sixth, lessons = 1 } = {}): Promise<string> {
  const url = await database({ empty: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await runMigrations(client, { until });
  await client.query(
    `insert into reservations (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut)
    select '{Léa}', 'Léa', '2026-11-23', '10:00', '11:00', 'interieure', 'saut', 1, 'confirmee' from generate_series(1, $1)`,
    [lessons],
  );
  await client.end();
  return url;
}

const migrations = async (url: string): Promise<number> =>
  (await query(url, 'select 1 from drizzle.__drizzle_migrations')).length;

const way = (dir: string, wanted = true) => ({
  version: '1.0.0',
  config: { dir, command: null, passphrase: null, base: null },
  wanted,
  say: () => undefined,
});

/**
 * The product's own process, which is expected not to open. `-f` limits the size of its files, as a
 * full disk does.
 */
function start(env: Record<string, string>, limit = 'unlimited'): string {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, MAIN],
    {
      encoding: 'utf8',
      timeout: 50_000,
      env: { ...quick(), PORT: '0', LOG_LEVEL: 'warn', ...env },
    },
  );
  expect(status, stdout + stderr).toBe(1);
  return stderr;
}

test("un démarrage qui attend la fin d'une sauvegarde le dit, et continue ensuite", async () => {
  // OPS-40
  const url = await earlier();
  const said: string[] = [];
  let made: Promise<unknown> = Promise.resolve();
  await alone(url, async () => {
    made = upgrade(url, { ...way(folder()), say: (line) => said.push(line) });
    await expect
      .poll(() => said, { timeout: 20_000 })
      .toEqual([
        'La base de données doit être mise à jour, et une sauvegarde, une restauration ou une autre mise à jour y est en cours : le démarrage attend sa fin…',
      ]);
  });
  await made;
  expect(said.at(-1)).toMatch(/-avant-mise-a-jour\.sauvegarde : vérifiée\.$/);
});

test("des données qu'une migration refuse : rien ne change, une phrase dit quoi faire, et la sauvegarde d'avant est là", async () => {
  // OPS-41
  // two lessons at the same time: 0001 forbids them
  const url = await earlier({ until: WHEN.first, lessons: 2 });
  const before = await readAll(url);
  const dir = folder();
  const said = start({ DATABASE_URL: url, DATA_DIR: dir });
  const [name = ''] = readdirSync(join(dir, 'sauvegardes'));
  const path = join(dir, 'sauvegardes', name);
  expect(said).toContain(
    'les données ne conviennent pas à la migration 0001_sans_chevauchement (23P01, table reservations, contrainte reservations_sans_chevauchement).\n' +
      "Rien n'a été changé : la version précédente de Manège fonctionne toujours avec cette base.",
  );
  expect(said).toContain(`npm run restore -- '${path}'`);
  expect(said).not.toContain('Léa');
  // A supervisor starts it again and again: one file per day remains.
  await sleep(1_100); // names have a resolution of one second
  await expect(upgrade(url, way(join(dir, 'sauvegardes')))).rejects.toThrow(
    'la migration 0001_sans_chevauchement',
  );
  expect(readdirSync(join(dir, 'sauvegardes'))).toHaveLength(1);
  // Without a proof (which runs the migrations on a copy), only the transaction keeps everything
  // unchanged.
  await expect(upgrade(url, way(dir, false))).rejects.toThrow(
    'la migration 0001_sans_chevauchement',
  );
  expect(await readAll(url)).toEqual(before);
  expect(await migrations(url)).toBe(1);
  // Once the data is valid, the same start succeeds.
  await query(url, 'delete from reservations where ctid = (select max(ctid) from reservations)');
  await upgrade(url, way(dir));
  expect(await query(url, 'select nom_client from reservations')).toEqual([{ nom_client: 'Léa' }]);
});

test("la sauvegarde d'avant se restaure", async () => {
  // OPS-40
  const [url, dir, target] = [await earlier(), folder(), await database({ empty: true })];
  await upgrade(url, way(dir));
  expect(await restore(job(target, folder()), join(dir, readdirSync(dir)[0] ?? ''))).toMatchObject({
    reservations: 1,
  });
  expect(await query(target, 'select nom_client from reservations')).toEqual([
    { nom_client: 'Léa' },
  ]);
});

test('sans place pour la sauvegarde, le démarrage est refusé et rien ne change', async () => {
  // OPS-40
  const url = await earlier();
  const said = start(
    {
      DATABASE_URL: url,
      DATA_DIR: folder(),
      SECRET: 'trente-deux caractères au moins, pas un de moins',
    },
    '0',
  );
  expect(said).toContain("n'a pas pu être sauvegardée avant. Rien n'a été changé.\nLe disque de ");
  expect(said).toContain('BACKUP_DIR');
  expect(await migrations(url)).toBe(6);
});

test("sans dossier où l'écrire non plus ; BACKUP_BEFORE_MIGRATION=0 passe outre", async () => {
  // OPS-40
  const url = await earlier();
  const file = join(folder(), 'un-fichier');
  writeFileSync(file, '');
  await expect(upgrade(url, way(file))).rejects.toThrow(
    /Rien n'a été changé\.[^]*un-fichier[^]*BACKUP_BEFORE_MIGRATION=0/,
  );
  expect(await migrations(url)).toBe(6);
  await upgrade(url, way(file, false));
  expect(await migrations(url)).toBeGreaterThan(7);
});

test("de deux instances qui démarrent ensemble, une sauvegarde et migre ; une base vide n'est pas sauvegardée", async () => {
  // OPS-40
  const [url, dir] = [await earlier(), folder()];
  await Promise.all([upgrade(url, way(dir)), upgrade(url, way(dir))]);
  expect(readdirSync(dir)).toHaveLength(1);
  expect(await query(url, 'select nom_client from reservations')).toEqual([{ nom_client: 'Léa' }]);
  expect(
    await query(
      url,
      'select origine, fichier, octets > 0 as pleine, non_verifiee, erreur from sauvegardes',
    ),
  ).toEqual([
    {
      origine: 'mise_a_jour',
      fichier: join(dir, readdirSync(dir)[0] ?? ''),
      pleine: true,
      non_verifiee: null,
      erreur: null,
    },
  ]);
  const none = join(dir, 'aucune');
  await upgrade(await database({ empty: true }), way(none));
  expect(existsSync(none)).toBe(false);
});

test("une autre instance est attendue, puis tient à distance une migration qu'elle ne supporte pas", async () => {
  // OPS-43
  const [url, dir] = [await earlier(), folder()];
  const other = async () => {
    const instance = new pg.Client({ connectionString: url, application_name: 'manege' });
    await instance.connect();
    return instance;
  };
  const [staying, leaving] = [await other(), await other()];
  await expect(upgrade(url, way(dir))).rejects.toThrow('arrêtez toutes les instances');
  expect(readdirSync(dir)).toEqual([]);
  expect(await migrations(url)).toBe(6);
  await staying.end();
  const migrated = upgrade(url, way(dir));
  await sleep(500); // the test asserts that it waits meanwhile
  await leaving.end();
  await migrated;
  expect(await migrations(url)).toBeGreaterThan(7);
});

test("une demande prend les mêmes tables dans l'autre ordre : les migrations recommencent, et aboutissent", async () => {
  // OPS-43
  const url = await earlier();
  // Time for the request to ask for its second table. PostgreSQL ends the one that has waited for
  // so long, and the migrations begin to wait.
  await ownerQuery(`alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '5s'`);
  const request = new pg.Client({ connectionString: url });
  await request.connect();
  await request.query('begin; select from reservations');
  const migrated = upgrade(url, way(folder(), false));
  const waiting =
    "select from pg_locks where not granted and relation = 'reservations'::regclass and database = (select oid from pg_database where datname = current_database())";
  await expect.poll(async () => (await query(url, waiting)).length, { timeout: 60_000 }).toBe(1);
  await request.query('select from courriels; commit');
  await request.end();
  await migrated;
  expect(await query(url, 'select nom_client from reservations')).toEqual([{ nom_client: 'Léa' }]);
});

test('une version plus ancienne que le schéma ne démarre pas, et ne change rien', async () => {
  // OPS-42
  const url = await database();
  await query(
    url,
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('plus tard', 9999999999999)",
  );
  const before = await readAll(url);
  await expect(upgrade(url, way(folder()))).rejects.toThrow(
    /^Cette base de données vient d'une version plus récente de Manège/,
  );
  expect(await readAll(url)).toEqual(before);
});
