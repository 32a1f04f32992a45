/** Lines: what is billed of seats that left after the deadline (LIG-03 to LIG-07). */
import { and, asc, eq, gte, lte, or, sql } from 'drizzle-orm';
import { ANCIEN_CAVALIER } from '#domain/core/conservation_lecons.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { clients, lignes, users } from '#server/platform/schema/schema.ts';
import { nomDe } from '../people/noms.ts';
import { paidBy } from './payeurs.ts';

/**
 * The lines of the lessons of some days, earliest first; `client`: empty if it has none. For a
 * customer: its own, and those of whom it pays for.
 */
export const listLignes = (
  reader: Reader,
  {
    du,
    au,
    client,
  }: { du?: string | undefined; au?: string | undefined; client?: string | undefined },
) =>
  reader
    .select({
      id: lignes.id,
      jour: lignes.jour,
      client: sql<string>`coalesce(${nomDe('users', 'clients')}, '')`,
      nom: lignes.nom,
      libelle: lignes.libelle,
      motif: lignes.motif,
      centimes: lignes.centimes,
    })
    .from(lignes)
    .leftJoin(users, eq(users.id, lignes.user_id))
    .leftJoin(clients, eq(clients.id, lignes.user_id))
    .where(
      and(
        du === undefined ? undefined : gte(lignes.jour, du),
        au === undefined ? undefined : lte(lignes.jour, au),
        paidBy(client, sql`${lignes.user_id}`),
      ),
    )
    .orderBy(asc(lignes.jour), asc(lignes.libelle), asc(lignes.nom), asc(lignes.id));

/** Removes a line; null if there is none any more. */
export async function deleteLigne(
  tx: Tx,
  id: string,
): Promise<{ user_id: string | null; centimes: number } | null> {
  const [row] = await tx
    .delete(lignes)
    .where(eq(lignes.id, id))
    .returning({ user_id: lignes.user_id, centimes: lignes.centimes });
  return row ?? null;
}

/** What a line without a name, or a customer, keeps of them (LIG-07). */
const SANS_PERSONNE = { nom: ANCIEN_CAVALIER, user_id: null, cavalier_id: null };

/** Removes a customer and the names from its lines, which keep their amounts. */
export async function eraseLignes(tx: Tx, user_id: string): Promise<void> {
  await tx.update(lignes).set(SANS_PERSONNE).where(eq(lignes.user_id, user_id));
}

/** The same for every line of a lesson before a day; returns how many had a name or a customer. */
export async function removeNamesOfLignes(tx: Tx, before: string): Promise<number> {
  const { rowCount } = await tx
    .update(lignes)
    .set({ ...SANS_PERSONNE, cree_par: null })
    .where(
      and(
        sql`${lignes.jour} < ${before}`,
        or(
          sql`${lignes.nom} <> ${ANCIEN_CAVALIER}`,
          sql`num_nonnulls(${lignes.user_id}, ${lignes.cavalier_id}, ${lignes.cree_par}) > 0`,
        ),
      ),
    );
  return rowCount ?? 0;
}
