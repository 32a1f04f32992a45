/** What administrators do with accounts: approve, refuse, promote, demote, deactivate, delete (§4, §6; decisions 5, 15, 16). */
import type { NouveauCourriel } from '#domain/courriels.ts';
import { envoiApprobation, envoiRefus } from '#domain/courriels_envois.ts';
import { type CodeRefus, Refus } from '#domain/errors.ts';
import { trancheOf } from '#domain/pages.ts';
import {
  type FiltreUsers, isAdmin, refuseChangement, refuseDecision, refuseStatut, refuseSuppression, type Role, type StatutUser, type User,
} from '#domain/users.ts';
import type { Tx } from '../platform/db.ts';
import { type Ctx, personneOf } from '../platform/services.ts';
import { deleteCourrielsEnAttente, deleteCourrielsSur, insertCourriels } from '../stores/courriels.ts';
import { deleteLiens } from '../stores/liens.ts';
import { lockReservationsOf } from '../stores/reservations.ts';
import { insertFins } from '../stores/sessions.ts';
import {
  countAutresAdminsActifs, countUsersLike, deleteUser, getUser, listUsers, lockAdmins, lockUser, resumeUsers, updateUser,
} from '../stores/users.ts';

/** The accounts of one page, and how many match in all. */
export async function list(ctx: Ctx, { page, ...filtre }: FiltreUsers & { page: number }): Promise<{ users: User[]; total: number }> {
  const users = await listUsers(ctx.db, filtre, trancheOf(page));
  return { users, total: await countUsersLike(ctx.db, filtre) };
}

export function resume(ctx: Ctx, { q }: { q?: string | undefined }): ReturnType<typeof resumeUsers> {
  return resumeUsers(ctx.db, q);
}

/** The account may come in from now on, with the role given; the email is queued with it. */
export async function approve(ctx: Ctx, { id, role }: { id: string; role: Role }): Promise<{ user: User; email_envoye: boolean; courriel: string | null }> {
  return decide(ctx, id, async (tx, user) => {
    refuse(refuseDecision(user));
    const now = ctx.now();
    const approved = await updateUser(tx, id, { statut: 'actif', role }, now);
    if (!approved) throw new Refus('utilisateur_introuvable');
    return { user: approved, ...await queue(ctx, tx, envoiApprobation(user, role, now)) };
  });
}

/** Queues the email, then removes the account, in one transaction (decision 15). */
export async function reject(ctx: Ctx, { id }: { id: string }): Promise<{ email_envoye: boolean; courriel: string | null }> {
  return decide(ctx, id, async (tx, user) => {
    refuse(refuseDecision(user));
    await erase(tx, id);
    return queue(ctx, tx, envoiRefus(user, ctx.now()));
  }, lockToErase);
}

/** Stores the email of a decision: its id, and whether it can leave at all. */
async function queue(ctx: Ctx, tx: Tx, envoi: NouveauCourriel): Promise<{ email_envoye: boolean; courriel: string | null }> {
  const [courriel = null] = await insertCourriels(tx, [envoi]);
  return { email_envoye: ctx.canSend, courriel };
}

/** A role or a status; the last active administrator keeps both (decision 16). */
export async function update(ctx: Ctx, { id, ...change }: { id: string; role?: Role | undefined; statut?: StatutUser | undefined }): Promise<User> {
  return decide(ctx, id, async (tx, user) => {
    refuse(refuseChangement(user, change, await countAutresAdminsActifs(tx, id)));
    const { role = user.role, statut = user.statut } = change;
    return await updateUser(tx, id, { role, statut }, ctx.now()) ?? user;
  });
}

/** Frees the address and ends the sessions; reservations remain under the names (decision 15). */
export async function remove(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await decide(ctx, id, async (tx, user) => {
    refuse(refuseSuppression(user, await countAutresAdminsActifs(tx, id)));
    await erase(tx, id);
  }, lockToErase);
}

/**
 * Decisions on accounts come one after the other: who decides is looked at again, so that someone who has just been
 * demoted decides nothing any more, and the account is held until it is done.
 */
async function decide<T>(
  ctx: Ctx, id: string, work: (tx: Tx, user: User) => Promise<T>, lock: (tx: Tx, id: string) => Promise<User | null> = lockUser,
): Promise<T> {
  const { id: decideur } = personneOf(ctx);
  return ctx.transaction(async (tx) => {
    await lockAdmins(tx);
    const actuel = await getUser(tx, decideur);
    if (!actuel) throw new Refus('session_absente');
    refuse(refuseStatut(actuel.statut) ?? (isAdmin(actuel.role) ? null : 'role_insuffisant'));
    const user = await lock(tx, id);
    if (!user) throw new Refus('utilisateur_introuvable');
    return work(tx, user);
  });
}

/** An account's lessons before the account: who changes a lesson holds it, and then the account its email goes to. */
async function lockToErase(tx: Tx, id: string): Promise<User | null> {
  await lockReservationsOf(tx, id);
  return lockUser(tx, id, 'suppression');
}

async function erase(tx: Tx, id: string): Promise<void> {
  await deleteCourrielsEnAttente(tx, { user_id: id });
  await deleteCourrielsSur(tx, id);
  await deleteLiens(tx, id);
  await insertFins(tx, id);
  await deleteUser(tx, id);
}

function refuse(code: CodeRefus | null): void {
  if (code) throw new Refus(code);
}
