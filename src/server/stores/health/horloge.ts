import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#server/platform/db.ts';
import { horloge } from '#server/platform/schema/schema.ts';

const row = eq(horloge.id, 1);

/** When something was last stored in one of these tables; read only if there is no heartbeat. */
const STORED = sql.raw(`(select max(instant) from (
  select greatest(max(created_at), max(updated_at)) as instant from users
  union all select greatest(max(created_at), max(updated_at)) from sessions
  union all select max(updated_at) from mots_de_passe
  union all select greatest(max(created_at), max(updated_at)) from verifications
  union all select max(created_at) from prix
  union all select max(created_at) from reservations
  union all select max(created_at) from courriels
  union all select max(survenu_at) from essais
) as instants)`);

/**
 * The last recorded activity (SET-16): the heartbeat, or else the newest stored time; null if there
 * is neither.
 */
export async function getLastSign(reader: Reader): Promise<Date | null> {
  const [found] = await reader
    .select({ dernier: sql<string | null>`coalesce(${horloge.battement_at}, ${STORED})` })
    .from(horloge)
    .where(row);
  return found?.dernier ? new Date(found.dernier) : null;
}

export async function setBattement(reader: Reader, at: Date): Promise<void> {
  await reader.update(horloge).set({ battement_at: at }).where(row);
}

/**
 * Stores the newest instant found as the heartbeat, before anything is stored with the time of a
 * doubtful clock.
 */
export async function keepLastSign(reader: Reader, last: Date): Promise<void> {
  await reader
    .update(horloge)
    .set({ battement_at: last })
    .where(and(row, isNull(horloge.battement_at)));
}

/**
 * Writes without changing any value. It updates the row of the clock to itself, which a read-only
 * database refuses, and creates a temporary file, because a full disk shows only when a file must
 * grow (sorting 4096 numbers takes more than 64 kB).
 */
export async function rewriteHorloge(tx: Tx): Promise<void> {
  await tx.update(horloge).set({ id: 1 }).where(row);
  await tx.execute(sql`select set_config('work_mem', '64kB', true)`);
  await tx.execute(
    sql`select count(*) from (select n from generate_series(1, 4096) as n order by -n) as triage`,
  );
}
