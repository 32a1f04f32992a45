/**
 * Ends processes that a restored database must not continue from the time of the backup (OPS-11).
 */
import { eq } from 'drizzle-orm';
import { momentAt } from '#domain/core/calendrier.ts';
import { moisOf, SAUT_APRES_RESTAURATION } from '#domain/billing/facturation.ts';
import type { Tx } from '#server/platform/db.ts';
import { courriels } from '#server/platform/schema/schema.ts';
import { insertCourriels } from '../emails/courriels.ts';
import { listRappelsDus } from '../emails/rappels.ts';
import {
  blankErased,
  eraseAccount,
  eraseClient,
  lockClientToErase,
  lockToErase,
} from './effacement.ts';
import { skipNumeros } from '../billing/releves.ts';
import { expectFrom, insertErased, listErased } from '../backups.ts';

/** Makes the last statement of a customer (REL-35). */
type LastReleve = (tx: Tx, client: string) => Promise<unknown>;

/**
 * Ends what was true when the file was made and no longer is: waiting emails, and accounts that
 * were erased since. `erased`: further erased accounts, besides those in the database. `last` makes
 * their last statement again.
 */
export async function settleRestored(
  tx: Tx,
  { erased, now, last }: { erased: readonly string[]; now: Date; last: LastReleve },
): Promise<void> {
  // The original may have sent these since the backup. Deletes those that are stored ahead.
  await insertCourriels(tx, await listRappelsDus(tx, now));
  await outdateWaiting(tx);
  // The original may have given the next ones (REL-41).
  await skipNumeros(tx, SAUT_APRES_RESTAURATION, moisOf(momentAt(now).jour));
  await expectFrom(tx, now);
  await insertErased(tx, erased);
  for (const id of await listErased(tx)) {
    const user = await lockToErase(tx, id);
    const client = user ? null : await lockClientToErase(tx, id);
    if (user ?? client) await last(tx, id);
    if (user) await eraseAccount(tx, user, now);
    if (client) await eraseClient(tx, client, now);
  }
  await blankErased(tx);
}

/**
 * Marks the waiting emails as outdated: emails that were sent since the backup would be sent twice,
 * and very old ones would be sent late.
 */
async function outdateWaiting(tx: Tx): Promise<void> {
  await tx
    .update(courriels)
    .set({ statut: 'perime', tenu_jusque: null })
    .where(eq(courriels.statut, 'en_attente'));
}
