/**
 * Moves the data of an earlier major version of PostgreSQL into a new cluster, like a restore, and
 * compares both (OPS-44, ADR-024).
 */
import pg from 'pg';
import { contentOf } from '../backup/backup.ts';
import { load } from '../backup/load.ts';
import { Reading } from '../backup/rows.ts';
import { readTables, settle, TABLES } from '../backup/tables.ts';
import { newClient } from '../connection.ts';
import { lastMigration } from '../migrations.ts';
import { OWNER } from './account.ts';
import { EmbeddedError } from './errors.ts';
import type { Home } from './home.ts';
import { halt } from './postmaster.ts';
import { openDatabase } from './roles.ts';
import { connect, launchFirst } from './server.ts';

type Log = (message: string) => void;

/**
 * Fills `made`, which has no name yet, from `former`, which is only read. Both servers have ended
 * when it returns or throws. `lock`: the descriptor that the servers inherit.
 */
export async function moveData(former: Home, made: Home, lock: number, log: Log): Promise<void> {
  log(
    `Les données passent de PostgreSQL ${former.major} à ${made.major} ; les anciennes restent comme elles sont…`,
  );
  const old = await launchFirst(former, lock, log);
  try {
    const source = await openSource(former, old.port);
    if (source === null) return log("L'ancienne base était encore vide.");
    try {
      const young = await launchFirst(made, lock, log);
      try {
        await copyAll(source, await openDatabase(made, young.port), log);
      } finally {
        await halt(young.pid);
      }
    } finally {
      await source.end();
    }
  } finally {
    await halt(old.pid);
  }
}

/** A connection to the old data; null if a first start was interrupted before there were any. */
async function openSource(former: Home, port: number): Promise<pg.Client | null> {
  const client = await connect(former, port, OWNER).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === '3D000') return null;
    throw error;
  });
  const { rows = [] } =
    (await client?.query("select 1 from pg_tables where schemaname = 'public' limit 1")) ?? {};
  if (rows.length > 0) return client;
  await client?.end();
  return null;
}

/**
 * Copies everything as of one instant, including sessions and links: unlike a restore, nobody
 * should notice a move.
 */
async function copyAll(source: pg.Client, url: string, log: Log): Promise<void> {
  const target = newClient(url);
  await target.connect();
  try {
    await source.query('begin isolation level repeatable read read only');
    await settle(source);
    const migration = await lastMigration(source);
    if (migration === null)
      throw new EmbeddedError(
        "Ces données viennent d'une version plus récente de Manège : démarrez cette version-là. Rien n'a été changé.",
      );
    await tellForeign(source, log);
    const tables = await readTables(source, migration, { everything: true });
    await target.query('begin');
    await load(
      target,
      {
        header: { migration: migration.when, version: '' },
        everything: true,
        read: (work) =>
          work(
            new Reading(
              contentOf(source, tables, () => undefined),
              () =>
                new EmbeddedError(
                  "Les données de l'ancienne base ne se lisent pas jusqu'au bout. Rien n'a été changé.",
                ),
            ),
          ),
      },
      log,
    );
    await target.query('commit');
    await target.query('analyze');
  } finally {
    await target.end();
  }
}

/** Reports tables in the database that are not from Manège, which are not moved. */
async function tellForeign(source: pg.Client, log: Log): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1",
    [Object.keys(TABLES)],
  );
  if (rows.length > 0)
    log(
      `Des tables qui ne sont pas de Manège restent dans l'ancienne base : ${rows.map(({ name }) => name).join(', ')}.`,
    );
}
