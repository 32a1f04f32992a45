/**
 * A change of an account's email address, and of everything that depends on the address
 * (PEOPLE-40).
 */
import { and, eq, inArray, isNull, ne, notExists, sql } from 'drizzle-orm';
import { USAGES_DE_LIEN } from '#domain/emails/courriels.ts';
import type { User } from '#domain/people/users.ts';
import { sqlStateOf, type Tx } from '#server/platform/db.ts';
import {
  courriels,
  demandesDeLien,
  essais,
  parametres,
  users,
} from '#server/platform/schema/schema.ts';
import { deleteLiens, deleteWaitingLiens } from './liens.ts';

/** Stores the new address that waits for its confirmation; null for none. */
export async function noteDemande(tx: Tx, id: string, email_demande: string | null): Promise<void> {
  await tx.update(users).set({ email_demande }).where(eq(users.id, id));
}

/** Withdraws the requested address and the links and emails that would confirm it. */
export async function endDemande(tx: Tx, id: string): Promise<void> {
  await noteDemande(tx, id, null);
  await deleteLiens(tx, id, 'changement_adresse');
  await deleteWaitingLiens(tx, id, 'changement_adresse');
}

/**
 * Gives another address to an account that is locked; false if another account has it, or takes it
 * at the same time. Waiting emails and counted attempts follow to the new address; links to the old
 * one stop working. Waiting emails about the account's security stay at the old address.
 */
export async function replaceAddress(
  tx: Tx,
  { id, email: old }: Pick<User, 'id' | 'email'>,
  email: string,
  confirmed: boolean,
): Promise<boolean> {
  try {
    // In a nested transaction, so that a refusal by the unique index leaves the outer one usable.
    await tx.transaction((inner) =>
      inner
        .update(users)
        .set({
          email,
          email_confirme: confirmed,
          email_demande: null,
          updated_at: sql`now()`,
          emails_anciens: sql`array_remove(array_append(array_remove(${users.emails_anciens}, ${old}::text), ${old}::text), ${email}::text)`,
        })
        .where(eq(users.id, id)),
    );
  } catch (error) {
    if (sqlStateOf(error) === '23505') return false;
    throw error;
  }
  for (const usage of USAGES_DE_LIEN) {
    await deleteLiens(tx, id, usage);
    await deleteWaitingLiens(tx, id, usage);
  }
  await tx.delete(demandesDeLien).where(eq(demandesDeLien.email, old));
  await tx
    .update(courriels)
    .set({ destinataire: email })
    .where(
      and(
        eq(courriels.user_id, id),
        eq(courriels.destinataire, old),
        eq(courriels.statut, 'en_attente'),
        ne(courriels.sorte, 'compte_modifie'),
      ),
    );
  // Emails that an administrator wrote to the address belong to the account: its erasure and its
  // download find them.
  const ofCentre = tx
    .select({ id: parametres.id })
    .from(parametres)
    .where(eq(parametres.adminEmail, old));
  await tx
    .update(courriels)
    .set({ user_id: id })
    .where(
      and(
        isNull(courriels.user_id),
        eq(courriels.destinataire, old),
        inArray(courriels.sorte, ['libre', 'essai']),
        notExists(ofCentre),
      ),
    );
  // The keys of attempts consist of words, one of which is the address. They are renamed, so that a
  // change of address resets no limit.
  await tx
    .update(essais)
    .set({
      cle: sql`array_to_string(array_replace(string_to_array(${essais.cle}, ' '), ${old}, ${email}), ' ')`,
    })
    .where(sql`${old} = any(string_to_array(${essais.cle}, ' '))`);
  return true;
}
