/** Lessons that are stored without the product, as an import does (ADR-035). */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { type Db, isOverlap } from '#server/platform/db.ts';
import type { NewReservation } from '../../src/server/stores/lessons/reservations.ts';

/** Stores a lesson with its occupation and its seats. Null if its arena is taken. */
export async function storeLecon(
  db: Db,
  lecon: NewReservation & { version?: number },
): Promise<string | null> {
  try {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from importer_lecons(${JSON.stringify([lecon])}) as id`,
    );
    return rows[0]!.id;
  } catch (error) {
    if (isOverlap(error)) return null;
    throw error;
  }
}

/**
 * How many lessons are stored per statement: all in one value would be larger than PostgreSQL
 * allows.
 */
const LOT = 10_000;

/**
 * Stores many lessons read by a `select` whose columns have the names of those of `reservations`,
 * without the triggers that compare each seat: almost twice as fast (ADR-031).
 */
export async function storeLecons(
  client: pg.Client,
  select: string,
  values: readonly unknown[],
): Promise<void> {
  const triggers = (state: 'disable' | 'enable') =>
    client.query(
      `alter table reservations ${state} trigger user; alter table participants ${state} trigger user`,
    );
  await triggers('disable');
  await client.query(
    `select count(*) from (
      select jsonb_agg(l order by n) as lot from (select *, row_number() over () as n from (${select}) as r) as l group by n / ${LOT}
    ) as lots, lateral importer_lecons(lot)`,
    [...values],
  );
  await triggers('enable');
}
