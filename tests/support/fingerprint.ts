/** A fingerprint of all stored data, so that a test can assert that nothing has changed. */
import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db.ts';

/**
 * Tables that change regardless of an answer: attempts are counted, the end of a session is
 * extended (its id stays), the clock has a heartbeat, a backup makes progress.
 */
const PASSING = new Set(['essais', 'sessions', 'horloge', 'sauvegardes']);

const read = new WeakMap<Db, ReturnType<typeof statementOf>>();

/** Every table, as listed by PostgreSQL, so that a new one is included automatically. */
async function statementOf(db: Db) {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const tables = rows.map(({ name }) => name).filter((name) => !PASSING.has(name));
  return sql.join(
    [
      ...tables.map(
        (table) =>
          sql`(select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) from ${sql.identifier(table)} r) as ${sql.identifier(table)}`,
      ),
      sql`(select md5(coalesce(string_agg(id::text, '|' order by id), '')) from sessions) as sessions`,
    ],
    sql`, `,
  );
}

/** A single statement, because it is run thousands of times. */
export async function fingerprint(db: Db): Promise<Record<string, unknown>> {
  const statement = read.get(db) ?? statementOf(db);
  read.set(db, statement);
  const {
    rows: [row],
  } = await db.execute(sql`select ${await statement}`);
  return row ?? {};
}
