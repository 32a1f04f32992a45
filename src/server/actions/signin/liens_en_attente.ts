/**
 * Links in waiting emails: how they are stored, and when an administrator may see one (MAIL-03,
 * MAIL-21).
 */
import { holdsJeton, withoutJeton } from '#domain/emails/courriels.ts';
import { Refus } from '#domain/errors/errors.ts';
import { isAdmin } from '#domain/people/users.ts';
import { pathOfLink } from '#documents/emails/courriels.ts';
import { demandConfirmation } from '#server/checks/confirmation.ts';
import { isSealed } from '#server/platform/secrets/coffre.ts';
import { transact } from '#server/platform/db.ts';
import { empreinteOf, openContenu } from '#server/platform/secrets/jetons.ts';
import type { Ctx, Services } from '#server/platform/services.ts';
import { markParAdmin } from '#server/stores/signin/liens.ts';
import { getCourriel, lockLiens, updateCourriel } from '#server/stores/emails/courriels.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { getUser } from '#server/stores/people/users.ts';

/**
 * At start: the previous version stored tokens in clear, and kept those of outdated emails.
 * Encrypts the tokens of waiting emails and wipes the others. Once this is done, it changes
 * nothing.
 */
export async function sealLiens({ db, coffres }: Pick<Services, 'db' | 'coffres'>): Promise<void> {
  await transact(db, [], async (tx) => {
    for (const { id, cause, statut, contenu } of await lockLiens(tx)) {
      if (!holdsJeton(contenu)) continue;
      if (statut !== 'en_attente') await updateCourriel(tx, id, { contenu: withoutJeton(contenu) });
      else if (!isSealed(contenu.jeton))
        await updateCourriel(tx, id, {
          contenu: { ...contenu, jeton: coffres.liens.seal(contenu.jeton, cause) },
        });
    }
  });
}

/**
 * The link of a waiting email if none can be sent, for an administrator to pass on. The journal
 * records who saw it (MAIL-21).
 */
export async function showLien(ctx: Ctx, { id }: { id: string }): Promise<{ lien: string }> {
  return ctx.transaction(async (tx) => {
    const found = await getCourriel(tx, id);
    if (!found) throw new Refus('courriel_introuvable');
    const contenu = openContenu(ctx.coffres.liens, found.courriel);
    if (!contenu) throw new Refus('lien_illisible');
    if (ctx.canSend || !holdsJeton(contenu)) throw new Refus('lien_non_affichable');
    const compte =
      found.courriel.user_id === null ? null : await getUser(tx, found.courriel.user_id);
    if (compte && isAdmin(compte.role)) await demandConfirmation(tx, ctx);
    else await markParAdmin(tx, contenu.sorte, empreinteOf(contenu.jeton)); // ACC-105
    await insertJournal(tx, ctx, {
      action: 'lien.montre',
      objet_id: found.courriel.user_id,
      details: { courriel: id },
    });
    return { lien: ctx.publicUrl.replace(/\/+$/, '') + pathOfLink(contenu.sorte, contenu.jeton) };
  });
}
