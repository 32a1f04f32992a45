/** Databases with every kind of value, and their contents. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { backUp, type Made } from '#server/platform/backup/job.ts';
import { adminQuery, createDatabase, dropDatabase, urlOf } from './postgres.ts';
import { quick } from './server.ts';

export const NOW = new Date('2026-11-22T10:00:00Z');
export const PASSPHRASE = 'cheval correct pile agrafe';

/** A folder that is removed with the test. */
export function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'manege-sauvegardes-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A migrated database, or an empty one. */
export async function database({ empty = false } = {}): Promise<string> {
  if (!empty) {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    return url;
  }
  const name = `essai_${process.pid}_${randomBytes(4).toString('hex')}`;
  await adminQuery(`create database ${name}`);
  onTestFinished(() => dropDatabase(name));
  return urlOf(name);
}

export async function query<Row extends object = Record<string, unknown>>(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

export const ZOE = '11111111-1111-4111-8111-111111111111';
export const LEA = '22222222-2222-4222-8222-222222222222';
/** A text that must be in no backup. */
export const JETON = 'jeton-qui-ouvre-une-porte';

/** Texts that are difficult to transfer. */
const ODD =
  'É\u{1F40E} "guillemets" \'apostrophe\'\ttabulation\\n pas une fin de ligne\nune fin de ligne\r\\.\n\\.\n\\N \u2028 %s {a,b} <script>';

/** Fills the newest schema. */
export async function fill(url: string): Promise<void> {
  await query(
    url,
    "insert into users (id, email, email_confirme, full_name, prenom, nom, adresse, role, statut) values ($1, $2, true, $3, null, '', $3, 'admin', 'actif'), ($4, 'lea@essai.example', false, 'Léa', null, null, null, 'utilisateur', 'en_attente')",
    [ZOE, 'zoe@essai.example', ODD, LEA],
  );
  await query(url, 'insert into mots_de_passe (user_id, hachage) values ($1, $2)', [
    ZOE,
    '$argon2id$v=19$m=19456\\',
  ]);
  await query(
    url,
    "insert into photos (user_id, horodatage, webp) values ($1, 9007199254740993, $2), ($1, -1, '')",
    [ZOE, Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 256))],
  );
  await query(
    url,
    "insert into seconds_facteurs (user_id, secret, actif_at, dernier_pas) values ($1, $2, '2026-11-21 08:30:00.123456+01', 1)",
    [ZOE, Buffer.from([0, 10, 13, 92, 255])],
  );
  await query(url, 'insert into codes_secours (user_id, empreinte) values ($1, $2)', [
    ZOE,
    'un code',
  ]);
  await query(
    url,
    "insert into cles_acces (id, user_id, nom, cle_publique, compteur, transports, created_at) values ($1, $2, $3, $4, 1, '{}', now())",
    ['clé', ZOE, ODD, Buffer.from([0])],
  );
  await query(
    url,
    `select id from importer_lecons((select jsonb_agg(l) from (
    values
    ($1, $2, $3, '2026-11-23', '10:00', '11:00', 'interieure', 'collective', 3, 'confirmee', $3, 7),
    (null, '{""}', '', '2000-01-01', '19:30', '20:00', 'exterieure', 'type supprimé', 1, 'annulee', null, 0),
    ($1, '{"NULL"}', 'Zoé', '2100-12-31', '08:00', '08:30', 'interieure', 'saut', 1, 'en_attente', '', 0)
    ) as l (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, remarques, version))) as id`,
    [ZOE, [ODD, 'NULL', '{"accolade,virgule'], ODD],
  );
  // A closure around a lesson that was kept, and one that cancelled a lesson.
  await query(
    url,
    `insert into fermetures (pistes, du, au, heure_debut, heure_fin, motif, publique) values ('{interieure}', '2026-11-23', '2026-11-24', '06:00', '23:00', '\\N {"gel"}', false);
    select tenir_fermetures('interieure', '2026-11-23', '2026-11-24');
    insert into fermetures_lecons (fermeture_id, reservation_id, version) select f.id, r.id, r.version from fermetures f, reservations r where r.statut = 'annulee'`,
  );
  await query(
    url,
    `insert into reservations_supprimees (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, supprimee_at, supprimee_par)
    values ('{Léa}', 'Léa', '2026-11-23', '10:00', '11:00', 'interieure', 'saut', 1, now(), $1)`,
    [ZOE],
  );
  // Seats of two accounts and one seat without an account, in one lesson.
  await query(
    url,
    'update participants set user_id = case position when 2 then $1::uuid end, remarques = $2 where position > 1',
    [LEA, ODD],
  );
  await query(
    url,
    "insert into participants_supprimes (reservation_id, position, user_id, nom, remarques) select id, 1, $1, 'Léa', $2 from reservations_supprimees",
    [LEA, ODD],
  );
  await query(
    url,
    "insert into participants_retires (position, user_id, nom, remarques, reservation_id, retire_at, retire_par) select 2, $1, 'Tom', $2, id, now(), $3 from reservations",
    [LEA, ODD, ZOE],
  );
  await query(
    url,
    "insert into lignes (user_id, nom, jour, libelle, centimes, motif, reservation_id, place, cree_par) select $1, $2, '2026-11-23', $2, 1250, 'retrait', id, gen_random_uuid(), $3 from reservations limit 1",
    [LEA, ODD, ZOE],
  );
  // Statements and payments; one account of an erased customer.
  for (const statement of [
    `insert into payeurs (id, nom, adresse, efface_at) values ('${ZOE}', null, null, null), ('99999999-9999-4999-8999-999999999999', 'Zoé', E'Rue\n1', '2026-11-20')`,
    `insert into releves (id, payeur_id, mois, numero, jour, au, nom, adresse, solde_precedent, ce_mois, paye, created_at) values
    ('88888888-8888-4888-8888-888888888888', '${ZOE}', '2026-10', 42, '2026-11-01', '2026-10-31', 'Zoé', E'Rue\n1', -5, 2000, 0, '2026-11-01')`,
    `insert into releves_lignes (releve_id, position, client_id, source, source_id, jour, libelle, cavalier, centimes, ecart, raison) values
    ('88888888-8888-4888-8888-888888888888', 1, '${ZOE}', 'place', gen_random_uuid(), '2026-10-05', 'Leçon', 'Tom', 2000, false, 'Motif')`,
    `insert into lignes_libres (id, client_id, jour, libelle, centimes, raison, corrige, created_at) values (gen_random_uuid(), '${ZOE}', '2026-11-05', 'Licence', -4500, 'Erreur', gen_random_uuid(), '2026-11-05')`,
    `insert into mouvements (id, payeur_id, jour, moyen, centimes, arrondi, note, created_at) values ('aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', '${ZOE}', '2026-11-10', 'especes', 1750, 2, 'Merci', '2026-11-10')`,
    `insert into mouvements (id, payeur_id, jour, moyen, centimes, arrondi, annule_id, created_at) values (gen_random_uuid(), '${ZOE}', '2026-11-11', 'especes', -1750, -2, 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', '2026-11-11')`,
    `insert into relances (payeur_id, jour, centimes, created_at) values ('${ZOE}', '2026-11-20', 2000, '2026-11-20')`,
    `insert into releves_numeros values ('2026-10', 42)`,
    `insert into ecritures (id, empreinte, objet_id) values (gen_random_uuid(), 'une empreinte', gen_random_uuid())`,
  ])
    await query(url, statement);
  // A customer without an account, who pays for one with an account.
  await query(
    url,
    `with paying as (insert into clients (nom, cle, telephone, email, adresse, note) values ($2, 'jeanne', '0475', $2, $2, $2) returning id)
    update clients set paye_par = paying.id from paying where clients.id = $1`,
    [ZOE, ODD],
  );
  await query(
    url,
    'insert into cavaliers (user_id, nom, annee_naissance, note) values ($1, $2, 2015, $2)',
    [ZOE, ODD],
  );
  await query(
    url,
    `with un as (insert into imports (id, fichier, crees, modifies, inchanges, refuses, touches, cree_par, created_at) values (gen_random_uuid(), $2, 0, 1, 2, 3, 1, $1, '2026-11-22') returning id)
    insert into importes (import_id, client_id, cavalier_id, avant, places, empreinte, cree) select un.id, $1, k.id, jsonb_build_object('note', $2::text), 2, $2, false from un, cavaliers k`,
    [ZOE, ODD],
  );
  await query(
    url,
    "insert into orthographes (cle, nom, vers_cle, vers_nom, fusionnee_par) values ('lea', $2, 'lea dubois', $2, $1)",
    [ZOE, ODD],
  );
  await query(
    url,
    `insert into alertes (user_id, type_lecon, type_piste, date_reservation, heure_debut, heure_fin) values ($1, 'saut', 'interieure', '2026-11-23', '10:00', '10:30')`,
    [ZOE],
  );
  await query(
    url,
    "insert into flux_calendrier (user_id, type_piste, empreinte) values ($1, null, $2), ($1, 'interieure', $3)",
    [ZOE, JETON, `${JETON} 2`],
  );
  await query(
    url,
    "insert into journal (survenu_at, action, acteur_id, details, ip) select now(), 'connexion.ouverte', $1::uuid, $2::jsonb, '2001:db8::1' from generate_series(1, 3)",
    [ZOE, JSON.stringify({ champs: ['date', ODD], nombre: 1e21, vide: null })],
  );
  await query(
    url,
    'update parametres set "adminEmail" = \'centre@essai.example\', "openingTime" = \'09:30\', version = 3',
  );
  await query(
    url,
    "insert into prix_valables (type_lecon, du, centimes) values ('saut', '2026-01-01', 9999999); update horloge set battement_at = '2026-11-22 09:00+00'",
  );
  await query(
    url,
    `insert into courriels (cause, sorte, destinataire, destinataire_nom, user_id, contenu, statut, envoyer_apres, perime_apres, tenu_jusque, essais) values
    ('lien', 'mot_de_passe', 'zoe@essai.example', $2, $1, $3, 'en_attente', '2026-11-22 09:59Z', '2026-11-23Z', '2026-11-22 10:02Z', 1),
    ('envoye', 'approbation', 'zoe@essai.example', 'Zoé', $1, $4, 'envoye', '2026-11-21Z', '2026-11-22Z', null, 1),
    ('rappel passe', 'rappel', 'zoe@essai.example', 'Zoé', $1, $4, 'en_attente', '2026-11-22 09:59Z', '2026-11-23Z', null, 0),
    ('rappel a venir', 'rappel', 'zoe@essai.example', 'Zoé', $1, $4, 'en_attente', '2026-11-22 11:00Z', '2026-11-23Z', null, 0)`,
    [
      ZOE,
      ODD,
      JSON.stringify({ sorte: 'mot_de_passe', nom: ODD, jeton: JETON }),
      JSON.stringify({
        sorte: 'approbation',
        nom: ODD,
        profond: { liste: [1, '1', null, { a: ODD }] },
      }),
    ],
  );
  await query(
    url,
    "insert into sessions (empreinte, user_id, expires_at) values ($1, $2, '2027-01-01')",
    [JETON, ZOE],
  );
  await query(
    url,
    'insert into appareils (empreinte, user_id, created_at, utilise_at) values ($1, $2, now(), now())',
    [JETON, ZOE],
  );
  await query(
    url,
    "insert into verifications (identifier, value, expires_at) values ($1, $2, '2027-01-01')",
    [JETON, ZOE],
  );
  await query(url, 'insert into essais (cle, survenu_at) values ($1, now())', [JETON]);
  await query(url, 'insert into sauvegardes (debut_at, erreur) values (now(), $1)', [JETON]);
  await query(
    url,
    "insert into comptes_effaces (id) values ('44444444-4444-4444-8444-444444444444')",
  );
  await query(
    url,
    "insert into demandes_de_lien (usage, email, created_at) values ('mot_de_passe', $1, now())",
    [JETON],
  );
}

