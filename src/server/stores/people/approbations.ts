/** Approving several accounts at once (PEOPLE-44). */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Personne, Role } from '#domain/people/users.ts';
import type { Tx } from '#server/platform/db.ts';
import { users } from '#server/platform/schema/schema.ts';
import { PERSONNE } from './users.ts';

/**
 * Approves the accounts that wait, among some; returns those that it approved. They are locked in
 * the order of their ids, so that two transactions that lock several do not deadlock.
 */
export async function approveWaiting(
  tx: Tx,
  ids: readonly string[],
  { role, now }: { role: Role; now: Date },
): Promise<(Personne & { email_confirme: boolean; email_demande: string | null })[]> {
  const waiting = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), eq(users.statut, 'en_attente')))
    .orderBy(asc(users.id))
    .for('no key update');
  if (waiting.length === 0) return [];
  const locked = waiting.map(({ id }) => id);
  return tx
    .update(users)
    .set({ statut: 'actif', role, updated_at: now })
    .where(inArray(users.id, locked))
    .returning({
      ...PERSONNE,
      email_confirme: users.email_confirme,
      email_demande: users.email_demande,
    });
}
