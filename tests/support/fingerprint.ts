/** All that is stored, so that a test can say that nothing has changed. */
import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db.ts';

/**
 * What changes whatever an answer says: attempts are counted, a session's end slides (its id
 * stays), the clock beats, a backup goes on.
 */
const PASSING = new Set(['essais', 'sessions', 'horloge', 'sauvegardes']);

const read = new WeakMap<Db, ReturnType<typeof statementOf>>();

/** Each table as PostgreSQL lists them, so that a new one is looked at from its first day. */
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

/** One statement: it is asked thousands of times. */
export async function fingerprint(db: Db): Promise<Record<string, unknown>> {
  const statement = read.get(db) ?? statementOf(db);
  read.set(db, statement);
  const {
    rows: [row],
  } = await db.execute(sql`select ${await statement}`);
  return row ?? {};
}
