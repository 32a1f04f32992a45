/** The deletion of one's own account (PEOPLE-30). */
import { momentAt } from '#domain/calendrier.ts';
import type { NewCourriel } from '#domain/courriels.ts';
import { envoiEffacement, envoisLecon, leconDeCourriel } from '#domain/courriels_envois.ts';
import { Refus } from '#domain/errors.ts';
import { refuseSuppression } from '#domain/users.ts';
import { checkOwnPassword, confirmOwnPassword } from '../checks/mot_de_passe.ts';
import type { Tx } from '../platform/db.ts';
import { lockAdmins } from '../platform/locks.ts';
import { type Ctx, personneOf } from '../platform/services.ts';
import { insertCourriels } from '../stores/courriels.ts';
import { cancelComing, eraseAccount, lockToErase } from '../stores/effacement.ts';
import { insertJournal } from '../stores/journal.ts';
import { getParametres } from '../stores/parametres.ts';
import { listTypes } from '../stores/types_lecons.ts';
import { countOtherActiveAdmins } from '../stores/users.ts';

/**
 * Deletes the caller's account after a look at the password, and keeps or cancels the coming lessons. One email tells the
 * person; the centre's own address gets its copy of each cancellation (MAIL-05). The last active administrator stays (ACC-14).
 */
export async function deleteOwn(ctx: Ctx, { password, lecons }: { password: string; lecons: 'garder' | 'annuler' }): Promise<void> {
  const personne = personneOf(ctx);
  const hachage = await checkOwnPassword(ctx, personne, password);
  await ctx.transaction(async (tx) => {
    await lockAdmins(tx);
    const user = await lockToErase(tx, personne.id);
    if (!user) throw new Refus('session_absente');
    await confirmOwnPassword(tx, user, hachage);
    const refus = refuseSuppression(user, await countOtherActiveAdmins(tx, user.id));
    if (refus) throw new Refus(refus);
    const copies = lecons === 'annuler' ? await cancelLecons(ctx, tx, user.id) : [];
    await insertCourriels(tx, copies);
    await eraseAccount(tx, user);
    await insertCourriels(tx, [envoiEffacement(user, ctx.now())]);
    // Who it was is not recorded, nor from where (ACC-72).
    await insertJournal(tx, { personne: null, ip: '', userAgent: '', now: ctx.now }, { action: 'compte.efface' });
  });
}

/** Cancels the coming lessons; the copies to the centre's own address. */
async function cancelLecons(ctx: Ctx, tx: Tx, user_id: string): Promise<NewCourriel[]> {
  const now = ctx.now();
  const [cancelled, types, parametres] = [await cancelComing(tx, user_id, momentAt(now)), await listTypes(tx), await getParametres(tx)];
  return cancelled.flatMap((reservation) => {
    const { type_lecon, nom_client } = reservation;
    const lecon = leconDeCourriel(reservation, types.find(({ value }) => value === type_lecon)?.label ?? type_lecon);
    return envoisLecon({ sorte: 'reservation_annulee', lecon, user: null, nom_client }, parametres, now);
  });
}
