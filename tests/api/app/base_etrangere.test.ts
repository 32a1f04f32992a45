/**
 * A PostgreSQL server of somebody else: what its settings may not change (OPS-86), and what it must
 * be (OPS-87).
 */
import { globSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { check } from '../../../src/server/actions/health/controles.ts';
import { restore } from '../../../src/server/actions/backups/restaurer.ts';
import { readErasedOf } from '../../../src/server/platform/backup/restore.ts';
import { newClient } from '../../../src/server/platform/connection.ts';
import { hasAccounts, migrate, runMigrations } from '../../../src/server/platform/migrations.ts';
import { untilReachable } from '../../../src/server/platform/reachable.ts';
import { createTestApp } from '../../support/app.ts';
import { adminQuery, dropDatabase, ownerQuery, urlOf } from '../../support/postgres.ts';
import {
  database,
  fill,
  folder,
  job,
  NOW,
  query,
  readAll,
  save,
} from '../../support/sauvegardes.ts';

/** Settings that would break something, except JIT, which only makes it slow. */
const FOREIGN = {
  jit: 'on',
  DateStyle: 'German, DMY',
  standard_conforming_strings: 'off',
  default_transaction_isolation: 'serializable',
};
const OURS = ['off', 'ISO, MDY', 'on', 'read committed'];

/** Asks each connection that is opened for these settings; by the name of the connection. */
function askConnections(): Map<string, Set<string>> {
  const asked = new Map<string, Set<string>>();
  const prototype = pg.Client.prototype as unknown as {
    connect: (this: pg.Client, done?: (error?: Error) => void) => Promise<void>;
  };
  const { connect } = prototype;
  const settings = Object.keys(FOREIGN)
    .map((name) => `current_setting('${name}')`)
    .join(', ');
  const ask = async (client: pg.Client): Promise<void> => {
    const { rows } = await client.query<{ name: string; found: string }>(
      `select split_part(current_setting('application_name'), ' ', 2) as name,
        concat_ws('|', ${settings}) as found`,
    );
    for (const { name, found } of rows) asked.set(name, (asked.get(name) ?? new Set()).add(found));
  };
  const spy = vi.spyOn(prototype, 'connect').mockImplementation(async function asking(
    this: pg.Client,
    done,
  ) {
    try {
      await connect.call(this);
      await ask(this);
    } catch (error) {
      if (done === undefined) throw error;
      return done(error as Error);
    }
    done?.();
  });
  onTestFinished(() => spy.mockRestore());
  return asked;
}

test('aucune connexion ne prend les réglages du serveur, de la base ou du rôle', async () => {
  // OPS-86
  const foreign = async (url: string): Promise<string> => {
    for (const [name, value] of Object.entries(FOREIGN))
      await adminQuery(`alter database ${new URL(url).pathname.slice(1)} set ${name} = '${value}'`);
    return url;
  };
  const url = await foreign(await database());
  await fill(url);
  const asked = askConnections();
  const t = await createTestApp({ reach: foreign });
  onTestFinished(() => t.close());
  const { path } = await save(url, folder());
  const target = await foreign(await database({ empty: true }));
  await restore(job(target, folder()), path);
  await readErasedOf(target);
  await migrate(await foreign(await database({ empty: true })));
  await hasAccounts(target);
  await untilReachable(`${target}?options=-c%20jit%3Don`, () => undefined);
  await check({ ...t.services, databaseUrl: target, now: () => NOW });
  expect(Object.fromEntries([...asked].map(([name, found]) => [name, [...found]]))).toEqual(
    Object.fromEntries(
      ['', 'controle', 'live', 'migration', 'restauration', 'sauvegarde', 'verification'].map(
        (name) => [name, [OURS.join('|')]],
      ),
    ),
  );
});

test('un mot de passe avec « % », « @ » ou une espace, écrit tel quel ou encodé, ouvre une connexion avec nos réglages', async () => {
  // OPS-86
  const role = `essai_${process.pid}_signes`;
  const password = '50% d@ou é100%';
  await ownerQuery(`create role ${role} login password '${password}'`);
  onTestFinished(() => ownerQuery(`drop role ${role}`));
  const { port, pathname } = new URL(await database());
  const raw = `${role}:${password}`;
  const encoded = `${role}:${encodeURIComponent(password)}`;
  for (const address of [
    `postgres://${raw}@127.0.0.1:${port}${pathname}`,
    `postgres://${encoded}@127.0.0.1:${port}${pathname}`,
    `postgres://${raw}@127.0.0.1:${port}${pathname}?sslmode=disable&options=-c%20jit%3Don`,
    `postgres://${raw}@nulle-part.invalid:${port}${pathname}?host=127.0.0.1`,
    `postgres://${encoded}@nulle-part.invalid:${port}${pathname}?host=127.0.0.1`,
  ]) {
    const client = newClient(address);
    await client.connect();
    const { rows } = await client.query(
      `select current_user as role, current_setting('jit') as jit, current_setting('default_transaction_isolation') as isolation`,
    );
    await client.end();
    expect(rows, address).toEqual([{ role, jit: 'off', isolation: 'read committed' }]);
  }
  // A socket's folder, with and without a host of its own.
  for (const address of [`${raw}@hote/manege?host=/var/run`, `${raw}@%2Fvar%2Frun/manege`])
    expect(newClient(`postgres://${address}`)).toMatchObject({
      host: '/var/run',
      database: 'manege',
      password,
    });
});

test("aucune connexion ne s'ouvre autrement", () => {
  // OPS-86
  const opening = globSync('src/**/*.ts').filter((path) =>
    /new (?:pg\.)?(?:Client|Pool)\(/.test(readFileSync(path, 'utf8')),
  );
  expect(opening).toEqual(['src/server/platform/connection.ts']);
});

test("une base qui n'est pas en UTF8 est refusée, et ce qu'elle contient passe dans une autre par les moyens de la phrase", async () => {
  // OPS-87
  const [name, next] = ['ascii', 'ascii_utf8'].map((one) => `essai_${process.pid}_${one}`);
  await adminQuery(
    `create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
  );
  onTestFinished(() => dropDatabase(name!));
  const url = urlOf(name!);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await runMigrations(client);
  await client.query('commit');
  await client.end();
  await fill(url);
  const before = await readAll(url);

  const refused = await migrate(url).catch(({ message }: Error) => message);
  expect(refused).toMatch(/^DATABASE_URL : cette base de données est encodée en SQL_ASCII,/);
  const { path, nonVerifiee } = await save(url, folder());
  expect(nonVerifiee).toBeNull();
  await expect(restore(job(url, folder()), path)).rejects.toThrow('encodée en SQL_ASCII');
  expect(await readAll(url)).toEqual(before);

  const [, statement = ''] = /^ {2}(create database .*);$/m.exec(refused) ?? [];
  await adminQuery(statement);
  onTestFinished(() => dropDatabase(next!));
  await restore(job(urlOf(next!), folder()), path);
  const after = await readAll(urlOf(next!));
  for (const table of ['users', 'clients', 'cavaliers', 'reservations', 'participants', 'photos'])
    expect(after[table], table).toEqual(before[table]);
  expect(before['users']!.join()).toContain('É');
  expect(
    await query(
      urlOf(next!),
      'select pg_encoding_to_char(encoding) as it from pg_database where datname = current_database()',
    ),
  ).toEqual([{ it: 'UTF8' }]);
});
