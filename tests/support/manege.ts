/** A running Manège with its own database, and people to sign in as, for end-to-end tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '#server/platform/db.ts';
import type { Role, StatutUser } from '#domain/people/users.ts';
import { createPerson } from './people.ts';
import { createDatabase } from './postgres.ts';
import { type Server, startServer } from './server.ts';

export type Person = { id: string; email: string };

/** The SECRET of the server. */
export const SECRET = 'un-secret-pour-les-tests-du-navigateur';

export type Manege = {
  server: Server;
  /** The folder of its backups. */
  backups: string;
  person(options?: {
    role?: Role;
    statut?: StatutUser;
    prenom?: string;
    nom?: string;
  }): Promise<Person>;
  /** One statement on the database of this run, as from another program. */
  sql: (query: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
};

type Started = Manege & { stop(): Promise<void> };

/** PostgreSQL has ended one of two statements that waited for each other: it did nothing. */
const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '40P01';

export async function startManege(): Promise<Started> {
  const database = await createDatabase();
  const { pool, db } = openPool(database.url, () => {});
  const backups = mkdtempSync(join(tmpdir(), 'manege-sauvegardes-'));
  const server = await startServer({ DATABASE_URL: database.url, SECRET, BACKUP_DIR: backups });
  return {
    server,
    backups,
    person: (options) => createPerson(db, options),
    async sql(query, values) {
      const run = () => pool.query(query, values);
      const { rows } = await run().catch((error: unknown) => {
        if (!isDeadlock(error)) throw error;
        return run();
      });
      return rows;
    },
    async stop() {
      await server.stop();
      await pool.end();
      await database.drop();
      rmSync(backups, { recursive: true, force: true });
    },
  };
}

/**
 * The Manège of a worker. `begin` starts one with a new database for each file, so that no file meets
 * the data of another one.
 */
export function startManeges(): Started & { begin(file: string): Promise<void> } {
  let running: { file: string; manege: Started } | null = null;
  const current = (): Started => {
    if (!running) throw new Error('no file has begun: call begin() first in beforeAll');
    return running.manege;
  };
  return {
    get server() {
      return current().server;
    },
    get backups() {
      return current().backups;
    },
    person: (options) => current().person(options),
    sql: (query, values) => current().sql(query, values),
    async begin(file) {
      if (running?.file === file) return;
      const [manege] = await Promise.all([startManege(), running?.manege.stop()]);
      running = { file, manege };
    },
    async stop() {
      await running?.manege.stop();
    },
  };
}
