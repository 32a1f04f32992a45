/** The deletion of the caller's own account (PEOPLE-30). */
import { momentAt } from '#domain/core/calendrier.ts';
import { envoisDesComptes } from '#domain/emails/comptes.ts';
import { envoiEffacement } from '#domain/emails/envois.ts';
import { Refus } from '#domain/errors/errors.ts';
import { left } from '#domain/lessons/participants.ts';
import { refuseSuppression } from '#domain/people/users.ts';
import { chargeOf } from '#server/checks/changes.ts';
import { checkOwnPassword, confirmOwnPassword } from '#server/checks/mot_de_passe.ts';
import { holdReleves, makeLastReleve } from '#server/checks/releves.ts';
import type { Tx } from '#server/platform/db.ts';
import { lockAdmins } from '#server/platform/locks.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertCourriels } from '#server/stores/emails/courriels.ts';
import {
  eraseAccount,
  keepErasedIds,
  listComing,
  lockToErase,
} from '#server/stores/personal_data/effacement.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { labelIn, nameIn, readEditFacts } from '#server/stores/lessons/facts.ts';
import { concerned } from '#server/stores/lessons/afterwards.ts';
import { storeEdit, untilStored } from '#server/stores/lessons/writes.ts';
import { countOtherActiveAdmins } from '#server/stores/people/users.ts';

/**
 * Deletes the caller's account after a check of the password, and keeps or cancels its coming
 * lessons. The person gets one email; the copies address gets its copy of each cancellation
 * (MAIL-05). The last active administrator cannot do this (ACC-14).
 */
export async function deleteOwn(
  ctx: Ctx,
  { password, lecons }: { password: string; lecons: 'garder' | 'annuler' },
): Promise<void> {
  const personne = personneOf(ctx);
  const hachage = await checkOwnPassword(ctx, personne, password);
  await ctx.transaction(async (tx) => {
    await lockAdmins(tx);
    await holdReleves(tx);
    const user = await lockToErase(tx, personne.id);
    if (!user) throw new Refus('session_absente');
    await confirmOwnPassword(tx, user, hachage);
    const refus = refuseSuppression(user, await countOtherActiveAdmins(tx, user.id));
    if (refus) throw new Refus(refus);
    if (lecons === 'annuler') await leaveLecons(ctx, tx, user.id);
    await makeLastReleve(tx, ctx, user.id);
    await eraseAccount(tx, user, ctx.now());
    await insertCourriels(tx, [envoiEffacement(user, ctx.now())]);
    // The line contains neither the person nor their network address (ACC-72).
    await insertJournal(
      tx,
      { personne: null, ip: '', userAgent: '', now: ctx.now },
      { action: 'compte.efface' },
    );
  });
  await keepErasedIds(ctx);
}

/**
 * Gives up the seats of coming lessons, as the person would one by one; the emails to the account
 * itself are erased with it.
 */
async function leaveLecons(ctx: Ctx, tx: Tx, user_id: string): Promise<void> {
  const now = ctx.now();
  for (const id of await listComing(tx, user_id, momentAt(now)))
    // A lesson that was joined after the rows were locked may change meanwhile; it is then decided
    // again.
    await untilStored(() => leaveLecon(ctx, tx, { id, user_id, now }));
}

/**
 * Gives up the seats of one lesson; null if the lesson has changed since it was read. After the
 * deadline they are billed, on the last statement (LIG-01): otherwise a late cancellation would cost
 * nothing to who deletes the account.
 */
async function leaveLecon(
  ctx: Ctx,
  tx: Tx,
  { id, user_id, now }: { id: string; user_id: string; now: Date },
): Promise<true | null> {
  const facts = await readEditFacts(tx, id, null);
  if (!facts) return true;
  const { current } = facts;
  const after = left(
    { ...current, remarques: current.user_id === user_id ? null : current.remarques },
    user_id,
    nameIn(facts),
  );
  const courriels = envoisDesComptes(
    { avant: current, apres: after, version: current.version + 1 },
    { ...facts, labelOf: labelIn(facts), now, auteur: user_id },
  );
  // No day of an arena is locked, because the lesson moves to no day.
  const stored = await storeEdit(tx, current, [], {
    apres: after,
    at: now,
    par: user_id,
    raison: null,
    courriels,
    announcement: ctx.announcement(...concerned(current)),
    ligne: null,
    ...chargeOf(ctx, facts, {
      facturer: true,
      leaving: current.participants.filter((seat) => seat.user_id === user_id),
      motif: after.statut === 'annulee' ? 'annulation' : 'retrait',
    }).stored,
  });
  return stored && true;
}
