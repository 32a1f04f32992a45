/** All that is stored, so that a test can say that nothing has changed. */
import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db.ts';

/** Attempts are counted whatever is answered, and a session's end slides: neither is a change. */
const TABLES = ['users', 'mots_de_passe', 'verifications', 'photos', 'reservations', 'types_lecons', 'prix', 'parametres', 'courriels', 'participants', 'cavaliers', 'orthographes', 'alertes'] as const;

const empreintes = sql.join([
  ...TABLES.map((table) => sql`(select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) from ${sql.identifier(table)} r) as ${sql.identifier(table)}`),
  sql`(select md5(coalesce(string_agg(id::text, '|' order by id), '')) from sessions) as sessions`,
], sql`, `);

/** One statement: it is asked thousands of times. */
export async function fingerprint(db: Db): Promise<Record<string, unknown>> {
  const { rows: [row] } = await db.execute(sql`select ${empreintes}`);
  return row ?? {};
}
