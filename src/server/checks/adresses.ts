/**
 * Changes of an account's email address, requested by its owner or by an administrator (PEOPLE-40
 * to PEOPLE-42).
 */
import { envoiCompte } from '#domain/emails/envois.ts';
import { Refus } from '#domain/errors/errors.ts';
import { LIENS_PER_ADDRESS } from '#domain/core/limits.ts';
import { refuseAdresse, type User } from '#domain/people/users.ts';
import type { Tx } from '../platform/db.ts';
import type { Ctx } from '../platform/services.ts';
import { endDemande, noteDemande, replaceAddress } from '../stores/signin/adresses.ts';
import { insertCourriels } from '../stores/emails/courriels.ts';
import { type Auteur, insertJournal } from '../stores/journal.ts';
import { getUser, getUserByEmail } from '../stores/people/users.ts';
import { isParAdmin, queueLien, takeShares } from './demandes_de_lien.ts';

/**
 * Counts a request, per address and per account, even if it sends no link: its answer shows whether
 * an address is taken (LIM-10).
 */
export async function countAddress(ctx: Ctx, id: string, email: string): Promise<void> {
  const retryAfter = await takeShares(ctx, { email, usage: 'changement_adresse' }, undefined, [
    { cle: `lien changement_adresse ${id}`, limit: LIENS_PER_ADDRESS },
  ]);
  if (retryAfter !== null) throw new Refus('trop_d_adresses', { retryAfter });
}

/**
 * Requests another address for an account that is locked for deletion. A confirmed address stays
 * until the link to the new one is opened, and is notified of the request. An address that was
 * never confirmed is replaced at once and confirmed as at a sign-up. If no email can be sent, any
 * address is replaced at once. Throws the refusal of the address.
 */
export async function askAddress(ctx: Ctx, tx: Tx, user: User, email: string): Promise<User> {
  const refus = refuseAdresse(user, email);
  if (refus) throw new Refus(refus);
  if (await getUserByEmail(tx, email)) throw new Refus('email_pris');
  if (!ctx.canSend) await putAddress(tx, ctx, user, email, true);
  else if (user.email_confirme) {
    await noteDemande(tx, user.id, email);
    await queueLien(ctx, tx, { ...user, email }, 'changement_adresse', isParAdmin(ctx, user));
    await insertCourriels(tx, [envoiCompte(user, 'adresse_demandee', ctx.now())]);
    await insertJournal(tx, ctx, { action: 'adresse.demandee', objet_id: user.id });
  } else {
    await putAddress(tx, ctx, user, email, false);
    await queueLien(ctx, tx, { ...user, email }, 'confirmation_adresse', isParAdmin(ctx, user));
  }
  const changed = await getUser(tx, user.id);
  if (!changed) throw new Refus('utilisateur_introuvable');
  return changed;
}

/**
 * Replaces the old address. Both addresses are notified, except an old one that was never
 * confirmed, which may belong to a stranger.
 */
export async function putAddress(
  tx: Tx,
  auteur: Auteur,
  user: User,
  email: string,
  confirmed: boolean,
): Promise<void> {
  if (!(await replaceAddress(tx, user, email, confirmed))) throw new Refus('email_pris');
  const now = auteur.now();
  if (user.email_confirme)
    await insertCourriels(tx, [
      envoiCompte(user, 'adresse_remplacee', now),
      envoiCompte(user, 'adresse_nouvelle', now, email),
    ]);
  await insertJournal(tx, auteur, { action: 'adresse.changee', objet_id: user.id });
}

/**
 * Withdraws an address that waits for its confirmation, for an account that is locked; returns the
 * account without it.
 */
export async function withdrawAddress<U extends Pick<User, 'id' | 'email_demande'>>(
  auteur: Auteur,
  tx: Tx,
  user: U,
): Promise<U> {
  if (user.email_demande === null) return user;
  await endDemande(tx, user.id);
  await insertJournal(tx, auteur, { action: 'adresse.retiree', objet_id: user.id });
  return { ...user, email_demande: null };
}
