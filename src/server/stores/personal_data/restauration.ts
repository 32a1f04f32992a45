/** What a restored database must not take up again where the backup left it (OPS-11). */
import { and, eq, lte, ne, or } from 'drizzle-orm';
import type { Tx } from '#server/platform/db.ts';
import { courriels } from '#server/platform/schema/schema.ts';
import { blankErased, eraseAccount, lockToErase } from './effacement.ts';
import { expectFrom, insertErased, listErased } from '../operations/sauvegardes.ts';

/**
 * Ends what was true when the file was made and is not any more: emails that waited, and accounts
 * that were erased since, besides `erased`.
 */
export async function settleRestored(tx: Tx, erased: readonly string[], now: Date): Promise<void> {
  await outdateWaiting(tx, now);
  await expectFrom(tx, now);
  await insertErased(tx, erased);
  for (const id of await listErased(tx)) {
    const user = await lockToErase(tx, id);
    if (user) await eraseAccount(tx, user, now);
  }
  await blankErased(tx);
}

/**
 * Marks the emails that wait as outdated: what was sent since the backup would be sent twice, and
 * what is long over would leave late. Reminders whose time is still to come stay planned.
 */
async function outdateWaiting(tx: Tx, now: Date): Promise<void> {
  await tx
    .update(courriels)
    .set({ statut: 'perime', tenu_jusque: null })
    .where(
      and(
        eq(courriels.statut, 'en_attente'),
        or(ne(courriels.sorte, 'rappel'), lte(courriels.envoyer_apres, now)),
      ),
    );
  await tx.update(courriels).set({ tenu_jusque: null }).where(eq(courriels.statut, 'en_attente'));
}
