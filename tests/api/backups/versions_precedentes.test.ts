/**
 * What earlier versions really wrote is upgraded and restored by this one, and what this one writes
 * before an upgrade has the form that they read (OPS-84, OPS-85).
 *
 * `tests/versions` was written by running those versions: their demonstration, then bookings,
 * changes, a photo, a second factor and, in f51f7a9c, statements and payments, by their calls.
 * - `<version>.sauvegarde`: made by its `npm run backup`; that of f51f7a9c is encrypted.
 * - `2a08550-par-f51f7a9c.sauvegarde`: made by f51f7a9c before it upgraded the data of 2a08550, in an
 *   order of tables that 2a08550 does not read.
 * - `<version>.lignes.gz`: every row of its database, as COPY writes them.
 * - `totaux.json`: the answers of the statements below in the databases of those versions, before
 *   any other version had opened them. The price of a seat was its type's in 2a08550.
 *
 * If a migration changes one of the columns below on purpose, leave the column out, and take the new
 * total from `databaseOf`, before the upgrade.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { describe, expect, test } from 'vitest';
import { restore } from '../../../src/server/actions/backups/restaurer.ts';
import { openFile } from '../../../src/server/platform/backup/file.ts';
import { runMigrations } from '../../../src/server/platform/migrations.ts';
import { upgrade } from '../../../src/server/upgrade.ts';
import { ownerUrl } from '../../support/postgres.ts';
import { database, folder, job, PASSPHRASE, query, save } from '../../support/sauvegardes.ts';

const placeOf = (file: string): string =>
  fileURLToPath(new URL(`../../versions/${file}`, import.meta.url));

type Totals = {
  tables: Record<string, { lignes: number; somme: string }>;
  centimes: Record<string, number>;
};
const TOTALS = JSON.parse(readFileSync(placeOf('totaux.json'), 'utf8')) as Record<string, Totals>;

/** The number of rows, and a sum over columns that no migration changes. */
const summed = (columns: string, from: string, order = 'id'): string =>
  `select count(*)::int as lignes, md5(coalesce(string_agg(concat_ws('|', ${columns}), E'\\n' order by ${order}), '')) as somme from ${from}`;

/**
 * Of the emails, reminders are left out, because an upgrade deletes them depending on the day, and
 * the one about an erasure, which a restore makes anonymous.
 */
const TABLES: Record<string, string> = {
  comptes: summed(
    'id, email, email_confirme, full_name, prenom, nom, telephone, adresse, role, statut',
    'users',
  ),
  mots_de_passe: summed('user_id, hachage', 'mots_de_passe', 'user_id'),
  seconds_facteurs: summed("user_id, encode(secret, 'hex')", 'seconds_facteurs', 'user_id'),
  codes_secours: summed('user_id, empreinte', 'codes_secours', 'empreinte collate "C"'),
  photos: summed("user_id, horodatage, encode(webp, 'hex')", 'photos', 'user_id'),
  cavaliers: summed('id, user_id, nom, annee_naissance, note', 'cavaliers'),
  lecons: summed(
    'id, user_id, array_to_json(noms_participants), nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, remarques',
    'reservations',
  ),
  places: summed(
    'reservation_id, position, user_id, nom, remarques',
    'participants',
    'reservation_id, position',
  ),
  lecons_supprimees: summed(
    'r.id, r.nom_client, r.date_reservation, r.heure_debut, p.position, p.nom',
    'reservations_supprimees r join participants_supprimes p on p.reservation_id = r.id',
    'r.id, p.position',
  ),
  orthographes: summed('cle, nom, vers_nom', 'orthographes', 'cle collate "C"'),
  alertes: summed(
    'user_id, type_lecon, type_piste, date_reservation, heure_debut, heure_fin',
    'alertes',
  ),
  types: summed('value, ouverte', 'types_lecons', 'value collate "C"'),
  courriels: summed(
    "id, cause, sorte, destinataire, destinataire_nom, contenu - 'jeton'",
    "courriels where sorte not in ('rappel', 'effacement')",
  ),
  journal: summed('id, extract(epoch from survenu_at), action, acteur_id, details', 'journal'),
  releves: summed(
    'id, payeur_id, mois, numero, jour, au, nom, adresse, solde_precedent, ce_mois, paye',
    'releves',
  ),
  releves_lignes: summed(
    'releve_id, position, client_id, source, source_id, jour, libelle, cavalier, centimes',
    'releves_lignes',
    'releve_id, position',
  ),
  mouvements: summed(
    'id, payeur_id, jour, moyen, centimes, arrondi, note, annule_id',
    'mouvements',
  ),
  lignes_libres: summed('id, client_id, jour, libelle, centimes, raison', 'lignes_libres'),
  clients: summed('id, nom, cle, telephone, email, adresse, note, paye_par', 'clients'),
  fermetures: summed(
    'id, array_to_json(pistes), du, au, heure_debut, heure_fin, motif, publique',
    'fermetures',
  ),
  occupations: summed(
    'ressource_id, jour, heure_debut, heure_fin, reservation_id, fermeture_id',
    'occupations',
    'jour, heure_debut, ressource_id',
  ),
};

