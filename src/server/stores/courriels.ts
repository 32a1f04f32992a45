/** The outbox (decision 38): every email is a row, written in the transaction that causes it. */
import { and, eq } from 'drizzle-orm';
import type { NouveauCourriel, SorteCourriel } from '#domain/courriels.ts';
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

/** Takes back what still waits for an account, or of one kind about a reservation: a reminder that has moved. */
export async function deleteCourrielsEnAttente(tx: Tx, quoi: { user_id: string } | { reservation_id: string; sorte: SorteCourriel }): Promise<void> {
  await tx.delete(courriels).where(and(
    eq(courriels.statut, 'en_attente'),
    'user_id' in quoi ? eq(courriels.user_id, quoi.user_id) : and(eq(courriels.reservation_id, quoi.reservation_id), eq(courriels.sorte, quoi.sorte)),
  ));
}

/** A link that has been replaced must not be sent any more (decision 14). */
export async function deleteLiensEnAttente(tx: Tx, user_id: string, sorte: 'mot_de_passe' | 'confirmation_adresse'): Promise<void> {
  await tx.delete(courriels).where(and(eq(courriels.statut, 'en_attente'), eq(courriels.user_id, user_id), eq(courriels.sorte, sorte)));
}
