import { sql } from 'drizzle-orm';
import { type Avant, type Durees, dureesEnVigueur } from '#domain/settings/durees.ts';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import { prepareOnce, type Reader, type Tx } from '#server/platform/db.ts';
import { parametres } from '#server/platform/schema/schema.ts';

/** The settings with the longer periods that are still in force (SET-51). */
export type ParametresRow = StoredParametres & {
  dureesAvant: Durees | null;
  dureesJusque: Date | null;
};

const statement = prepareOnce((reader: Reader) =>
  reader.select().from(parametres).prepare('parametres'),
);

/** The settings, from their only row, which a migration inserts. */
export async function getParametres(reader: Reader): Promise<ParametresRow> {
  return only(await statement(reader).execute());
}

/** Locks the settings until the transaction ends. */
export async function lockParametres(tx: Tx): Promise<ParametresRow> {
  return only(await tx.select().from(parametres).for('update'));
}

/** The longer periods of the settings; null if no shorter one waits. */
export const avantDe = ({ dureesAvant, dureesJusque }: ParametresRow): Avant =>
  dureesAvant && dureesJusque && { durees: dureesAvant, jusque: dureesJusque };

/** The columns of the longer periods. */
export const avantColumns = (
  avant: Avant,
): Pick<ParametresRow, 'dureesAvant' | 'dureesJusque'> => ({
  dureesAvant: avant?.durees ?? null,
  dureesJusque: avant?.jusque ?? null,
});

/** By which periods data are erased at `now` (SET-51). */
export async function getDurees(reader: Reader, now: Date): Promise<Durees> {
  const row = await getParametres(reader);
  return dureesEnVigueur(row, avantDe(row), now);
}

/** Whether an administrator has accepted or declined that lessons lose their names (SET-43). */
export async function isRetentionAnswered(reader: Reader): Promise<boolean> {
  return only(
    await reader.select({ answered: parametres.lessonRetentionAnswered }).from(parametres),
  ).answered;
}

/** The day on which all stored seats got the price of that day; null if there were none (PRICE-19). */
export async function getSeatsPricedOn(reader: Reader): Promise<string | null> {
  return only(await reader.select({ jour: parametres.seatsPricedOn }).from(parametres)).jour;
}

/** Stores the settings and counts the change. */
export async function updateParametres(
  tx: Tx,
  change: Partial<typeof parametres.$inferInsert>,
): Promise<ParametresRow> {
  return only(
    await tx
      .update(parametres)
      .set({ ...change, version: sql`${parametres.version} + 1` })
      .returning(),
  );
}

function only<T>([row]: T[]): T {
  if (!row) throw new Error('the table parametres is empty');
  return row;
}
