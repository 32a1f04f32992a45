/**
 * Another email address of an account, asked for by its person or by an administrator (PEOPLE-40 to
 * PEOPLE-42).
 */
import { envoiCompte } from '#domain/emails/envois.ts';
import { Refus } from '#domain/errors/errors.ts';
import { LIENS_PER_ADDRESS } from '#domain/core/limits.ts';
import { refuseAdresse, type User } from '#domain/people/users.ts';
import type { Tx } from '../platform/db.ts';
import type { Ctx } from '../platform/services.ts';
import { endDemande, noteDemande, replaceAddress } from '../stores/accounts/adresses.ts';
import { insertCourriels } from '../stores/emails/courriels.ts';
import { type Auteur, insertJournal } from '../stores/journal.ts';
import { getUser, getUserByEmail } from '../stores/people/users.ts';
import { queueLien, takeShares } from './demandes_de_lien.ts';

/**
 * Counts a request, to the address and for the account, also one that sends no link: it tells which
 * addresses are taken (LIM-10).
 */
export async function countAddress(ctx: Ctx, id: string, email: string): Promise<void> {
  const retryAfter = await takeShares(ctx, { email, usage: 'changement_adresse' }, undefined, [
    { cle: `lien changement_adresse ${id}`, limit: LIENS_PER_ADDRESS },
  ]);
  if (retryAfter !== null) throw new Refus('trop_d_adresses', { retryAfter });
}

/**
 * Asks for another address of an account that is locked for deletion. A confirmed address stays
 * until the link to the new one is opened, and is told of it. One that was never confirmed is
 * replaced at once and confirmed as at a sign-up; where no email can be sent, any is.
 */
export async function askAddress(ctx: Ctx, tx: Tx, user: User, email: string): Promise<User> {
  const refus = refuseAdresse(user, email);
  if (refus) throw new Refus(refus);
  if (await getUserByEmail(tx, email)) throw new Refus('email_pris');
  if (!ctx.canSend) await putAddress(tx, ctx, user, email, true);
  else if (user.email_confirme) {
    await noteDemande(tx, user.id, email);
    await queueLien(ctx, tx, { ...user, email }, 'changement_adresse');
    await insertCourriels(tx, [envoiCompte(user, 'adresse_demandee', ctx.now())]);
    await insertJournal(tx, ctx, { action: 'adresse.demandee', objet_id: user.id });
  } else {
    await putAddress(tx, ctx, user, email, false);
    await queueLien(ctx, tx, { ...user, email }, 'confirmation_adresse');
  }
  const changed = await getUser(tx, user.id);
  if (!changed) throw new Refus('utilisateur_introuvable');
  return changed;
}

/**
 * Puts the address in the place of the old one. Both are told; an old one that was never confirmed
 * may be a stranger's.
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
 * Withdraws an address that waits for its confirmation, for an account that is locked; the account
 * without it.
 */
export async function withdrawAddress(auteur: Auteur, tx: Tx, user: User): Promise<User> {
  if (user.email_demande === null) return user;
  await endDemande(tx, user.id);
  await insertJournal(tx, auteur, { action: 'adresse.retiree', objet_id: user.id });
  return { ...user, email_demande: null };
}
