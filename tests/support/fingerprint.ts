/** All that is stored, so that a test can say that nothing has changed. */
import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db.ts';

/** Attempts are counted whatever is answered, and a session's end slides: neither is a change. */
const TABLES = ['users', 'accounts', 'verifications', 'photos', 'reservations', 'types_lecons', 'prix', 'parametres', 'courriels'] as const;

export async function fingerprint(db: Db): Promise<Record<string, unknown>> {
  const rows = await Promise.all(TABLES.map(async (table) => {
    const { rows: [row] } = await db.execute(sql`select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as empreinte from ${sql.identifier(table)} r`);
    return [table, row?.['empreinte']];
  }));
  const { rows: [sessions] } = await db.execute(sql`select md5(coalesce(string_agg(id::text, '|' order by id), '')) as empreinte from sessions`);
  return Object.fromEntries([...rows, ['sessions', sessions?.['empreinte']]]);
}
