/** Authenticator applications and recovery codes of accounts (ACC-61, ACC-66). */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#server/platform/db.ts';
import {
  clesAcces,
  codesSecours,
  parametres,
  secondsFacteurs,
} from '#server/platform/schema/schema.ts';

/** `secret`: encrypted. `actif_at`: null until the first code was given. */
export type Facteur = { secret: string; actif_at: Date | null; dernier_pas: number | null };

/**
 * Locks an account's application until the transaction ends: of simultaneous uses of a code, one
 * succeeds.
 */
export async function lockFacteur(tx: Tx, user_id: string): Promise<Facteur | null> {
  const [row] = await tx
    .select()
    .from(secondsFacteurs)
    .where(eq(secondsFacteurs.user_id, user_id))
    .for('update');
  return row ? { ...row, secret: row.secret.toString() } : null;
}

/** Stores a secret that waits for its first code; it replaces an earlier waiting one. */
export async function putFacteur(tx: Tx, user_id: string, sealed: string): Promise<void> {
  const secret = Buffer.from(sealed);
  await tx
    .insert(secondsFacteurs)
    .values({ user_id, secret })
    .onConflictDoUpdate({
      target: secondsFacteurs.user_id,
      set: { secret, actif_at: null, dernier_pas: null },
    });
}

export async function activateFacteur(tx: Tx, user_id: string, actif_at: Date): Promise<void> {
  await tx.update(secondsFacteurs).set({ actif_at }).where(eq(secondsFacteurs.user_id, user_id));
}

/** Records the step of an accepted code. */
export async function setDernierPas(tx: Tx, user_id: string, dernier_pas: number): Promise<void> {
  await tx.update(secondsFacteurs).set({ dernier_pas }).where(eq(secondsFacteurs.user_id, user_id));
}

/** Removes the application and the recovery codes. */
export async function deleteFacteur(tx: Tx, user_id: string): Promise<void> {
  await tx.delete(secondsFacteurs).where(eq(secondsFacteurs.user_id, user_id));
  await tx.delete(codesSecours).where(eq(codesSecours.user_id, user_id));
}

/** Removes the application, the recovery codes and the passkeys. */
export async function deleteSecondFactors(tx: Tx, user_id: string): Promise<void> {
  await deleteFacteur(tx, user_id);
  await tx.delete(clesAcces).where(eq(clesAcces.user_id, user_id));
}

/** Stores new recovery codes, which replace all earlier ones. */
export async function replaceCodes(
  tx: Tx,
  user_id: string,
  empreintes: readonly string[],
): Promise<void> {
  await tx.delete(codesSecours).where(eq(codesSecours.user_id, user_id));
  await tx.insert(codesSecours).values(empreintes.map((empreinte) => ({ user_id, empreinte })));
}

/** Uses a recovery code; false if the account has no such code, or if it was already used. */
export async function useCode(
  tx: Tx,
  user_id: string,
  empreinte: string,
  utilise_at: Date,
): Promise<boolean> {
  const rows = await tx
    .update(codesSecours)
    .set({ utilise_at })
    .where(
      and(
        eq(codesSecours.user_id, user_id),
        eq(codesSecours.empreinte, empreinte),
        isNull(codesSecours.utilise_at),
      ),
    )
    .returning({ user_id: codesSecours.user_id });
  return rows.length > 0;
}

/** Since when sign-ins require the application, and how many recovery codes are left. */
export async function readFacteur(
  reader: Reader,
  user_id: string,
): Promise<{ actif_at: Date | null; codes_restants: number }> {
  const [row] = await reader
    .select({
      actif_at: secondsFacteurs.actif_at,
      codes_restants: sql<number>`(select count(*)::int from ${codesSecours} c where c.user_id = ${user_id} and c.utilise_at is null)`,
    })
    .from(secondsFacteurs)
    .where(eq(secondsFacteurs.user_id, user_id));
  return row ?? { actif_at: null, codes_restants: 0 };
}

/** Whether the setting demands a second factor of administrators (ACC-62). */
export async function isExige(reader: Reader): Promise<boolean> {
  const [row] = await reader.select({ exige: parametres.secondFacteurAdmins }).from(parametres);
  return row?.exige ?? false;
}
