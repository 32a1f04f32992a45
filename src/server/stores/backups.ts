/** Backups that were begun (OPS-20), and the ids of erased accounts (OPS-14). */
import { and, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { EtatSauvegardes, Origine } from '#domain/backups.ts';
import { keepErased } from '#server/platform/backup/folder.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { isAbandoned } from '#server/platform/locks.ts';
import { comptesEffaces, horloge, sauvegardes } from '#server/platform/schema/schema.ts';
import type { Services } from '#server/platform/services.ts';

export type Sauvegarde = typeof sauvegardes.$inferSelect;

const isOver = isNotNull(sauvegardes.fin_at);
const isGood = and(isOver, isNull(sauvegardes.erreur));
const newestFirst = [desc(sauvegardes.debut_at), desc(sauvegardes.id)];

/**
 * When the last nightly backup that has not failed was begun, null if there was none; and when the
 * failed ones were begun that began after `night`.
 */
export async function getNight(
  reader: Reader,
  night: Date,
): Promise<{ last: Date | null; failed: Date[] }> {
  const ofNight = eq(sauvegardes.origine, 'nuit');
  const [row] = await reader
    .select({ debut_at: sauvegardes.debut_at })
    .from(sauvegardes)
    .where(and(ofNight, isNull(sauvegardes.erreur)))
    .orderBy(...newestFirst)
    .limit(1);
  const failed = await reader
    .select({ fin_at: sauvegardes.fin_at })
    .from(sauvegardes)
    .where(and(ofNight, isNotNull(sauvegardes.erreur), gte(sauvegardes.debut_at, night)));
  return { last: row?.debut_at ?? null, failed: failed.flatMap(({ fin_at }) => fin_at ?? []) };
}

async function getLastGood(reader: Reader): Promise<Sauvegarde | null> {
  const [good] = await reader
    .select()
    .from(sauvegardes)
    .where(isGood)
    .orderBy(...newestFirst)
    .limit(1);
  return good ?? null;
}

/** The last backup that was begun, and the last that succeeded. */
export async function getLast(
  reader: Reader,
): Promise<{ derniere: Sauvegarde | null; reussie: Sauvegarde | null }> {
  const [last] = await reader
    .select()
    .from(sauvegardes)
    .orderBy(...newestFirst)
    .limit(1);
  return { derniere: last ?? null, reussie: await getLastGood(reader) };
}

/**
 * The data that decide whether administrators are notified (OPS-24), and that checks and metrics
 * show.
 */
export async function getEtat(reader: Reader): Promise<EtatSauvegardes> {
  const [since] = await reader.select({ depuis: horloge.sauvegardes_depuis }).from(horloge);
  if (!since) throw new Error('the table horloge is empty');
  const good = await getLastGood(reader);
  const [last] = await reader
    .select({ erreur: sauvegardes.erreur })
    .from(sauvegardes)
    .where(isOver)
    .orderBy(...newestFirst)
    .limit(1);
  return {
    depuis: since.depuis,
    reussie_at: good?.fin_at ?? null,
    nonVerifiee: good?.non_verifiee ?? null,
    octets: good?.octets ?? null,
    erreur: last?.erreur ?? null,
  };
}

/** Backups are expected from now on, because a restore has just replaced the data. */
export async function expectFrom(tx: Tx, sauvegardes_depuis: Date): Promise<void> {
  await tx.update(horloge).set({ sauvegardes_depuis });
}

/** Records that a backup begins; returns its number. */
export async function insertBegun(
  tx: Tx,
  begun: { debut_at: Date; origine: Origine },
): Promise<number> {
  const [row] = await tx.insert(sauvegardes).values(begun).returning({ id: sauvegardes.id });
  return row?.id ?? 0;
}

/** Records a backup that was made before this row could be stored. */
export async function insertMade(
  reader: Reader,
  made: typeof sauvegardes.$inferInsert,
): Promise<void> {
  await reader.insert(sauvegardes).values(made);
}

/** True while a backup is made, and after one was killed. */
export async function hasUnfinished(reader: Reader): Promise<boolean> {
  return (
    (
      await reader
        .select({ id: sauvegardes.id })
        .from(sauvegardes)
        .where(isNull(sauvegardes.fin_at))
        .limit(1)
    ).length > 0
  );
}

/**
 * Ends the rows of killed backups, which no connection holds any more. The caller holds the lock of
 * backups, so none is just being begun.
 */
export async function settleKilled(tx: Tx, fin_at: Date): Promise<void> {
  const erreur =
    "La sauvegarde a été interrompue : le service s'est arrêté pendant qu'elle se faisait.";
  await tx
    .update(sauvegardes)
    .set({ fin_at, erreur })
    .where(and(isNull(sauvegardes.fin_at), isAbandoned(sauvegardes.id)));
}

export async function settleSauvegarde(
  reader: Reader,
  id: number,
  made: Partial<Omit<Sauvegarde, 'id'>>,
): Promise<void> {
  await reader.update(sauvegardes).set(made).where(eq(sauvegardes.id, id));
}

export async function deleteSauvegardesBefore(reader: Reader, instant: Date): Promise<void> {
  await reader.delete(sauvegardes).where(lt(sauvegardes.debut_at, instant));
}

export async function insertErased(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .insert(comptesEffaces)
      .values(ids.map((id) => ({ id })))
      .onConflictDoNothing();
}

/** Writes the ids of accounts that were erased on any instance to their file (OPS-14). */
export const keepIds = async ({
  db,
  sauvegardes: { dir },
}: Pick<Services, 'db' | 'sauvegardes'>): Promise<void> => keepErased(dir, await listErased(db));

export async function listErased(reader: Reader): Promise<string[]> {
  const rows = await reader
    .select({ id: comptesEffaces.id })
    .from(comptesEffaces)
    .orderBy(sql`1`);
  return rows.map(({ id }) => id);
}