/** Every table of a database, each row as text. */
export async function readAll(url: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    url,
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables)
    found[name] = (
      await query<{ row: string }>(url, `select t::text as row from "${name}" t order by 1`)
    ).map(({ row }) => row);
  return found;
}

/** The options for a backup, with its log messages. */
export const job = (
  url: string,
  dir: string,
  { passphrase = null as string | null, command = null as string | null, now = NOW } = {},
) => ({
  url,
  version: '1.0.0',
  config: { dir, command, passphrase, base: null },
  now,
  say: () => undefined,
});

export const save = (
  url: string,
  dir: string,
  options?: Parameters<typeof job>[2],
): Promise<Made> => backUp(job(url, dir, options));

/** The mark in the backups of a database. */
export const markOf = async (url: string): Promise<string> =>
  (await query<{ marque: string }>(url, 'select marque from installation'))[0]?.marque ?? '';

/**
 * Files with the names and first lines of backups, each of the installation with that mark. Null:
 * of a version that wrote none.
 */
export function putBackups(
  dir: string,
  names: readonly string[],
  installation: string | null,
): void {
  const header = {
    manege: 'sauvegarde',
    format: 1,
    version: '1.0.0',
    migration: 1,
    migration_nom: '0000',
    creee_at: NOW.toISOString(),
    chiffree: false,
  };
  for (const name of names)
    writeFileSync(
      join(dir, name),
      `${JSON.stringify(installation === null ? header : { ...header, installation })}\n`,
    );
}

