/** A database that was filled under an older schema is brought to the newest one, and keeps every row. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '#server/platform/db.ts';
import { adminQuery, urlOf } from '../support/postgres.ts';

const MIGRATIONS = fileURLToPath(new URL('../../src/server/stores/migrations', import.meta.url));
const NAME = `essai_migration_${process.pid}`;

/** Written as the version before migration 0004 stored them; types_lecons, prix and parametres have rows of their own. */
const ROWS = `
  insert into users (id, email, email_confirme, full_name, prenom, nom, telephone, adresse, role, statut, profile_image_url) values
    ('11111111-1111-4111-8111-111111111111', 'zoe@essai.example', true, 'Zoé Willems', 'Zoé', 'Willems', '0470 12 34 56', E'Rue du Manège 1\n5030 Gembloux', 'admin', 'actif', '/storage/profile-images/x/1.webp');
  insert into accounts (account_id, provider_id, user_id, password) values ('1', 'credential', '11111111-1111-4111-8111-111111111111', 'un hash');
  insert into sessions (token, user_id, expires_at, user_agent) values ('jeton', '11111111-1111-4111-8111-111111111111', '2027-01-01', 'Firefox');
  insert into verifications (identifier, value, expires_at) values ('mot_de_passe:x', '11111111-1111-4111-8111-111111111111', '2027-01-01');
  insert into photos (user_id, horodatage, webp) values ('11111111-1111-4111-8111-111111111111', 1, '\\x5249464600ff');
  insert into essais (cle, survenu_at) values ('compte zoe@essai.example', '2026-11-21');
  insert into reservations (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, remarques, version) values
    ('11111111-1111-4111-8111-111111111111', '{"Zoé Willems","Hugo, dit \\"Go\\""}', 'Zoé Willems', '2026-11-23', '10:00', '11:00', 'interieure', 'collective', 2, 'confirmee', E'Poney\ncalme', 3),
    (null, '{Léa}', 'Léa', '2000-01-01', '19:30', '20:00', 'exterieure', 'type supprimé', 1, 'annulee', null, 0);
  insert into courriels (cause, sorte, destinataire, destinataire_nom, user_id, contenu, envoyer_apres, perime_apres) values
    ('essai 1', 'approbation', 'zoe@essai.example', 'Zoé Willems', '11111111-1111-4111-8111-111111111111', '{"sorte": "approbation", "nom": "Zoé", "role": "admin"}', '2026-11-21', '2026-11-22');
  update parametres set "openingTime" = '09:30', "adminEmail" = 'centre@essai.example', "advanceBookingDaysApplied" = true;
  update prix set prix = 99999.99 where type_lecon = 'saut';`;

const TABLES = ['accounts', 'courriels', 'essais', 'parametres', 'photos', 'prix', 'reservations', 'sessions', 'types_lecons', 'users', 'verifications'];

let client: pg.Client;
let folder: string;

beforeEach(async () => {
  await adminQuery(`create database ${NAME}`);
  client = new pg.Client({ connectionString: urlOf(NAME) });
  await client.connect();
  folder = mkdtempSync(join(tmpdir(), 'manege-migrations-'));
});

afterEach(async () => {
  await client.end();
  await adminQuery(`drop database if exists ${NAME} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

/** Brings the database to where the first migrations left it. */
async function migrateFirst(count: number): Promise<void> {
  cpSync(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: unknown[] };
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  await runMigrations(drizzle(client), { migrationsFolder: folder });
}

type Column = { table_name: string; column_name: string };

async function columns(): Promise<Column[]> {
  const { rows } = await client.query<Column>("select table_name, column_name from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position");
  return rows;
}

/** Every row as text, of the given columns only. */
async function readAll(known: Column[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of new Set(known.map(({ table_name }) => table_name))) {
    const list = known.filter(({ table_name }) => table_name === table).map(({ column_name }) => pg.escapeIdentifier(column_name));
    const { rows } = await client.query<{ row: string }>(`select row(${list.join(', ')})::text as row from ${pg.escapeIdentifier(table)} order by 1`);
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

test('une base remplie avant la migration 0004 arrive au schéma actuel sans perdre une ligne', async () => {
  await migrateFirst(4);
  await client.query(ROWS);
  const known = await columns();
  const before = await readAll(known);
  expect(Object.keys(before)).toEqual(TABLES);
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);

  await migrate(urlOf(NAME));
  expect(await readAll(known)).toEqual(before);
  // What is new stands there with its default, and the constraint that no two lessons share a moment still holds.
  expect((await client.query('select version, "contactTelephone", "contactEmail" from parametres')).rows).toEqual([{ version: 0, contactTelephone: '', contactEmail: '' }]);
  expect((await client.query('select id, battement_at from horloge')).rows).toEqual([{ id: 1, battement_at: null }]);
  await expect(client.query(`insert into reservations (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes)
    values ('{Léa}', 'Léa', '2026-11-23', '10:30', '11:30', 'interieure', 'saut', 1)`)).rejects.toThrow('reservations_sans_chevauchement');

  // A second start finds nothing to do.
  await migrate(urlOf(NAME));
  expect(await readAll(known)).toEqual(before);
});
