/**
 * A backup onto a disk that becomes full while rows are copied: by command, at night and on the
 * screen (OPS-26).
 */
import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { round } from '../../../src/server/actions/backups/sauvegarder.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { mountSmall, unmount } from '../../support/disk.ts';
import { command, database, folder, query, save } from '../../support/sauvegardes.ts';

const full = (dir: string) =>
  `Le disque de ${dir} est plein : la sauvegarde n'a pas pu être écrite. Libérez de la place, puis recommencez ; celles d'avant restent.`;
const closed = (dir: string) => [{ erreur: full(dir), fin_at: expect.any(Date) }];

/**
 * 777 lessons with their emails: more than a folder of 64 kB can hold, and more than PostgreSQL
 * sends before someone reads it.
 */
const book = (url: string) =>
  query(
    url,
    `with stored as (
    select id from importer_lecons((select jsonb_agg(l) from (
    select '{Léa}', 'Léa', date '2030-01-01' + n, '10:00', '10:30', 'interieure', 'saut', 1 from generate_series(1, 777) n
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes))) as id)
  insert into courriels (cause, sorte, destinataire, destinataire_nom, reservation_id, contenu, envoyer_apres, perime_apres)
  select id::text || n, 'essai', 'lea@essai.example', 'Léa', id, jsonb_build_object('sorte', 'essai', 'nom', repeat(md5(id::text || n), 40)), now(), now()
  from stored, generate_series(1, 3) n`,
  );

const rows = (url: string) => query(url, 'select erreur, fin_at from sauvegardes order by id');

/** A folder of 64 kB. */
function small({ skip }: TestContext): string {
  const dir = folder();
  skip(!mountSmall(dir, '64k'), 'a file system of our own cannot be mounted here (only root may)');
  onTestFinished(() => unmount(dir));
  return dir;
}

async function app(): Promise<TestApp> {
  const t = await createTestApp();
  onTestFinished(() => t.close());
  await book(t.url);
  return t;
}

test('par la commande : la phrase, le code 1, la ligne close, aucun fichier, et la suivante se fait', async (context) => {
  const dir = small(context);
  const url = await database();
  await book(url);
  const { code, said } = await command('backup', {
    DATABASE_URL: url,
    DATA_DIR: folder(),
    BACKUP_DIR: dir,
  }).ended;
  expect([code, said]).toEqual([1, expect.stringContaining(`\n${full(dir)}\n`)]);
  expect(await rows(url)).toEqual(closed(dir));
  expect(readdirSync(dir)).toEqual([]);
  expect((await save(url, folder())).nonVerifiee).toBeNull();
});

test('la nuit : la ligne est close par la phrase, et le verrou est rendu', async (context) => {
  const dir = small(context);
  const t = await app();
  await query(t.url, "update horloge set sauvegardes_depuis = '2026-11-21T08:30:00Z'");
  t.clock.now = new Date('2026-11-22T01:31:00Z');
  await round({ ...t.services, sauvegardes: { dir, command: null, passphrase: null, base: null } });
  expect(await rows(t.url)).toEqual(closed(dir));
  expect((await save(t.url, folder())).nonVerifiee).toBeNull();
});

test("à l'écran : la phrase se lit, et « Sauvegarder maintenant » peut recommencer", async (context) => {
  const dir = small(context);
  const t = await app();
  const admin = await t.as({ role: 'admin' });
  const other = t.services.sauvegardes.dir;
  const make = async () => {
    expect((await admin('POST', '/api/sauvegardes')).status).toBe(202);
    await expect
      .poll(async () => (await admin('GET', '/api/sauvegardes')).body.derniere.fin_at, {
        timeout: 20_000,
      })
      .not.toBeNull();
    return (await admin('GET', '/api/sauvegardes')).body.derniere;
  };
  t.services.sauvegardes.dir = dir;
  expect(await make()).toMatchObject({ erreur: full(dir), nom: null });
  t.services.sauvegardes.dir = other;
  expect(await make()).toMatchObject({ erreur: null, nom: expect.any(String) });
});
