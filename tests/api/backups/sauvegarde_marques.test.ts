/** Several installations with one folder of backups: each removes only its own (OPS-27). */
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { restore } from '../../../src/server/actions/backups/restaurer.ts';
import { runMigrations } from '../../../src/server/platform/migrations.ts';
import {
  database,
  fill,
  folder,
  job,
  markOf,
  putBackups,
  query,
  save,
  useBackup,
} from '../../support/sauvegardes.ts';

const filled = useBackup();

const nameAt = (day: string, hour = '01'): string => `manege-2026-${day}T${hour}-30-00Z.sauvegarde`;
const at = (day: string, hour = '10'): Date => new Date(`2026-${day}T${hour}:00:00Z`);
const backups = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.sauvegarde'))
    .toSorted();
/** One per day of a month: more than are kept. */
const MANY = Array.from({ length: 28 }, (_, n) => nameAt(`10-${String(n + 1).padStart(2, '0')}`));

test("deux centres, un dossier : la sauvegarde de l'un n'efface aucune de l'autre, ni du même jour ni de la même seconde", async () => {
  const [other, dir] = [await database(), folder()];
  // the test databases are copies of one database
  await query(other, 'update installation set marque = gen_random_uuid()');
  putBackups(dir, MANY, await markOf(filled.url));
  const theirs = await save(filled.url, dir);
  const kept = backups(dir); // what the first centre keeps of its own backups
  expect(kept.length).toBeLessThan(MANY.length);
  const ours = await save(other, dir);
  expect(basename(ours.path)).toBe('manege-2026-11-22T10-00-01Z.sauvegarde');
  expect(backups(dir)).toEqual([...kept, basename(ours.path)].toSorted());
  expect(backups(dir)).toContain(basename(theirs.path));
});

test("un essai restauré ailleurs, avec le même dossier, n'efface rien de l'original ; l'original, lui, garde sa marque", async () => {
  const [trial, dir] = [await database({ empty: true }), folder()];
  putBackups(dir, MANY, await markOf(filled.url));
  await restore(job(trial, dir), filled.path);
  expect(await markOf(trial)).not.toBe(await markOf(filled.url));
  await save(trial, dir);
  expect(backups(dir)).toEqual([...MANY, 'manege-2026-11-22T10-00-00Z.sauvegarde']);

  const original = await database();
  await fill(original);
  const mark = await markOf(original);
  const { path } = await save(original, folder());
  await restore(job(original, folder()), path);
  expect(await markOf(original)).toBe(mark);
});

test("des sauvegardes sans marque, d'une version précédente : celles que la base se rappelle avoir faites suivent la règle, les autres restent", async () => {
  const [url, dir] = [await database(), folder()];
  putBackups(dir, MANY, null);
  const mine = MANY.slice(0, 20);
  await query(
    url,
    'insert into sauvegardes (debut_at, fin_at, fichier, octets) select now(), now(), unnest($1::text[]), 1',
    [mine.map((name) => join('/ancien/chemin', name))],
  );
  await save(url, dir);
  // Of its own: six days before today's, and 11 October for its week.
  expect(backups(dir)).toEqual(
    [
      ...['11', '15', '16', '17', '18', '19', '20'].map((day) => nameAt(`10-${day}`)),
      ...MANY.slice(20),
      'manege-2026-11-22T10-00-00Z.sauvegarde',
    ].toSorted(),
  );
});

test('avant que la base ait une marque, celles sans marque sont les siennes, comme pour la version précédente', async () => {
  const [url, dir] = [await database({ empty: true }), folder()];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await runMigrations(client, { until: 1_795_312_785_376 });
  await client.end();
  putBackups(dir, MANY, null);
  const theirs = nameAt('10-05', '02');
  putBackups(dir, [theirs], await markOf(filled.url));
  await save(url, dir);
  expect(backups(dir)).toContain(theirs);
  expect(backups(dir).length).toBeLessThan(15);
});

test("un fichier illisible qui porte un nom de sauvegarde, ou qu'un autre écrit encore, n'est effacé par personne", async () => {
  const dir = folder();
  const foreign =
    '.manege-2026-11-20T10-00-00Z.sauvegarde.11111111-1111-4111-8111-111111111111.en-cours';
  for (const name of [nameAt('10-01'), foreign]) writeFileSync(join(dir, name), 'illisible');
  await save(filled.url, dir, { now: at('11-22') });
  expect(readdirSync(dir).toSorted()).toEqual([
    foreign,
    nameAt('10-01'),
    'manege-2026-11-22T10-00-00Z.sauvegarde',
  ]);
});
