/**
 * A database that was filled under an older schema is migrated to the newest one and keeps every
 * row. The newest schema is the one in the code.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../../src/server/platform/migrations.ts';
import * as schema from '../../../src/server/platform/schema/schema.ts';
import { listRappelsDus } from '../../../src/server/stores/emails/rappels.ts';
import { getParametres } from '../../../src/server/stores/settings.ts';
import { upgrade } from '../../../src/server/upgrade.ts';
import { adminQuery, dropDatabase, urlOf } from '../../support/postgres.ts';
import { rounds } from '../../support/rounds.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../src/server/stores/migrations', import.meta.url));
const NAME = `essai_migration_${process.pid}`;

/**
 * Statements that fill every table. Each has the number of the first migration after which it can
 * be run, and of the last.
 */
const FILL: [since: number, statement: string, until?: number][] = [
  [
    0,
    `insert into users (id, email, email_confirme, full_name, prenom, nom, telephone, adresse, role, statut, profile_image_url) values
    ('11111111-1111-4111-8111-111111111111', 'zoe@essai.example', true, 'Zoé Willems', 'Zoé', 'Willems', '0470 12 34 56', E'Rue du Manège 1\n5030 Gembloux', 'admin', 'actif', '/storage/profile-images/x/1.webp')`,
  ],
  [
    0,
    "insert into accounts (account_id, provider_id, user_id, password) values ('1', 'credential', '11111111-1111-4111-8111-111111111111', 'un hash')",
    5,
  ],
  [
    0,
    "insert into sessions (token, user_id, expires_at, user_agent) values ('jeton', '11111111-1111-4111-8111-111111111111', '2027-01-01', 'Firefox')",
    5,
  ],
  [
    0,
    "insert into verifications (identifier, value, expires_at) values ('mot_de_passe:x', '11111111-1111-4111-8111-111111111111', '2027-01-01')",
  ],
  [
    0,
    `insert into verifications (identifier, value, expires_at) values ('compte_supprime:' || encode(sha256('jeton'), 'hex'), '', '2027-01-01')`,
    5,
  ],
  [0, "insert into essais (cle, survenu_at) values ('compte zoe@essai.example', '2026-11-21')"],
  [
    0,
    `insert into reservations (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, remarques) values
    ('11111111-1111-4111-8111-111111111111', '{"Zoé Willems","Hugo, dit \\"Go\\""}', 'Zoé Willems', '2026-11-23', '10:00', '11:00', 'interieure', 'collective', 2, 'confirmee', E'Poney\ncalme'),
    (null, '{Léa}', 'Léa', '2000-01-01', '19:30', '20:00', 'exterieure', 'type supprimé', 1, 'annulee', null)`,
    18,
  ],
  [
    19,
    `select importer_lecons('[
      {"user_id": "11111111-1111-4111-8111-111111111111", "noms_participants": ["Zoé Willems", "Hugo"], "nom_client": "Zoé Willems", "date_reservation": "2026-11-23", "heure_debut": "10:00", "heure_fin": "11:00", "type_piste": "interieure", "type_lecon": "collective"},
      {"noms_participants": ["Léa"], "nom_client": "Léa", "date_reservation": "2000-01-01", "heure_debut": "19:30", "heure_fin": "20:00", "type_piste": "exterieure", "type_lecon": "type supprimé", "statut": "annulee"}]')`,
  ],
  [
    1,
    `update parametres set "openingTime" = '09:30', "adminEmail" = 'centre@essai.example', "advanceBookingDaysApplied" = true`,
  ],
  [1, "update prix set prix = 99999.99 where type_lecon = 'saut'", 29],
  [
    32,
    `with paying as (insert into clients (nom, cle, telephone, email, adresse, note) values ('Jeanne Dupont', 'jeanne dupont', '0475', 'jeanne@essai.example', 'Rue Haute 3', E'le\nmatin') returning id)
    update clients set paye_par = paying.id from paying where clients.id = '11111111-1111-4111-8111-111111111111'`,
  ],
  [
    41,
    "insert into ecritures (id, empreinte, objet_id) values ('33333333-3333-4333-8333-333333333333', 'une empreinte', '44444444-4444-4444-8444-444444444444')",
  ],
  [30, "insert into prix_valables values ('saut', '2000-01-01', 9999999)"],
  [
    31,
    "update participants set presence = case position when 1 then 'absente' else 'excusee' end, facturee = position = 1",
  ],
  [2, "update reservations set version = 3 where nom_client = 'Zoé Willems'"],
  [
    2,
    "insert into photos (user_id, horodatage, webp) values ('11111111-1111-4111-8111-111111111111', 1, '\\x5249464600ff')",
  ],
  [
    2,
    `insert into courriels (cause, sorte, destinataire, destinataire_nom, user_id, contenu, envoyer_apres, perime_apres) values
    ('essai 1', 'approbation', 'zoe@essai.example', 'Zoé Willems', '11111111-1111-4111-8111-111111111111', '{"sorte": "approbation", "nom": "Zoé", "role": "admin"}', '2026-11-21', '2026-11-22')`,
  ],
  [4, "update horloge set battement_at = '2026-11-21T08:30:00Z'"],
  [
    5,
    "insert into demandes_de_lien (usage, email, created_at) values ('mot_de_passe', 'zoe@essai.example', '2026-11-21')",
  ],
  [
    6,
    "insert into mots_de_passe (user_id, hachage) values ('11111111-1111-4111-8111-111111111111', 'un hash')",
  ],
  [
    6,
    "insert into sessions (empreinte, user_id, expires_at) values ('une empreinte', '11111111-1111-4111-8111-111111111111', '2027-01-01')",
  ],
  [
    6,
    "insert into appareils (empreinte, user_id, created_at, utilise_at) values ('un appareil', '11111111-1111-4111-8111-111111111111', '2026-11-21', '2026-11-21')",
  ],
  [
    6,
    "insert into seconds_facteurs (user_id, secret) values ('11111111-1111-4111-8111-111111111111', '\\x00ff')",
  ],
  [
    6,
    "insert into codes_secours (user_id, empreinte) values ('11111111-1111-4111-8111-111111111111', 'un code')",
  ],
  [
    6,
    "insert into cles_acces (id, user_id, nom, cle_publique, compteur, transports, created_at) values ('cle', '11111111-1111-4111-8111-111111111111', 'Téléphone', '\\x00ff', 1, '{internal}', '2026-11-21')",
  ],
  [
    6,
    "insert into journal (survenu_at, action, acteur_id, details) values ('2026-11-21', 'connexion.ouverte', '11111111-1111-4111-8111-111111111111', '{\"champs\": [\"date\"]}')",
  ],
  [
    6,
    `insert into reservations_supprimees (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, supprimee_at)
    values (null, '{Léa}', 'Léa', '2026-11-23', '10:00', '11:00', 'interieure', 'saut', 1, '2026-11-21')`,
  ],
  [
    7,
    "insert into sauvegardes (debut_at, fin_at, fichier, octets) values ('2026-11-22', '2026-11-22', '/srv/x.sauvegarde', 1)",
  ],
  [
    8,
    `update parametres set "sauvegardesJours" = 31, "sauvegardesSemaines" = 0, "sauvegardesMois" = 24`,
  ],
  [
    8,
    "insert into sauvegardes (debut_at, origine, erreur) values ('2026-11-22', 'ecran', 'Le disque est plein')",
  ],
  [
    8,
    `insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, envoyer_apres, perime_apres) values
    ('sauvegarde 1', 'sauvegarde_en_panne', 'zoe@essai.example', 'Zoé Willems', '{"sorte": "sauvegarde_en_panne", "depuis": "2026-11-21T00:00:00Z", "raison": null}', '2026-11-21', '2026-11-22')`,
  ],
  [
    10,
    `insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, envoyer_apres, perime_apres, derniere_erreur) values
    ('essai 2', 'libre', 'centre@essai.example', '', '{"sorte": "libre", "sujet": "À propos de zoe@essai.example", "html": ""}', '2026-11-21', '2026-11-22', '550 <centre@essai.example>'),
    ('essai 3', 'reservation_annulee', 'centre@essai.example', '', '{"sorte": "reservation_annulee", "comptes": ["11111111-1111-4111-8111-111111111111"]}', '2026-11-21', '2026-11-22', null)`,
  ],
  [14, "update sessions set confirme_at = '2026-11-21T08:30:00Z'"],
  [
    9,
    `update parametres set "cancellationHours" = 48, "riderCancellation" = true, "slotAlerts" = true`,
  ],
  [9, "update types_lecons set ouverte = true where value = 'collective'"],
  [9, `update participants set user_id = null, remarques = 'une remarque' where nom like 'Hugo%'`],
  [
    9,
    "insert into participants_supprimes (reservation_id, position, nom) select id, 1, 'Léa' from reservations_supprimees",
  ],
  [
    9,
    "insert into cavaliers (user_id, nom, annee_naissance, note) values ('11111111-1111-4111-8111-111111111111', 'Tom', 2015, 'débute')",
  ],
  [
    9,
    "insert into orthographes (cle, nom, vers_cle, vers_nom) values ('lea', 'Lea', 'lea dubois', 'Léa Dubois')",
  ],
  [
    9,
    `insert into alertes (user_id, type_lecon, type_piste, date_reservation, heure_debut, heure_fin)
    values ('11111111-1111-4111-8111-111111111111', 'saut', 'interieure', '2026-11-23', '10:00', '10:30')`,
  ],
  [
    9,
    "insert into flux_calendrier (user_id, type_piste, empreinte) values ('11111111-1111-4111-8111-111111111111', null, 'un flux')",
  ],
  [11, 'update users set email_rappels = false, email_places = false'],
  [11, "update reservations set raison = 'Moniteur malade' where statut = 'annulee'"],
  [11, "update reservations_supprimees set raison = 'Piste gelée'"],
  [11, "update courriels set du_depuis = '2026-11-21' where cause = 'essai 1'"],
  [
    12,
    "update users set email_demande = 'zoe.willems@essai.example', emails_anciens = '{zo@essai.example}'",
  ],
  [13, `update alertes set libre_at = '2026-11-22T14:05:00Z'`],
  [15, "update installation set marque = '55555555-5555-4555-8555-555555555555'"],
  [
    16,
    `update parametres set "lessonRetention" = true, "lessonMonths" = 60, "cancelledDays" = 7, "maxOpenBookings" = 12, "graceMinutes" = 5`,
  ],
  [16, "update participants set pris_at = '2026-11-21' where nom like 'Hugo%'"],
  [
    17,
    `insert into participants_retires (position, user_id, nom, remarques, pris_at, reservation_id, retire_at, retire_par) values
    (2, '11111111-1111-4111-8111-111111111111', 'Zoé', 'Asthme', '2026-11-19', gen_random_uuid(), '2026-11-20', '11111111-1111-4111-8111-111111111111')`,
  ],
  [
    20,
    `update parametres set horaires = '{"semaine": [null, null, [{"debut": "09:00", "fin": "12:00"}], null, null, null, []], "saisons": [{"nom": "Été", "du": "2026-07-01", "au": "2026-08-31", "annuelle": true, "semaine": [null, null, null, null, null, null, [{"debut": "06:00", "fin": "23:00"}]]}]}'`,
  ],
  [
    21,
    `insert into fermetures (pistes, du, au, heure_debut, heure_fin, motif, publique) values ('{interieure}', '2026-11-23', '2026-11-24', '06:00', '23:00', 'Gel', false);
    select tenir_fermetures('interieure', '2026-11-23', '2026-11-24');
    insert into fermetures_lecons (fermeture_id, reservation_id, version) select f.id, r.id, r.version from fermetures f, reservations r where r.statut = 'annulee'`,
  ],
  [
    23,
    `update reservations set serie_id = '66666666-6666-4666-8666-666666666666', serie_jours = 7;
    update reservations_supprimees set serie_id = '66666666-6666-4666-8666-666666666666', serie_jours = 14`,
  ],
  [
    35,
    `insert into lignes (user_id, nom, jour, libelle, centimes, motif, reservation_id, place) values
    ('11111111-1111-4111-8111-111111111111', 'Zoé', '2026-11-20', 'Leçon', 1, 'suppression', gen_random_uuid(), gen_random_uuid());
    update parametres set "lateCharge" = 'tout'`,
  ],
  [
    36,
    `with un as (insert into imports (id, fichier, crees, modifies, inchanges, refuses, touches, cree_par, created_at)
      values ('77777777-7777-4777-8777-777777777777', 'clients.csv', 0, 1, 2, 3, 1, '11111111-1111-4111-8111-111111111111', '2026-11-20') returning id)
    insert into importes (import_id, client_id, avant, empreinte, cree) select id, '11111111-1111-4111-8111-111111111111', '{"adresse": null}', 'une empreinte', false from un`,
  ],
  [
    37,
    `insert into payeurs (id, nom, adresse, efface_at) values ('11111111-1111-4111-8111-111111111111', null, null, null), ('99999999-9999-4999-8999-999999999999', 'Zoé', E'Rue\n1', '2026-11-20');
    insert into releves (id, payeur_id, mois, numero, jour, au, nom, adresse, solde_precedent, ce_mois, paye, created_at) values
    ('88888888-8888-4888-8888-888888888888', '11111111-1111-4111-8111-111111111111', '2026-10', 42, '2026-11-01', '2026-10-31', 'Zoé', E'Rue\n1', -5, 2000, 0, '2026-11-01');
    insert into releves_lignes (releve_id, position, client_id, source, source_id, jour, libelle, cavalier, centimes, ecart, raison) values
    ('88888888-8888-4888-8888-888888888888', 1, '11111111-1111-4111-8111-111111111111', 'place', gen_random_uuid(), '2026-10-05', 'Leçon', 'Tom', 2000, false, 'Motif');
    insert into lignes_libres (id, client_id, jour, libelle, centimes, raison, corrige, created_at) values (gen_random_uuid(), '11111111-1111-4111-8111-111111111111', '2026-11-05', 'Licence', -4500, 'Erreur', gen_random_uuid(), '2026-11-05');
    insert into mouvements (id, payeur_id, jour, moyen, centimes, arrondi, note, created_at) values ('aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', '11111111-1111-4111-8111-111111111111', '2026-11-10', 'especes', 1750, 2, 'Merci', '2026-11-10');
    insert into mouvements (id, payeur_id, jour, moyen, centimes, arrondi, annule_id, created_at) values (gen_random_uuid(), '11111111-1111-4111-8111-111111111111', '2026-11-11', 'especes', -1750, -2, 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', '2026-11-11');
    insert into relances (payeur_id, jour, centimes, created_at) values ('11111111-1111-4111-8111-111111111111', '2026-11-20', 2000, '2026-11-20');
    insert into releves_numeros values ('2026-10', 42);
    update parametres set billing = true, "billingSince" = '2026-10-01', "billingHolder" = 'Manège', "billingIban" = 'BE68539007547034', "centreName" = 'Manège', "centreForm" = 'SRL', "centreAddress" = 'Rue', "centreNumber" = 'BE 0123.456.749'`,
  ],
  [
    42,
    `insert into releves (id, payeur_id, mois, numero, jour, au, nom, solde_precedent, ce_mois, paye, created_at, mentions) values
    ('88888888-8888-4888-8888-888888888889', '11111111-1111-4111-8111-111111111111', '2026-10', 43, '2026-11-02', '2026-10-31', 'Zoé', 0, 0, 0, '2026-11-02', '{"nom": "Manège", "forme": "", "adresse": "Rue", "numero": ""}');
    update lignes_libres set fige = -4500`,
  ],
  [7, "insert into comptes_effaces (id) values ('33333333-3333-4333-8333-333333333333')"],
];