/** Header, compressed content and checksum line of a file. */
export function takeApart(bytes: Buffer): { header: any; text: string; packed: Buffer } {
  const end = bytes.indexOf('\n');
  const packed = bytes.subarray(end + 1, bytes.length - 73);
  return {
    header: JSON.parse(bytes.subarray(0, end).toString()),
    packed,
    text: gunzipSync(packed).toString(),
  };
}

/** The program of a command. */
export const COMMAND = (name: string) =>
  fileURLToPath(new URL(`../../src/server/${name}.ts`, import.meta.url));

/** A command as `npm run` runs it, without the installation. */
export function command(
  name: 'backup' | 'restore' | 'doctor',
  env: Record<string, string>,
  ...args: string[]
): { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> } {
  const child = spawn(process.execPath, [COMMAND(name), ...args], {
    env: { ...quick(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return {
    child,
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said })),
  };
}

type FilledDatabase = {
  url: string;
  /** The folder of its backup, and the file itself. */
  dir: string;
  path: string;
};

/** One filled database and its backup for a whole test file, for the tests that change neither. */
export function useBackup(): FilledDatabase {
  const handle: FilledDatabase = { url: '', dir: '', path: '' };
  let drop: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    const created = await createDatabase();
    drop = created.drop;
    await fill(created.url);
    const dir = mkdtempSync(join(tmpdir(), 'manege-sauvegarde-'));
    Object.assign(handle, { url: created.url, dir, path: (await save(created.url, dir)).path });
  });
  afterAll(async () => {
    await drop();
    rmSync(handle.dir, { recursive: true, force: true });
  });
  return handle;
}
