/**
 * A restore is killed again and again, by command and on the installation page: it leaves the old
 * data or the new, never a mixture (OPS-10, OPS-32).
 */
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../support/postgres.ts';
import { random } from '../support/random.ts';
import { command, database, folder, query, readAll, save, ZOE } from '../support/sauvegardes.ts';
import { startServer } from '../support/server.ts';

const KILLS = 12;

test('kill -9 de la commande à des instants tirés au hasard : ou les anciennes données, ou les nouvelles, jamais un mélange', async () => {
  const target = await database();
  await query(
    target,
    `select id from importer_lecons((select jsonb_agg(l) from (
    select '{Ancienne}', 'Ancienne', date '2030-01-01' + n, '10:00', '11:00', 'interieure', 'saut', 1 from generate_series(1, 500) n
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes))) as id`,
  );
  const before = await readAll(target);
  // Larger than the other one, so that most of the time passes inside the transaction.
  const large = await createDatabase();
  onTestFinished(large.drop);
  await query(
    large.url,
    `select id from importer_lecons((select jsonb_agg(l) from (
    select '{Nouvelle}', 'Nouvelle', date '2000-01-01' + n, '10:00', '11:00', piste, 'saut', 1 from generate_series(1, 10000) n, unnest('{interieure,exterieure}'::text[]) piste
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes))) as id`,
  );
  const { path } = await save(large.url, folder());
  const inside: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { child, ended } = command('restore', { DATABASE_URL: target, DATA_DIR: folder() }, path);
    const begun = new Promise<void>((resolve) => {
      child.stdout?.on('data', (piece: Buffer) => {
        if (piece.includes('Restauration de')) resolve();
      });
    });
    await Promise.race([begun, ended]);
    await sleep(random() * 400);
    child.kill('SIGKILL');
    inside.push((await ended).code ?? -1);
    // Its backend ends by itself once it notices.
    await expect
      .poll(
        () =>
          query(
            target,
            "select 1 from pg_stat_activity where datname = current_database() and application_name like 'manege%'",
          ),
        { timeout: 20_000 },
      )
      .toEqual([]);
    expect(await readAll(target)).toEqual(before);
  }
  expect(inside).toEqual(Array<number>(KILLS).fill(-1)); // none had ended by itself
  const { ended } = command('restore', { DATABASE_URL: target, DATA_DIR: folder() }, path);
  expect((await ended).said).toContain('Restauré : 20000 réservations, 0 comptes, 0 emails.');
  expect(await query(target, 'select count(*)::int as n from reservations')).toEqual([
    { n: 20_000 },
  ]);
});

test("kill -9 du service pendant qu'il restaure sur la page de mise en service : l'installation vide, ou tout le centre", async () => {
  const source = await database();
  await query(
    source,
    "insert into users (id, email, full_name, role, statut) values ($1, 'zoe@essai.example', 'Zoé', 'admin', 'actif')",
    [ZOE],
  );
  await query(
    source,
    `select id from importer_lecons((select jsonb_agg(l) from (
    select '{Nouvelle}', 'Nouvelle', date '2000-01-01' + n, '10:00', '11:00', piste, 'saut', 1 from generate_series(1, 10000) n, unnest('{interieure,exterieure}'::text[]) piste
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes))) as id`,
  );
  const bytes = readFileSync((await save(source, folder())).path);
  const [target, place] = [await database(), folder()];
  const count =
    'select (select count(*) from users)::int as comptes, (select count(*) from reservations)::int as reservations';
  const begin = async () => {
    // The first start after an hour removes the remains of the previous one (OPS-32).
    const hourAgo = new Date(Date.now() - 61 * 60_000);
    for (const name of readdirSync(place)) utimesSync(join(place, name), hourAgo, hourAgo);
    const server = await startServer({
      DATABASE_URL: target,
      DATA_DIR: folder(),
      BACKUP_DIR: place,
      SECRET: 'le-meme-secret-pour-chaque-demarrage',
    });
    onTestFinished(() => server.kill());
    await expect.poll(() => readdirSync(place)).toEqual([]);
    return server;
  };
  const restore = async (server: Awaited<ReturnType<typeof begin>>) => {
    const token = /\/installation#token=(\S+)/.exec(server.output())?.[1] ?? '';
    return (
      await fetch(`${server.url}/api/installation/restauration`, {
        method: 'POST',
        body: bytes,
        headers: { authorization: `Bearer ${token}` },
      })
    ).text();
  };
  for (let kill = 0; kill < 6; kill += 1) {
    const server = await begin();
    const restoring = restore(server).catch(() => 'cut');
    // Once the accounts are locked, it is inside its transaction.
    await expect
      .poll(
        () =>
          query(
            target,
            "select 1 from pg_locks where relation = to_regclass('users') and mode = 'AccessExclusiveLock' and granted",
          ),
        { interval: 20, timeout: 20_000 },
      )
      .toHaveLength(1);
    await sleep(random() * 500);
    await server.kill();
    expect((await restoring).includes('restaure')).toBe(false);
    await expect
      .poll(
        () =>
          query(
            target,
            "select 1 from pg_stat_activity where datname = current_database() and application_name like 'manege%'",
          ),
        { timeout: 20_000 },
      )
      .toEqual([]);
    expect(await query(target, count)).toEqual([{ comptes: 0, reservations: 0 }]);
  }
  expect(await restore(await begin())).toContain('"restaure":{"reservations":20000,"comptes":1}');
  expect(await query(target, count)).toEqual([{ comptes: 1, reservations: 20_000 }]);
});