/**
 * What migrations after `idx` move, rename or hash: listed separately, because the comparison looks
 * for it in its old place.
 */
const isMoved = (idx: number, table: string, column: string): boolean =>
  (idx < 6 &&
    (table === 'accounts' ||
      (table === 'sessions' && column === 'token') ||
      (table === 'verifications' && column === 'identifier'))) ||
  (idx < 30 && table === 'prix' && column === 'prix') ||
  table === 'regles'; // its version is renewed by every change of the rules

/** Empty until migration 0001 inserts their rows. */
const SEEDED = { parametres: 1, prix: 6, types_lecons: 6 };

const JOURNAL = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
  entries: { idx: number; tag: string; when: number }[];
};

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
  await dropDatabase(NAME);
  rmSync(folder, { recursive: true, force: true });
});

/** Migrates the database up to and including this migration. */
async function migrateTo(last: number): Promise<void> {
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ ...JOURNAL, entries: JOURNAL.entries.slice(0, last + 1) }),
  );
  await runMigrations(drizzle(client), { migrationsFolder: folder });
}

type Column = { table_name: string; column_name: string };

async function columns(): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    "select table_name, column_name from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position",
  );
  return rows;
}

/** Every row as text, with only the given columns. */
async function readAll(known: Column[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of new Set(known.map(({ table_name }) => table_name))) {
    const list = known
      .filter(({ table_name }) => table_name === table)
      .map(({ column_name }) => pg.escapeIdentifier(column_name));
    const { rows } = await client.query<{ row: string }>(
      `select row(${list.join(', ')})::text as row from ${pg.escapeIdentifier(table)} order by 1`,
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/** The oldest version, the last one that stored tokens of sessions, and the two before this one. */
const VERSIONS = rounds(
  JOURNAL.entries.filter(({ idx }) => [0, 5].includes(idx) || idx >= JOURNAL.entries.length - 3),
  JOURNAL.entries,
);

test.each(VERSIONS)(
  'une base remplie sous le schéma $tag arrive au schéma actuel sans perdre une ligne, sauvegardée avant',
  async ({ idx }) => {
    // OPS-40, OPS-41
    await migrateTo(idx);
    for (const [since, statement, until = Infinity] of FILL)
      if (since <= idx && idx <= until) await client.query(statement);
    const known = (await columns()).filter(
      ({ table_name, column_name }) => !isMoved(idx, table_name, column_name),
    );
    const before = await readAll(known);
    const empty = Object.keys(before).filter((table) => before[table]?.length === 0);
    expect(empty).toEqual(idx === 0 ? Object.keys(SEEDED) : []);

    const said: string[] = [];
    const dir = join(folder, 'sauvegardes');
    await upgrade(urlOf(NAME), {
      version: '1.0.0',
      config: { dir, command: null, passphrase: null, base: null },
      wanted: true,
      say: (line) => said.push(line),
    });
    const isLast = idx === JOURNAL.entries.length - 1;
    expect(isLast ? [] : readdirSync(dir)).toEqual(
      isLast ? [] : [expect.stringMatching(/^manege-.*Z-avant-mise-a-jour\.sauvegarde$/)],
    );
    // The proof of that backup compared every kept row, after this version restored and migrated
    // it.
    expect(said.filter((line) => line.includes('avant-mise-a-jour'))).toEqual(
      isLast ? [] : [expect.stringMatching(/ : vérifiée\.$/)],
    );
    expect(
      (await client.query('delete from sauvegardes where starts_with(fichier, $1)', [dir]))
        .rowCount,
    ).toBe(isLast ? 0 : 1); // the only row that is new
    const after = await readAll(known);
    expect({ ...after, ...Object.fromEntries(empty.map((table) => [table, []])) }).toEqual(before);
    for (const [table, rows] of Object.entries(SEEDED))
      expect(after[table], table).toHaveLength(rows);
    expect((await client.query('select id from horloge')).rows).toEqual([{ id: 1 }]);
    expect((await client.query('select user_id, hachage from mots_de_passe')).rows).toEqual([
      { user_id: '11111111-1111-4111-8111-111111111111', hachage: 'un hash' },
    ]);
    if (idx <= 5) await expectHashed();
    // The constraint that no two lessons overlap applies to the existing rows (BOOK-06).
    await expect(
      client.query(`select importer_lecons('[{"noms_participants": ["Léa"], "nom_client": "Léa", "date_reservation": "2026-11-23",
        "heure_debut": "10:30", "heure_fin": "11:30", "type_piste": "interieure", "type_lecon": "saut"}]')`),
    ).rejects.toThrow('occupations_sans_chevauchement');

    // A second start has nothing to migrate.
    await migrate(urlOf(NAME));
    expect(await readAll(known)).toEqual(after);
  },
);

/**
 * The token of an open session is replaced by its fingerprint, which still identifies its owner.
 * This also applies after the account is deleted.
 */
async function expectHashed(): Promise<void> {
  const empreinte = createHash('sha256').update('jeton').digest('base64url');
  expect((await client.query('select empreinte, etape, user_agent from sessions')).rows).toEqual([
    { empreinte, etape: 'ouverte', user_agent: 'Firefox' },
  ]);
  expect((await client.query('select identifier from verifications order by 1')).rows).toEqual([
    { identifier: `compte_supprime:${empreinte}` },
    { identifier: 'mot_de_passe:x' },
  ]);
}

test("un nom nul, qu'un import a pu écrire avant les places, devient « Sans nom », aussi dans les leçons supprimées", async () => {
  // RIDE-01
  await migrateTo(8);
  const columns =
    'noms_participants, nombre_personnes, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, version';
  const rows = `values ('{Zoé,NULL,Hugo}'::text[], 3, 'Zoé', '2026-11-23'::date, '10:00'::time, '11:00'::time, 'interieure', 'saut', 2), ('{NULL}', 1, 'Léa', '2026-11-24', '10:00', '11:00', 'interieure', 'saut', 0),
    ('[0:1]={Max,Tom}', 2, 'Max', '2026-11-25', '10:00', '11:00', 'interieure', 'saut', 0), ('{{Ana},{Eve}}', 2, 'Ana', '2026-11-26', '10:00', '11:00', 'interieure', 'saut', 0)`;
  await client.query(`insert into reservations (${columns}) ${rows}`);
  await client.query(
    `insert into reservations_supprimees (${columns}, supprimee_at) select *, '2026-11-22' from (${rows}) as r`,
  );
  await migrate(urlOf(NAME));
  for (const [table, of] of [
    ['participants', 'reservations'],
    ['participants_supprimes', 'reservations_supprimees'],
  ]) {
    const { rows: found } = await client.query(
      `select noms_participants as noms, array(select p.nom from ${table} p where p.reservation_id = r.id order by p.position) as places, version from ${of} r order by date_reservation`,
    );
    expect(found, of).toEqual([
      { noms: ['Zoé', 'Sans nom', 'Hugo'], places: ['Zoé', 'Sans nom', 'Hugo'], version: 2 },
      { noms: ['Sans nom'], places: ['Sans nom'], version: 0 },
      { noms: ['Max', 'Tom'], places: ['Max', 'Tom'], version: 0 },
      { noms: ['Ana', 'Eve'], places: ['Ana', 'Eve'], version: 0 },
    ]);
  }
  expect(
    (
      await client.query(
        'select array_lower(noms_participants, 1) as first from reservations group by 1',
      )
    ).rows,
  ).toEqual([{ first: 1 }]);
});

test('une leçon dont une place a été déplacée par SQL garde les noms des places qui restent', async () => {
  // RIDE-01
  await migrateTo(17);
  const [zoe, hugo] = [
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-222222222222',
  ];
  await client.query(
    `insert into users (id, email, full_name, role, statut) values ('${zoe}', 'zoe@essai.example', 'Zoé', 'utilisateur', 'actif'), ('${hugo}', 'hugo@essai.example', 'Hugo', 'utilisateur', 'actif')`,
  );
  const lesson = (
    day: string,
    noms: string,
    n: number,
    booker: string,
  ) => `insert into reservations (user_id, noms_participants, nombre_personnes, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon)
    values ('${booker}', '${noms}', ${n}, 'x', '${day}', '10:00', '11:00', 'interieure', 'saut')`;
  await client.query(lesson('2026-11-23', '{Zoé,Tom}', 2, zoe));
  await client.query(lesson('2026-11-24', '{Max}', 1, zoe));
  await client.query(lesson('2026-11-25', '{Hugo}', 1, hugo));
  await client.query(lesson('2026-11-26', '{Ana}', 1, hugo));
  await client.query(
    `begin; update participants set user_id = '${hugo}' where nom = 'Tom'; commit`,
  );
  // Zoé moves to Hugo's lesson, and so does Max: the lesson of the 23rd keeps a name without a
  // seat, the one of the 24th has no seat at all.
  await client.query(`begin; update participants p set reservation_id = r.id, position = case nom when 'Zoé' then 2 else 3 end from reservations r where p.nom in ('Zoé', 'Max') and r.date_reservation = '2026-11-25';
    update reservations set noms_participants = '{Hugo,Zoé,Max}', nombre_personnes = 3 where date_reservation = '2026-11-25'; commit`);
  await migrate(urlOf(NAME));
  const { rows } = await client.query(
    `select noms_participants as noms, nombre_personnes as n, r.user_id, array(select p.nom from participants p where p.reservation_id = r.id order by p.position) as places from reservations r order by date_reservation`,
  );
  expect(rows).toEqual([
    { noms: ['Tom'], n: 1, user_id: hugo, places: ['Tom'] },
    { noms: ['Max'], n: 1, user_id: zoe, places: ['Max'] },
    { noms: ['Hugo', 'Zoé', 'Max'], n: 3, user_id: hugo, places: ['Hugo', 'Zoé', 'Max'] },
    { noms: ['Ana'], n: 1, user_id: hugo, places: ['Ana'] },
  ]);
});

test("une migration dont le fichier a changé depuis refuse le départ ; les formes d'avant qui mènent au même état passent", async () => {
  // OPS-47
  await migrate(urlOf(NAME));
  const hashOf = (tag: string, hash: string) =>
    client.query('update drizzle.__drizzle_migrations set hash = $2 where created_at = $1', [
      JOURNAL.entries.find((one) => one.tag === tag)?.when,
      hash,
    ]);
  for (const hash of [
    '3ce65b88670f9ed2ee1c1fdc9e66e4980319d135eb2bf9ed69df2950c47dfedd',
    '7be557be295263cd31d84ee03fbe5d0481214caebb3a42dd057777be75a343f7',
  ]) {
    await hashOf('0009_cavaliers', hash);
    await migrate(urlOf(NAME));
  }
  await hashOf('0003_semaines', 'f'.repeat(64));
  await expect(migrate(urlOf(NAME))).rejects.toThrow(
    /^Le fichier de la migration 0003_semaines n'est plus celui que cette base a reçu : /,
  );
});

test('un centre qui ne change rien garde ses heures et ses 25 débuts', async () => {
  // SET-46, BOOK-02
  await migrateTo(19);
  for (const [since, statement, until = Infinity] of FILL)
    if (since <= 19 && 19 <= until) await client.query(statement);
  await migrate(urlOf(NAME));
  const { openingTime, closingTime, horaires } = await getParametres(drizzle(client) as never);
  expect({ openingTime, closingTime, horaires }).toEqual({
    openingTime: '09:30',
    closingTime: '20:00',
    horaires: { semaine: [null, null, null, null, null, null, null], saisons: [] },
  });
  const lecon = (heure_debut: string, heure_fin: string) =>
    client.query(
      `select importer_lecons(jsonb_build_array(jsonb_build_object('noms_participants', '["Léa"]'::jsonb, 'nom_client', 'Léa', 'date_reservation', '2026-12-23',
        'heure_debut', $1::text, 'heure_fin', $2::text, 'type_piste', 'interieure', 'type_lecon', 'saut')))`,
      [heure_debut, heure_fin],
    );
  for (const heure_debut of ['05:30', '22:30', '23:00'])
    await expect(lecon(heure_debut, '23:30'), heure_debut).rejects.toThrow('reservations_heures');
  await lecon('06:00', '06:30');
  await lecon('22:30', '23:00');
});

test("un centre neuf conserve les noms selon les réglages ; un centre qui existe est d'abord interrogé", async () => {
  // SET-42, SET-43, SET-06
  const read = async () =>
    (
      await client.query(
        'select "lessonRetention", "lessonRetentionAnswered", "lessonMonths", "cancelledDays", "lessonDurationSaved" from parametres',
      )
    ).rows;
  const proposed = { lessonMonths: 36, cancelledDays: 30 };
  await migrate(urlOf(NAME));
  expect(await read()).toEqual([
    {
      ...proposed,
      lessonRetention: true,
      lessonRetentionAnswered: true,
      lessonDurationSaved: false,
    },
  ]);
  await client.query(
    'drop schema public cascade; drop schema drizzle cascade; create schema public',
  );
  await migrateTo(15);
  await client.query(
    "insert into users (email, full_name, role, statut) values ('zoe@essai.example', 'Zoé', 'admin', 'actif')",
  );
  await client.query(
    "insert into journal (survenu_at, action) values ('2026-11-21', 'parametres.modifies')",
  );
  await migrate(urlOf(NAME));
  expect(await read()).toEqual([
    {
      ...proposed,
      lessonRetention: false,
      lessonRetentionAnswered: false,
      lessonDurationSaved: true,
    },
  ]);
});

test("les rappels écrits d'avance disparaissent sans se perdre : ils se retrouvent à leur heure ; ceux qui sont dus, essayés ou partis restent", async () => {
  // MAIL-06, ADR-023
  await migrateTo(26);
  for (const [since, statement, until = Infinity] of FILL)
    if (since <= 26 && 26 <= until) await client.query(statement);
  const zoe = '11111111-1111-4111-8111-111111111111';
  const lesson = (day: number) => ({
    id: `77777777-7777-4777-8777-7777777777${day}`,
    user_id: zoe,
    noms_participants: ['Zoé Willems'],
    nom_client: 'Zoé Willems',
    date_reservation: `2099-11-${day}`,
    heure_debut: '10:00',
    heure_fin: '11:00',
    type_piste: 'interieure',
    type_lecon: 'collective',
    created_at: '2026-11-21T08:00:00Z',
  });
  await client.query('select importer_lecons($1)', [JSON.stringify([lesson(23), lesson(25)])]);
  const rappel = (day: number, change: string, essais = 0) =>
    client.query(
      `insert into courriels (cause, sorte, destinataire, destinataire_nom, user_id, reservation_id, contenu, statut, envoyer_apres, perime_apres, essais) values
      ('rappel ' || $1::uuid || ' ${change}', 'rappel', 'zoe@essai.example', 'Zoé', $2, $1::uuid, $3, '${change === 'envoye' ? 'envoye' : 'en_attente'}', ${change === 'du' ? "now() - interval '1 minute'" : `'2099-11-${day - 1}T09:00:00Z'`}, '2099-11-${day}T09:00:00Z', ${essais})`,
      [
        lesson(day).id,
        zoe,
        JSON.stringify({
          sorte: 'rappel',
          nom: 'Zoé',
          lecon: { date_reservation: `2099-11-${day}`, heure_debut: '10:00' },
        }),
      ],
    );
  await rappel(23, 'prevu');
  await rappel(25, 'prevu');
  await rappel(25, 'essaye', 1);
  await rappel(25, 'du');
  await rappel(25, 'envoye');
  const kept = async () =>
    (
      await client.query(
        "select right(cause, 6) as said from courriels where sorte = 'rappel' order by 1",
      )
    ).rows.map(({ said }) => said.trim().split(' ').at(-1));
  const others = async () =>
    (await client.query("select count(*)::int as n from courriels where sorte <> 'rappel'")).rows;
  const before = await others();
  await migrate(urlOf(NAME));
  expect(await kept()).toEqual(['du', 'envoye', 'essaye']);
  expect(await others()).toEqual(before);
  const dus = async (now: string) =>
    (await listRappelsDus(drizzle(client) as never, new Date(now))).map(
      ({ reservation_id, user_id, envoyer_apres }) => [
        reservation_id,
        user_id,
        envoyer_apres.toISOString(),
      ],
    );
  expect(await dus('2099-11-22T08:59:00Z')).toEqual([]);
  expect(await dus('2099-11-22T09:00:00Z')).toEqual([
    [lesson(23).id, zoe, '2099-11-22T09:00:00.000Z'],
  ]);
  expect(await dus('2099-11-24T09:00:00Z')).toEqual([]); // the reminder was sent
});

test('les places restent les mêmes lignes et échangent leurs positions ; deux à une même position restent refusées', async () => {
  // ADR-023, ADR-031
  await migrateTo(28);
  for (const [since, statement, until = Infinity] of FILL)
    if (since <= 28 && 28 <= until) await client.query(statement);
  const seats = async () =>
    (
      await client.query<{ id: string; xmin: string }>(
        'select *, xmin from participants order by id',
      )
    ).rows;
  const before = await seats();
  expect(before.length).toBeGreaterThan(2);
  await migrateTo(29);
  expect(await seats()).toEqual(before);
  const shared = `(select reservation_id from participants where position = 2 limit 1)`;
  const exchange = `update participants set position = 3 - position where reservation_id = ${shared}`;
  await client.query('begin');
  expect((await client.query(exchange)).rowCount).toBe(2);
  // What an instance of the version before still sends.
  await client.query(`with gone as (delete from participants where reservation_id = ${shared} returning *)
    insert into participants select * from gone`);
  await client.query(`update reservations set noms_participants = array(select nom from participants where reservation_id = reservations.id order by position)
    where id = ${shared}`);
  await client.query('commit');
  await expect(
    client.query(`update participants set position = 2 where reservation_id = ${shared}`),
  ).rejects.toMatchObject({ code: '23505', constraint: 'participants_position' });
});

test("chaque place reçoit le prix que son type a ce jour-là, aussi celles des leçons supprimées et les places retirées ; celles d'un type supprimé n'en ont pas", async () => {
  // PRICE-03, PRICE-19
  await migrateTo(29);
  await client.query(
    "update prix set prix = case type_lecon when 'saut' then 30.5 when 'longe' then 99999.99 else 0 end",
  );
  const lesson = (jour: string, type: string) =>
    `{"noms_participants": ["${type}", "autre"], "nom_client": "x", "date_reservation": "${jour}", "heure_debut": "10:00", "heure_fin": "11:00", "type_piste": "interieure", "type_lecon": "${type}"}`;
  await client.query(
    `select importer_lecons('[${lesson('2020-05-05', 'saut')}, ${lesson('2026-11-23', 'longe')}, ${lesson('2026-11-24', 'liberte')}, ${lesson('2026-11-25', 'disparu')}]')`,
  );
  await client.query(`
    insert into participants_retires (position, nom, reservation_id, retire_at) select 2, 'retirée', id, now() from reservations where type_lecon = 'saut';
    insert into reservations_supprimees (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, supprimee_at)
      values ('{supprimée}', 'x', '2026-11-20', '10:00', '11:00', 'interieure', 'saut', 1, now());
    insert into participants_supprimes (reservation_id, position, nom) select id, 1, 'supprimée' from reservations_supprimees`);
  const of = async (table: string) =>
    (await client.query(`select nom, centimes from ${table} where nom <> 'autre' order by nom`))
      .rows;
  await migrate(urlOf(NAME));
  expect(await of('participants')).toEqual([
    { nom: 'disparu', centimes: null },
    { nom: 'liberte', centimes: 0 },
    { nom: 'longe', centimes: 9_999_999 },
    { nom: 'saut', centimes: 3050 },
  ]);
  expect(await of('participants_retires')).toEqual([{ nom: 'retirée', centimes: 3050 }]);
  expect(await of('participants_supprimes')).toEqual([{ nom: 'supprimée', centimes: 3050 }]);
  expect(
    (await client.query('select type_lecon, du::text, centimes from prix_valables order by 1'))
      .rows,
  ).toEqual([
    { type_lecon: 'longe', du: '2000-01-01', centimes: 9_999_999 },
    { type_lecon: 'saut', du: '2000-01-01', centimes: 3050 },
  ]);
  expect(
    (
      await client.query(
        `select "seatsPricedOn" = (now() at time zone 'Europe/Brussels')::date as today from parametres`,
      )
    ).rows,
  ).toEqual([{ today: true }]);
});

test('chaque compte reçoit son client et rien d’autre ne change ; une leçon pour un nom seul reste à personne', async () => {
  // CLI-01, ADR-041
  await migrateTo(31);
  for (const [since, statement, until = Infinity] of FILL)
    if (since <= 31 && 31 <= until) await client.query(statement);
  const [zoe, hugo, ana] = [
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-2222222222a1',
    '22222222-2222-4222-8222-2222222222a2',
  ];
  await client.query(
    `insert into users (id, email, full_name, statut, created_at) values ('${hugo}', 'hugo.migre@essai.example', 'Hugo', 'inactif', '2020-02-02'), ('${ana}', 'ana.migre@essai.example', 'Ana', 'en_attente', '2021-03-03')`,
  );
  const lesson = (jour: string, user_id: string | null, nom_client: string) => ({
    user_id,
    nom_client,
    noms_participants: ['Léa', 'Tom'],
    date_reservation: jour,
    heure_debut: '10:00',
    heure_fin: '11:00',
    type_piste: 'interieure',
    type_lecon: 'saut',
  });
  await client.query('select importer_lecons($1)', [
    JSON.stringify([
      lesson('2027-01-04', zoe, 'Zoé Willems'),
      lesson('2027-01-05', null, 'Jeanne Dupont'),
      lesson('2027-01-06', hugo, 'Hugo'),
    ]),
  ]);
  // A shared lesson, a seat that was taken out, a deleted lesson and a rider of these accounts.
  await client.query(`
    update participants set user_id = '${ana}' where position = 2 and user_id = '${zoe}';
    insert into participants_retires (position, user_id, nom, reservation_id, retire_at) select 2, '${hugo}', 'Max', id, now() from reservations where date_reservation = '2027-01-04';
    insert into cavaliers (user_id, nom) values ('${hugo}', 'Zorro');
    with deleted as (
      insert into reservations_supprimees (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, supprimee_at)
      values ('${ana}', '{Ana}', 'Ana', '2027-01-07', '10:00', '11:00', 'interieure', 'saut', 1, now()) returning id)
    insert into participants_supprimes (reservation_id, position, user_id, nom) select id, 1, '${ana}', 'Ana' from deleted`);
  const known = await columns();
  const before = await readAll(known);

  await migrateTo(32);

  expect(await readAll(known)).toEqual(before);
  const customers = async () =>
    (
      await client.query(
        'select id, nom, cle, telephone, email, adresse, note, paye_par, created_at from clients order by id',
      )
    ).rows;
  const accounts = (await client.query('select id, created_at from users order by id')).rows;
  expect(accounts.length).toBeGreaterThanOrEqual(3);
  expect(await customers()).toEqual(
    accounts.map(({ id, created_at }) => ({
      id,
      nom: null,
      cle: null,
      telephone: null,
      email: null,
      adresse: null,
      note: null,
      paye_par: null,
      created_at,
    })),
  );
  expect(
    (
      await client.query(
        "select nom_client, user_id, array(select s.user_id from participants s where s.reservation_id = r.id order by position) as places from reservations r where date_reservation >= '2027-01-04' order by date_reservation",
      )
    ).rows,
  ).toEqual([
    { nom_client: 'Zoé Willems', user_id: zoe, places: [zoe, ana] },
    { nom_client: 'Jeanne Dupont', user_id: null, places: [null, null] },
    { nom_client: 'Hugo', user_id: hugo, places: [hugo, hugo] },
  ]);
  // An instance of the version before still runs: its accounts come and go with their customers,
  // and its lessons store the ids of accounts only.
  await client.query(
    "insert into users (id, email, full_name) values ('22222222-2222-4222-8222-2222222222a3', 'leo.migre@essai.example', 'Léo')",
  );
  expect(await customers()).toHaveLength(accounts.length + 1);
  await client.query('delete from users where id = $1', [hugo]);
  expect(await customers()).toHaveLength(accounts.length);
  expect(
    (
      await client.query(
        "select user_id, nom_client from reservations where date_reservation = '2027-01-06'",
      )
    ).rows,
  ).toEqual([{ user_id: null, nom_client: 'Hugo' }]);
  expect((await client.query("select 1 from cavaliers where nom = 'Zorro'")).rows).toEqual([]);
  await expect(
    client.query(
      "update reservations set user_id = gen_random_uuid() where date_reservation = '2027-01-06'",
    ),
  ).rejects.toMatchObject({ code: '23503', constraint: 'reservations_user_id_clients_id_fk' });
});

test("une base neuve n'a pas de jour où ses places ont reçu leur prix", async () => {
  // PRICE-19
  await migrate(urlOf(NAME));
  expect((await client.query('select "seatsPricedOn" as jour from parametres')).rows).toEqual([
    { jour: null },
  ]);
});

test('une place a le cavalier de son client qui a ce nom, aussi retirée ou supprimée ; sinon aucun', async () => {
  // RIDE-24
  await migrateTo(32);
  for (const [since, statement, until = Infinity] of FILL)
    if (since <= 32 && 32 <= until) await client.query(statement);
  const [zoe, other, tom] = [
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-2222222222b1',
    '33333333-3333-4333-8333-3333333333b1',
  ];
  await client.query(
    `insert into users (id, email, full_name) values ('${other}', 'autre.migre@essai.example', 'Autre');
    insert into cavaliers (id, user_id, nom) values ('${tom}', '${zoe}', 'Tom Élan')`,
  );
  await client.query('select importer_lecons($1)', [
    JSON.stringify([
      {
        user_id: zoe,
        nom_client: 'Zoé Willems',
        noms_participants: ['tom   ELAN', 'Lina', 'Tom Élan'],
        date_reservation: '2027-02-01',
        heure_debut: '10:00',
        heure_fin: '11:00',
        type_piste: 'interieure',
        type_lecon: 'saut',
      },
    ]),
  ]);
  await client.query(`
    update participants set user_id = '${other}' where position = 3 and nom = 'Tom Élan';
    insert into participants_retires (position, user_id, nom, reservation_id, retire_at) select 2, '${zoe}', 'TOM Élan', id, now() from reservations where date_reservation = '2027-02-01';
    with deleted as (
      insert into reservations_supprimees (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, supprimee_at)
      values ('${zoe}', '{Tom Élan}', 'Zoé Willems', '2027-02-02', '10:00', '11:00', 'interieure', 'saut', 1, now()) returning id)
    insert into participants_supprimes (reservation_id, position, user_id, nom) select id, 1, '${zoe}', 'Tom Élan' from deleted`);
  const known = await columns();
  const before = await readAll(known);
  await migrateTo(33);
  expect(await readAll(known)).toEqual(before);
  expect(
    (
      await client.query(
        "select p.nom, p.user_id, cavalier_id from participants p join reservations r on r.id = reservation_id where date_reservation = '2027-02-01' order by position",
      )
    ).rows,
  ).toEqual([
    { nom: 'tom   ELAN', user_id: zoe, cavalier_id: tom },
    { nom: 'Lina', user_id: zoe, cavalier_id: null },
    { nom: 'Tom Élan', user_id: other, cavalier_id: null },
  ]);
  for (const [table, nom] of [
    ['participants_retires', 'TOM Élan'],
    ['participants_supprimes', 'Tom Élan'],
  ])
    expect(
      (await client.query(`select cavalier_id from ${table} where nom = $1`, [nom])).rows,
    ).toEqual([{ cavalier_id: tom }]);
});

test('un cavalier enregistré dont le nom était regroupé compte comme avant ; les autres comptent à part', async () => {
  // RIDE-25
  await migrateTo(33);
  for (const [since, statement, until = Infinity] of FILL)
    if (since <= 33 && 33 <= until) await client.query(statement);
  const [zoe, marc] = [
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-2222222222c1',
  ];
  const rider = (n: number) => `33333333-3333-4333-8333-3333333333c${n}`;
  await client.query(`
    delete from orthographes; delete from cavaliers;
    insert into users (id, email, full_name) values ('${marc}', 'marc.migre@essai.example', 'Marc');
    insert into cavaliers (id, user_id, nom) values ('${rider(1)}', '${zoe}', 'LÉA'), ('${rider(2)}', '${zoe}', 'Léa  dubois'), ('${rider(3)}', '${marc}', 'Léa Dubois'), ('${rider(4)}', '${marc}', 'Hugo');
    insert into orthographes (cle, nom, vers_cle, vers_nom, fusionnee_par, created_at) values
      ('lea', 'Lea', 'lea dubois', 'Léa Dubois', '${marc}', '2026-11-01'), ('l. dubois', 'L. Dubois', 'lea dubois', 'Léa DUBOIS', null, '2026-10-01')`);
  const known = await columns();
  const { orthographes: before = [], ...others } = await readAll(known);
  await migrateTo(34);
  const { orthographes: after = [], ...same } = await readAll(known);
  expect(same).toEqual(others);
  expect(after).toEqual(expect.arrayContaining(before));
  expect(
    (
      await client.query(
        'select cle, nom, vers_cle, vers_nom, cavalier_id, fusionnee_par, created_at::date::text as le from orthographes where cavalier_id is not null order by cle',
      )
    ).rows,
  ).toEqual(
    (
      [
        [1, 'LÉA', 'lea', 'Lea'],
        [2, 'Léa  dubois', 'lea dubois', 'Léa Dubois'],
        [3, 'Léa Dubois', 'lea dubois', 'Léa Dubois'],
      ] as const
    ).map(([n, nom, vers_cle, vers_nom]) => ({
      cle: `CAVALIER ${rider(n)}`,
      nom,
      vers_cle,
      vers_nom,
      cavalier_id: rider(n),
      fusionnee_par: marc,
      le: '2026-11-01',
    })),
  );
});

test('une correction dont la place coûte déjà moins garde son montant ; les autres suivent leur place', async () => {
  // REL-06, REL-78
  await migrateTo(41);
  await client.query(`
    insert into clients (nom, cle) values ('Anne', 'anne');
    update parametres set billing = true, "billingSince" = '2026-01-01'`);
  const seats = [
    { nom: 'entière', centimes: 2000 },
    { nom: 'moins chère', centimes: 500 },
    { nom: 'plus chère', centimes: 2500 },
    { nom: 'excusée', centimes: 2000, change: 'facturee = false' },
    { nom: 'sans client', centimes: 2000, change: 'user_id = null' },
  ];
  for (const [n, { nom, centimes, change = 'nom = nom' }] of seats.entries())
    await client.query(`
      with made as (select importer_lecons('[{"noms_participants": ["${nom}"], "nom_client": "${nom}", "date_reservation": "2026-10-05",
        "heure_debut": "${10 + n}:00", "heure_fin": "${11 + n}:00", "type_piste": "interieure", "type_lecon": "saut"}]')) select from made;
      update reservations set statut = 'confirmee' where nom_client = '${nom}';
      update participants set centimes = ${centimes}, user_id = (select id from clients) where nom = '${nom}';
      update participants set ${change} where nom = '${nom}'`);
  await client.query(`
    insert into lignes (user_id, nom, jour, libelle, centimes, motif, reservation_id, place)
      select id, 'tardive', date '2026-10-05', 'x', 2000, 'suppression', gen_random_uuid(), gen_random_uuid() from clients;
    insert into lignes_libres (id, client_id, jour, libelle, centimes, raison, corrige, created_at)
      select gen_random_uuid(), (select id from clients), date '2026-11-05', nom, -2000, 'Erreur', id, now() from participants
      union all select gen_random_uuid(), user_id, date '2026-11-05', nom, -2000, 'Erreur', id, now() from lignes
      union all select gen_random_uuid(), id, date '2026-11-05', 'supprimée', -2000, 'Erreur', gen_random_uuid(), now() from clients;
    insert into lignes_libres (id, client_id, jour, libelle, centimes, raison, corrige, created_at)
      select gen_random_uuid(), client_id, date '2026-11-05', 'correction de ' || libelle, 2000, 'Erreur', id, now() from lignes_libres where libelle = 'supprimée'`);
  await migrate(urlOf(NAME));
  const { rows } = await client.query<{ libelle: string; fige: number | null }>(
    'select libelle, fige from lignes_libres',
  );
  expect(Object.fromEntries(rows.map(({ libelle, fige }) => [libelle, fige]))).toEqual({
    entière: null,
    'moins chère': -2000,
    'plus chère': null,
    excusée: -2000,
    'sans client': -2000,
    tardive: null,
    supprimée: -2000,
    'correction de supprimée': null,
  });
});

test('la correction d’une ligne tardive corrige sa place, et celle d’une place dont les lignes envoyées sont closes garde ce qui en est envoyé', async () => {
  // REL-06, REL-36, LIG-08
  await migrateTo(46);
  await client.query(`
    insert into clients (nom, cle) values ('Anne', 'anne'), ('Bea', 'bea');
    insert into payeurs (id) select id from clients where nom = 'Anne';
    insert into releves (payeur_id, mois, numero, jour, au, nom, solde_precedent, ce_mois, paye, created_at)
      select id, '2026-10', 1, '2026-11-01', '2026-10-31', 'Anne', 0, 0, 0, now() from payeurs;
    insert into lignes (user_id, nom, jour, libelle, centimes, motif, reservation_id, place)
      select id, nom, '2026-10-05', libelle, 2000, 'suppression', gen_random_uuid(), gen_random_uuid()
      from clients, unnest(array['par sa ligne', 'par les deux', 'd’un autre', 'close', 'close en partie']) libelle where nom = 'Anne';
    update lignes set user_id = null where libelle = 'close'`);
  const correct = (libelle: string, sent: string): string => `
    insert into lignes_libres (id, client_id, jour, libelle, centimes, raison, corrige, created_at)
      select gen_random_uuid(), c.id, '2026-11-05', '${libelle}', -2000, 'Erreur', ${sent}, now() from clients c, lignes l`;
  await client.query(`
    ${correct('par sa ligne', 'l.id')} where l.libelle = 'par sa ligne' and c.nom = 'Anne';
    ${correct('par les deux, ligne', 'l.id')} where l.libelle = 'par les deux' and c.nom = 'Anne';
    ${correct('par les deux, place', 'l.place')} where l.libelle = 'par les deux' and c.nom = 'Anne';
    ${correct('d’un autre', 'l.id')} where l.libelle = 'd’un autre' and c.nom = 'Bea';
    ${correct('close', 'l.id')} where l.libelle = 'close' and c.nom = 'Anne';
    ${correct('close en partie', 'l.place')} where l.libelle = 'close en partie' and c.nom = 'Anne';
    ${correct('place close', 'gen_random_uuid()')} where l.libelle = 'close' and c.nom = 'Anne';
    ${correct('place close, pas envoyée', 'gen_random_uuid()')} where l.libelle = 'close' and c.nom = 'Anne';
    ${correct('place ouverte', 'gen_random_uuid()')} where l.libelle = 'close' and c.nom = 'Anne'`);
  const send = (n: number, of: string, centimes: number, clos: boolean): string => `
    insert into releves_lignes (releve_id, position, client_id, source, source_id, jour, libelle, centimes, ecart, clos)
      select v.id, ${n}, case when not ${clos} then v.payeur_id end, ${of}, '2026-10-05', 'x', ${centimes}, false, ${clos} from releves v`;
  await client.query(`
    ${send(1, "'retard', l.id", 2000, true)}, lignes l where l.libelle = 'close';
    ${send(2, "'libre', f.id", -2000, false)}, lignes_libres f where f.libelle = 'close';
    ${send(3, "'retard', l.id", 2000, true)}, lignes l where l.libelle = 'close en partie';
    ${send(4, "'retard', l.id", -500, false)}, lignes l where l.libelle = 'close en partie';
    ${send(5, "'libre', f.id", -2000, false)}, lignes_libres f where f.libelle = 'close en partie';
    ${send(6, "'place', f.corrige", 2000, true)}, lignes_libres f where f.libelle = 'place close';
    ${send(7, "'libre', f.id", -2000, false)}, lignes_libres f where f.libelle = 'place close';
    ${send(8, "'libre', f.id", 500, false)}, lignes_libres f where f.libelle = 'place close';
    ${send(9, "'place', f.corrige", 2000, true)}, lignes_libres f where f.libelle = 'place close, pas envoyée';
    ${send(10, "'place', f.corrige", 2000, false)}, lignes_libres f where f.libelle = 'place ouverte';
    ${send(11, "'libre', f.id", -2000, false)}, lignes_libres f where f.libelle = 'place ouverte'`);
  const read = async () =>
    (
      await client.query<{
        libelle: string;
        corrige: string;
        place: string | null;
        fige: number | null;
      }>(
        `select f.libelle, f.corrige, f.fige, (select l.place from lignes l where l.id = f.corrige) as place from lignes_libres f`,
      )
    ).rows;
  const before = await read();
  await migrate(urlOf(NAME));
  const after = Object.fromEntries((await read()).map((one) => [one.libelle, one]));
  for (const { libelle, corrige, place } of before)
    expect([libelle, after[libelle]?.corrige]).toEqual([
      libelle,
      ['par sa ligne', 'close'].includes(libelle) ? place : corrige,
    ]);
  const kept = Object.values(after).filter(({ fige }) => fige !== null);
  expect(Object.fromEntries(kept.map(({ libelle, fige }) => [libelle, fige]))).toEqual({
    close: -2000,
    'place close': -1500,
  });
});

test("des liens déjà envoyés, ceux qu'un administrateur a demandés pour un autre se reconnaissent", async () => {
  // ACC-105
  await migrateTo(42);
  const [zoe, odile] = [
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-2222222222d1',
  ];
  await client.query(`
    insert into users (id, email, full_name) values ('${zoe}', 'zoe.liens@essai.example', 'Zoé'), ('${odile}', 'odile.liens@essai.example', 'Odile');
    insert into verifications (identifier, value, expires_at, created_at)
      select usage || ':' || id, id, '2027-01-01', '2026-11-21 08:30Z'
      from unnest(array['invitation', 'changement_adresse', 'confirmation_adresse', 'mot_de_passe']) usage, unnest(array['${zoe}', '${odile}']) id;
    insert into journal (survenu_at, action, acteur_id, objet, objet_id) values
      ('2026-11-21 08:30Z', 'adresse.demandee', '${odile}', 'compte', '${zoe}'),
      ('2026-11-21 08:30Z', 'courriel.confirmation', '${odile}', 'compte', '${zoe}'),
      ('2026-11-21 08:30Z', 'adresse.demandee', '${odile}', 'compte', '${odile}'),
      ('2026-11-20 08:30Z', 'courriel.confirmation', '${zoe}', 'compte', '${odile}')`);
  await migrate(urlOf(NAME));
  const { rows } = await client.query<{ identifier: string }>(
    'select identifier from verifications where par_admin order by identifier',
  );
  expect(rows.map(({ identifier }) => identifier)).toEqual([
    `changement_adresse:${zoe}`,
    `confirmation_adresse:${zoe}`,
    `invitation:${zoe}`,
    `invitation:${odile}`,
  ]);
});

test('les clients et les cavaliers gardés sont à leur version 0 ; chaque changement compte depuis', async () => {
  // CLI-26, RIDE-89
  await migrateTo(44);
  const kept = '11111111-1111-4111-8111-111111111111';
  await client.query(`
    insert into clients (id, nom, cle, telephone, note) values ('${kept}', 'Jeanne', 'jeanne', '0475', 'le matin');
    insert into cavaliers (id, user_id, nom, annee_naissance, note) values ('${kept}', '${kept}', 'Tom', 2015, 'Débute')`);
  await migrate(urlOf(NAME));
  const read = async () =>
    (
      await client.query<{ note: string; version: number }>(
        'select note, version from clients union all select note, version from cavaliers',
      )
    ).rows;
  expect(await read()).toEqual([
    { note: 'le matin', version: 0 },
    { note: 'Débute', version: 0 },
  ]);
  // An instance of the version before does not know the column.
  await client.query(`
    update clients set note = 'le matin', telephone = '0475'; update clients set note = 'le soir';
    update cavaliers set note = 'Débute'; update cavaliers set note = 'Allergique'; update cavaliers set annee_naissance = null`);
  expect(await read()).toEqual([
    { note: 'le soir', version: 1 },
    { note: 'Allergique', version: 2 },
  ]);
});

test('les lignes du journal d’avant restent seules, et personne n’est noté présent ; une absence le reste', async () => {
  // ACC-76, PRES-08
  await migrateTo(48);
  await client.query(`
    insert into journal (survenu_at, action, details) select now(), 'reservation.supprimee', '{}' from generate_series(1, 2);
    insert into participants_retires (reservation_id, position, nom, presence, facturee, retire_at) values (gen_random_uuid(), 1, 'Zoé', 'absente', true, now())`);
  await migrate(urlOf(NAME));
  expect((await client.query('select acte from journal')).rows).toEqual([
    { acte: null },
    { acte: null },
  ]);
  expect((await client.query('select presence, notee from participants_retires')).rows).toEqual([
    { presence: 'absente', notee: false },
  ]);
});

/** The definitions of a database, as PostgreSQL prints them. */
async function catalog(): Promise<string[]> {
  const { rows } = await client.query<{ said: string }>(`
    select format('%s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as said
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped left join pg_attrdef d on (d.adrelid, d.adnum) = (c.oid, a.attnum)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    union all select indexdef from pg_indexes where schemaname = 'public'
    order by 1`);
  return rows.map(({ said }) => said);
}

test("drizzle-kit n'a rien à ajouter à ce qu'il a écrit", async () => {
  const last = readFileSync(
    join(MIGRATIONS, `meta/${String(JOURNAL.entries.length - 1).padStart(4, '0')}_snapshot.json`),
    'utf8',
  );
  expect(await generateMigration(JSON.parse(last), generateDrizzleJson(schema))).toEqual([]);
});

test("les migrations mènent au schéma du code, à la contrainte près qu'il ne sait pas dire", async () => {
  await migrate(urlOf(NAME));
  const migrated = await catalog();
  await client.query('drop schema public cascade; create schema public');
  // The code cannot declare the function of an index.
  const [citees = ''] = readFileSync(
    join(MIGRATIONS, '0025_courriels_d_un_compte.sql'),
    'utf8',
  ).split('--> statement-breakpoint');
  await client.query(citees);
  for (const statement of await generateMigration(
    generateDrizzleJson({}),
    generateDrizzleJson(schema),
  ))
    await client.query(statement);
  const declared = await catalog();
  expect(declared.length).toBeGreaterThan(100);
  expect(declared.filter((one) => !migrated.includes(one))).toEqual([]);
  // ADR-035: the exclusion constraint and its index, and the deferred keys between lessons and
  // their occupations. ADR-038: the triggers that compare closures. ADR-031: those of names and
  // seats, and the key of positions with its index. ADR-041: the key from accounts to customers.
  const NAMES =
    /users_client|fermetures_tenues|occupations_voulues|occupations_sans_chevauchement|occupations_lecon|reservations_tenues|participants_conformes|participants_position|reservations_conformes/;
  expect(
    migrated
      .filter((one) => !declared.includes(one))
      .map((one) => NAMES.exec(one)?.[0])
      .toSorted(),
  ).toEqual([
    'fermetures_tenues',
    'occupations_lecon',
    'occupations_sans_chevauchement',
    'occupations_sans_chevauchement',
    'occupations_voulues',
    'participants_conformes',
    'participants_position',
    'participants_position',
    'reservations_conformes',
    'reservations_tenues',
    'users_client',
  ]);
});
