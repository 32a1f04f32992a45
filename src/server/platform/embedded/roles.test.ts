/**
 * The role with which the application connects to the embedded PostgreSQL, and the handling of a
 * folder of the previous version (SET-30).
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { end, endHolders, query, ready, startHolder } from '../../../../tests/support/holders.ts';
import { asOwner } from '../../../../tests/support/postgres.ts';
import { migrate } from '../migrations.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'role-'));
  chmodSync(dir, 0o755);
});
afterEach(endHolders);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const state = (url: string) =>
  query(
    url,
    `select current_user as role, rolsuper, rolcreaterole, rolreplication, rolbypassrls, rolcreatedb from pg_roles where rolname = current_user`,
  );
const APPLICATION = [
  {
    role: 'manege_app',
    rolsuper: false,
    rolcreaterole: false,
    rolreplication: false,
    rolbypassrls: false,
    rolcreatedb: true,
  },
];

/** Everything in the database that the superuser owns and that no extension created. */
const OF_THE_OWNER = `select c.oid::regclass::text as objet from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle') and pg_get_userbyid(relowner) = 'manege'
  union all select nspname from pg_namespace where nspname in ('drizzle') and pg_get_userbyid(nspowner) = 'manege'
  union all select typname from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ('public', 'drizzle') and pg_get_userbyid(typowner) = 'manege' and not exists (select 1 from pg_depend where objid = t.oid and deptype = 'e')
  union all select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'drizzle') and pg_get_userbyid(proowner) = 'manege' and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e')`;

test("l'application n'est pas superutilisateur : ni fichier, ni programme, ni autre rôle", async () => {
  const url = await ready(startHolder({ dataDir: dir }));
  expect(await state(url)).toEqual(APPLICATION);
  await migrate(url); // with its extension, which an owner of the database may create
  for (const statement of [
    `select pg_read_file('postgresql.conf')`,
    `select pg_ls_dir('.')`,
    `copy (select 1) to program 'true'`,
    `copy (select 1) to '/tmp/manege-essai'`,
    `create table fichier (ligne text); copy fichier from '/etc/passwd'`,
    `create role autre`,
    `alter system set fsync = off`,
    `alter role manege password 'x'`,
    `set session authorization manege`,
    `set role manege`,
    `set log_min_messages = debug5`,
  ])
    await expect(query(url, statement), statement).rejects.toMatchObject({ code: '42501' });
  await query(url, 'create database essai_de_sauvegarde'); // as for a verified backup
  await query(url, 'drop database essai_de_sauvegarde');
});

test("le mot de passe change à chaque démarrage et n'est écrit nulle part ; celui du superutilisateur n'est lu que de son compte", async () => {
  const first = startHolder({ dataDir: dir });
  const before = new URL(await ready(first));
  await end(first);
  const after = new URL(await ready(startHolder({ dataDir: dir })));
  expect(after.password).not.toBe(before.password);
  await expect(
    query(Object.assign(new URL(after), { password: before.password }).href, 'select 1'),
  ).rejects.toMatchObject({ code: '28P01' });
  expect(readFileSync(join(dir, 'postgresql/postgres.log'), 'utf8')).not.toContain(after.password);
  expect(statSync(join(dir, 'postgresql/base-18/password')).mode & 0o777).toBe(0o600);
});

test("le journal de PostgreSQL nomme une contrainte refusée sans la ligne qu'elle refuse", async () => {
  // SET-28
  const url = await ready(startHolder({ dataDir: dir }));
  await query(
    url,
    `create table chevaux (nom text unique); insert into chevaux values ('Quillacq')`,
  );
  await expect(query(url, `insert into chevaux values ('Quillacq')`)).rejects.toMatchObject({
    code: '23505',
    detail: expect.stringContaining('Quillacq'),
  });
  const log = readFileSync(join(dir, 'postgresql/postgres.log'), 'utf8');
  expect(log).toContain('chevaux_nom_key');
  expect(log).not.toContain('Quillacq');
});

test("un dossier de la version d'avant s'ouvre avec ses lignes, et tout y devient à l'application", async () => {
  const old = startHolder({ dataDir: dir });
  const owner = asOwner(dir, await ready(old));
  // The state that the previous version left: one role, the superuser, which owns the database and
  // everything in it.
  const postgres = Object.assign(new URL(owner), { pathname: '/postgres' }).href;
  await query(postgres, 'drop database manege with (force)');
  await query(postgres, 'drop role manege_app');
  await query(postgres, 'create database manege');
  await migrate(owner);
  await query(
    owner,
    `
    create type allure as enum ('pas', 'trot'); create domain robe as text; create sequence numeros; create view noms as select nom from users;
    create function compte() returns bigint language sql as 'select count(*) from users';
    create table boxes (n int generated always as identity, m serial, allure allure default 'pas', robe robe, primary key (n));
    insert into boxes (robe) select 'baie' from generate_series(1, 3);
    insert into users (email, prenom, nom, full_name, statut) values ('camille@essai.example', 'Camille', 'Lambert', 'Camille Lambert', 'actif')`,
  );
  expect((await query(owner, OF_THE_OWNER)).length).toBeGreaterThan(20);
  await end(old);

  for (let start = 1; start <= 2; start += 1) {
    const holder = startHolder({ dataDir: dir });
    const url = await ready(holder);
    expect(await state(url)).toEqual(APPLICATION);
    expect(await query(url, OF_THE_OWNER)).toEqual([]);
    expect(await query(url, 'select email from users')).toEqual([
      { email: 'camille@essai.example' },
    ]);
    await migrate(url);
    await query(
      url,
      `insert into boxes (robe) values ('pie'); alter table users add column essai${start} int; alter type allure add value 'galop${start}'; select compte()`,
    );
    expect(await query(url, 'select count(*)::int as n from boxes')).toEqual([{ n: 3 + start }]);
    await end(holder);
  }
});
