/** What a restored database must not take up again where the backup left it (OPS-11). */
import { and, eq, lte, ne, or } from 'drizzle-orm';
import type { Tx } from '../platform/db.ts';
import { courriels } from '../platform/schema.ts';

/**
 * Marks the emails that wait as outdated: what was sent since the backup would be sent twice, and what is long over would leave
 * late. Reminders whose time is still to come stay planned. How many were marked.
 */
export async function outdateWaiting(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.update(courriels).set({ statut: 'perime', tenu_jusque: null })
    .where(and(eq(courriels.statut, 'en_attente'), or(ne(courriels.sorte, 'rappel'), lte(courriels.envoyer_apres, now))))
    .returning({ id: courriels.id });
  await tx.update(courriels).set({ tenu_jusque: null }).where(eq(courriels.statut, 'en_attente'));
  return rows.length;
}
