/** How the owner of an account that has reached its daily limit can sign in (ACC-57, ACC-58). */
import { Refus } from '#domain/errors/errors.ts';
import { failuresOf, unlockEmailsOf } from '#domain/core/limits.ts';
import { tellEveryAdmin } from '#server/checks/alerte_admins.ts';
import { forgetCodes } from '#server/checks/codes.ts';
import { demandConfirmation } from '#server/checks/confirmation.ts';
import type { Tx } from '#server/platform/db.ts';
import { empreinteOf } from '#server/platform/secrets/jetons.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { keepAppareil } from '#server/stores/signin/appareils.ts';
import { deleteEssaisOf } from '#server/stores/signin/essais.ts';
import { type Auteur, insertJournal } from '#server/stores/journal.ts';
import { consumeLien, getLien, isUsed } from '#server/stores/signin/liens.ts';
import { lockUser } from '#server/stores/people/users.ts';

/**
 * Whether an emailed link works. The check does not use the link up, because mail scanners open
 * links too (ACC-57).
 */
export async function canUnlock(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ etat: 'valable' | 'servi' | 'invalide' }> {
  const [empreinte, now] = [empreinteOf(token), ctx.now()];
  if ((await getLien(ctx.db, 'deblocage', empreinte, now)) !== null) return { etat: 'valable' };
  return { etat: (await isUsed(ctx.db, 'deblocage', empreinte, now)) ? 'servi' : 'invalide' };
}

/**
 * Makes the browser of the call a known device of the link's account, once per link; nobody is
 * signed in (ACC-57). Throws `lien_deblocage_invalide`.
 */
export async function unlockBrowser(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ email: string; cookies: string[] }> {
  const [empreinte, now] = [empreinteOf(token), ctx.now()];
  return ctx.transaction(async (tx) => {
    const userId = await getLien(tx, 'deblocage', empreinte, now);
    const user = userId === null ? null : await lockUser(tx, userId);
    const spent = user !== null && (await consumeLien(tx, 'deblocage', empreinte, now)) !== null;
    if (!spent)
      throw new Refus(
        (await isUsed(tx, 'deblocage', empreinte, now))
          ? 'lien_deblocage_servi'
          : 'lien_deblocage_invalide',
      );
    const cookies = await keepAppareil(tx, user.id, ctx);
    // rolled back: the account is no longer active
    if (cookies.length === 0) throw new Refus('lien_deblocage_invalide');
    await insertJournal(tx, ctx, { action: 'compte.appareil', objet_id: user.id });
    return { email: user.email, cookies };
  });
}

/**
 * 'Débloquer' (ACC-58): an administrator makes the account of somebody else forget its failures; its
 * owner may then be notified again. A stolen session would otherwise lift the limits on guessing the
 * password and the codes.
 */
export async function unlockAccount(ctx: Ctx, { id }: { id: string }): Promise<void> {
  if (id === personneOf(ctx).id) throw new Refus('deblocage_de_soi');
  await ctx.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw new Refus('utilisateur_introuvable');
    await demandConfirmation(tx, ctx);
    await forgetFailures(tx, ctx, user);
  });
}

/**
 * The same for an account that is locked, as in `npm run account unlock`
 * (ACC-59).
 */
export async function forgetFailures(
  tx: Tx,
  auteur: Auteur,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await deleteEssaisOf(tx, failuresOf(email), unlockEmailsOf(email));
  await forgetCodes(tx, id, { day: true });
  await insertJournal(tx, auteur, { action: 'compte.debloque', objet_id: id });
  await tellEveryAdmin(tx, auteur, 'compte_debloque', { id });
}
