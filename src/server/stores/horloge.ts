import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../platform/db.ts';
import { horloge } from '../platform/schema.ts';

/**
 * Writes without leaving anything behind: the clock's one row as it stands, which a read-only database refuses, and a
 * temporary file, because a full disk shows only where a file must grow (sorting 4096 numbers takes more than 64 kB).
 */
export async function rewriteHorloge(tx: Tx): Promise<void> {
  await tx.update(horloge).set({ id: 1 }).where(eq(horloge.id, 1));
  await tx.execute(sql`select set_config('work_mem', '64kB', true)`);
  await tx.execute(sql`select count(*) from (select n from generate_series(1, 4096) as n order by -n) as triage`);
}