const CENTIMES: Record<string, string> = {
  places:
    "select sum(s.centimes)::int as centimes from participants s join reservations r on r.id = s.reservation_id where r.statut = 'confirmee'",
  releves: 'select sum(ce_mois)::int as centimes from releves',
  mouvements: 'select sum(centimes)::int as centimes from mouvements',
  lignes_libres: 'select sum(centimes)::int as centimes from lignes_libres',
};

/** Compares a database of the present schema with the totals of a version. */
async function expectTotals(url: string, version: string): Promise<void> {
  const expected = TOTALS[version]!;
  const found: Totals = { tables: {}, centimes: {} };
  for (const name of Object.keys(expected.tables))
    [found.tables[name]] = (await query<Totals['tables'][string]>(url, TABLES[name]!)) as [any];
  for (const name of Object.keys(expected.centimes))
    found.centimes[name] = (await query<{ centimes: number }>(url, CENTIMES[name]!))[0]!.centimes;
  expect(found).toEqual(expected);
}

type Dump = {
  migrations: { hash: string; created_at: string }[];
  sequences: Record<string, number>;
};

/**
 * A database as a version left it: its schema, and its rows as they are. Only the superuser may load
 * rows without the triggers and keys that would change or order them.
 */
async function databaseOf(version: string): Promise<string> {
  const [first, ...pieces] = gunzipSync(readFileSync(placeOf(`${version}.lignes.gz`)))
    .toString()
    .split(/^(?=\{"(?:migrations|table)":)/m);
  const { migrations, sequences } = JSON.parse(first!) as Dump;
  const url = await database({ empty: true });
  const service = new pg.Client({ connectionString: url });
  const owner = new pg.Client({ connectionString: ownerUrl(url) });
  await Promise.all([service.connect(), owner.connect()]);
  try {
    await service.query('begin');
    await runMigrations(service, { until: Number(migrations.at(-1)!.created_at) });
    await service.query('commit');
    await owner.query('set session_replication_role = replica; set timezone = utc');
    for (const piece of pieces) {
      const start = piece.indexOf('\n') + 1;
      const { table, colonnes } = JSON.parse(piece.slice(0, start)) as {
        table: string;
        colonnes: string[];
      };
      const columns = colonnes.map((one) => `"${one}"`).join(', ');
      await owner.query(`delete from "${table}"`);
      await pipeline(
        [piece.slice(start, piece.lastIndexOf('\\.\n'))],
        owner.query(copyFrom(`copy "${table}" (${columns}) from stdin`)),
      );
    }
    for (const [sequence, value] of Object.entries(sequences))
      await owner.query('select setval($1, $2)', [sequence, value]);
    await owner.query('truncate drizzle.__drizzle_migrations');
    for (const { hash, created_at } of migrations)
      await owner.query(
        'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
        [hash, created_at],
      );
  } finally {
    await Promise.all([service.end(), owner.end()]);
  }
  return url;
}

/** The tables of a file with their columns, in their order. */
async function tablesOf(path: string): Promise<string[]> {
  const file = await openFile(path, PASSPHRASE);
  return file.read(async (content) => {
    const tables: string[] = [];
    for (let line = await content.line(); line?.startsWith('{"table"');) {
      tables.push(line);
      for await (const _ of content.rows());
      await content.line(); // the sum
      line = await content.line();
    }
    return tables;
  });
}

describe.each(['2a08550', 'f51f7a9c'])('%s', (version) => {
  const written = placeOf(`${version}.sauvegarde`);

  test('sa base est mise à jour, et rien ne manque', async () => {
    const url = await databaseOf(version);
    const config = { dir: folder(), command: null, passphrase: null, base: null };
    await upgrade(url, { version: '1.0.0', config, wanted: true, say: () => undefined });
    await expectTotals(url, version);
    // tables that a backup leaves out
    const [kept] = await query<Record<string, number>>(
      url,
      'select (select count(*) from sessions)::int as sessions, (select count(*) from appareils)::int as appareils, (select count(*) from flux_calendrier)::int as flux',
    );
    expect(kept).toEqual({ sessions: 7, appareils: 8, flux: 1 });
  });

  test('sa sauvegarde se restaure, et rien ne manque', async () => {
    const url = await database({ empty: true });
    await restore(job(url, folder(), { passphrase: PASSPHRASE }), written);
    await expectTotals(url, version);
  });

  test("ce qui est sauvegardé de sa base a les tables, les colonnes et l'ordre qu'elle lit", async () => {
    const { path, nonVerifiee } = await save(await databaseOf(version), folder());
    expect(nonVerifiee).toBeNull();
    expect(await tablesOf(path)).toEqual(await tablesOf(written));
  });
});

test("la sauvegarde que f51f7a9c a faite avant de mettre à jour 2a08550, dans l'ordre de la première, se restaure", async () => {
  const path = join(placeOf(''), '2a08550-par-f51f7a9c.sauvegarde');
  expect((await tablesOf(path)).toSorted()).toEqual(
    (await tablesOf(placeOf('2a08550.sauvegarde'))).toSorted(),
  );
  const url = await database({ empty: true });
  await restore(job(url, folder()), path);
  await expectTotals(url, '2a08550');
});
