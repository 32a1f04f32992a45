/** A fresh, migrated database for a test file, on the PostgreSQL of the run. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { count } from './counts.ts';

/** Migrated once by the global set-up; every test database is a copy of it. */
export const TEMPLATE = 'manege_modele';

export type TestDatabase = { url: string; drop: () => Promise<void> };

/**
 * A copy of the template, which takes about 50 ms. `drop` cuts the connections that are still open.
 */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `essai_${process.pid}_${randomBytes(4).toString('hex')}`;
  count('databases');
  await adminQuery(`create database ${name} template ${TEMPLATE}`);
  return {
    url: urlOf(name),
    drop: () => dropDatabase(name),
  };
}

/**
 * Cuts the connections that are still open. Only the superuser may end an autovacuum that works
 * there.
 */
export const dropDatabase = (name: string): Promise<void> =>
  ownerQuery(`drop database if exists ${name} with (force)`);

/** The address of a database of this run's PostgreSQL. */
export function urlOf(database: string): string {
  const url = new URL(given('TEST_POSTGRES_URL'));
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * The address of the same database for the superuser of the embedded PostgreSQL in a data folder.
 * Manège never serves as this role.
 */
export function asOwner(dataDir: string, url: string): string {
  const password = readFileSync(join(dataDir, 'postgresql/base-18/password'), 'utf8').trim();
  return Object.assign(new URL(url), { username: 'manege', password }).href;
}

/** The address of a database of this run for the superuser. */
export const ownerUrl = (url: string): string => asOwner(given('TEST_FOLDER'), url);

/** One statement outside any test database. The names are fixed in the tests, never a caller's. */
export const adminQuery = (sql: string): Promise<void> => run(given('TEST_POSTGRES_URL'), sql);

/** One statement as the superuser, for actions that need its rights. */
export const ownerQuery = (sql: string): Promise<void> =>
  run(asOwner(given('TEST_FOLDER'), given('TEST_POSTGRES_URL')), sql);

/**
 * Ends the connections of Manège to a database and waits until they are gone: a request on a
 * connection that is about to end would be answered as if the database were lost.
 */
export async function cutConnections(database: string): Promise<void> {
  for (const waitMs of [0, 5_000])
    await adminQuery(
      `select pg_terminate_backend(pid, ${waitMs}) from pg_stat_activity where datname = '${database}' and application_name = 'manege'`,
    );
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function given(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(
      `${name} is set by tests/support/global-setup.ts: run the tests through npm test or vitest.`,
    );
  return value;
}
