/** The outbox (decision 38): every email is a row, written in the transaction that causes it. */
import type { NouveauCourriel } from '#domain/courriels.ts';
import type { Tx } from '../platform/db.ts';
import { courriels } from '../platform/schema.ts';

/** Stores emails to send; one whose cause is stored already changes nothing. The ids of those that are new. */
export async function insertCourriels(tx: Tx, nouveaux: readonly NouveauCourriel[]): Promise<string[]> {
  if (nouveaux.length === 0) return [];
  const rows = await tx
    .insert(courriels)
    .values(nouveaux.map((courriel) => ({ ...courriel, sorte: courriel.contenu.sorte })))
    .onConflictDoNothing({ target: courriels.cause })
    .returning({ id: courriels.id });
  return rows.map(({ id }) => id);
}
