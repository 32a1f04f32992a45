/** Passkeys (ACC-64): public keys and the counters of their authenticators. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { CleAcces } from '#domain/signin/second_facteur.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { empreinteOf } from '#server/platform/secrets/jetons.ts';
import { clesAcces, verifications } from '#server/platform/schema/schema.ts';

export type NewCle = {
  id: string;
  user_id: string;
  nom: string;
  cle_publique: Buffer;
  compteur: number;
  transports: string[];
  created_at: Date;
};

/** Stores a passkey; false if it is already stored. */
export async function insertCle(tx: Tx, cle: NewCle): Promise<boolean> {
  const rows = await tx
    .insert(clesAcces)
    .values(cle)
    .onConflictDoNothing()
    .returning({ id: clesAcces.id });
  return rows.length > 0;
}

/** The passkeys of an account, oldest first. */
export async function listCles(reader: Reader, user_id: string): Promise<CleAcces[]> {
  const rows = await reader
    .select({
      id: clesAcces.id,
      nom: clesAcces.nom,
      created_at: clesAcces.created_at,
      utilise_at: clesAcces.utilise_at,
    })
    .from(clesAcces)
    .where(eq(clesAcces.user_id, user_id))
    .orderBy(asc(clesAcces.created_at), asc(clesAcces.id));
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    utilise_at: row.utilise_at?.toISOString() ?? null,
  }));
}

export async function countCles(reader: Reader, user_id: string): Promise<number> {
  const [row] = await reader
    .select({ n: sql<number>`count(*)::int` })
    .from(clesAcces)
    .where(eq(clesAcces.user_id, user_id));
  return row?.n ?? 0;
}

/** The account of a passkey. */
export async function getCleOwner(reader: Reader, id: string): Promise<string | null> {
  const [row] = await reader
    .select({ user_id: clesAcces.user_id })
    .from(clesAcces)
    .where(eq(clesAcces.id, id));
  return row?.user_id ?? null;
}

/**
 * Locks a passkey of an account until the transaction ends: of simultaneous uses, the later one
 * sees the counter of the earlier.
 */
export async function lockCle(
  tx: Tx,
  user_id: string,
  id: string,
): Promise<{ cle_publique: Buffer; compteur: number } | null> {
  const [row] = await tx
    .select({ cle_publique: clesAcces.cle_publique, compteur: clesAcces.compteur })
    .from(clesAcces)
    .where(and(eq(clesAcces.id, id), eq(clesAcces.user_id, user_id)))
    .for('update');
  return row ?? null;
}

export async function updateCle(
  tx: Tx,
  id: string,
  used: { compteur: number; utilise_at: Date },
): Promise<void> {
  await tx.update(clesAcces).set(used).where(eq(clesAcces.id, id));
}

/** Removes the passkeys of an account. */
export async function deleteClesOf(tx: Tx, user_id: string): Promise<void> {
  await tx.delete(clesAcces).where(eq(clesAcces.user_id, user_id));
}

/** Removes a passkey of an account; false if the account has none with that id. */
export async function deleteCle(tx: Tx, user_id: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(clesAcces)
    .where(and(eq(clesAcces.id, id), eq(clesAcces.user_id, user_id)))
    .returning({ id: clesAcces.id });
  return rows.length > 0;
}

/**
 * Records that a challenge was answered; false if it was answered before. The caller holds a lock
 * on the key or the account, so that two answers run one after the other.
 */
export async function useDefi(
  tx: Tx,
  { defi, until }: { defi: string; until: Date },
): Promise<boolean> {
  const identifier = `defi:${empreinteOf(defi)}`;
  const { rows } = await tx.execute(sql`insert into ${verifications} (identifier, value, expires_at)
    select ${identifier}::text, '', ${until.toISOString()}::timestamptz
    where not exists (select 1 from ${verifications} where identifier = ${identifier}) returning id`);
  return rows.length > 0;
}
