/**
 * The actions of administrators on accounts: approve, refuse, promote, demote, deactivate, delete
 * (PEOPLE-03 to PEOPLE-09).
 */
import { randomUUID } from 'node:crypto';
import type { NewCourriel } from '#domain/emails/courriels.ts';
import {
  envoiApprobation,
  envoiCompte,
  envoiEffacement,
  envoiRefusCompte,
  type Recipient,
} from '#domain/emails/envois.ts';
import { type CodeRefus, Refus } from '#domain/errors/errors.ts';
import { changementsOf } from '#domain/journal/journal.ts';
import { sliceOf } from '#domain/core/pages.ts';
import {
  type UserFilter,
  isAdmin,
  isEmail,
  normalizeEmail,
  type Profil,
  profilOf,
  refuseChange,
  refuseDecision,
  refuseProfil,
  refuseStatut,
  refuseSuppression,
  type Role,
  type StatutUser,
  type User,
} from '#domain/people/users.ts';
import { askAddress, countAddress, withdrawAddress } from '#server/checks/adresses.ts';
import { holdReleves, makeLastReleve } from '#server/checks/releves.ts';
import { tellEveryAdmin } from '#server/checks/alerte_admins.ts';
import { forgetCodes } from '#server/checks/codes.ts';
import { demandConfirmation } from '#server/checks/confirmation.ts';
import type { Tx } from '#server/platform/db.ts';
import { lockAdmins } from '#server/platform/locks.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { deleteAppareilsOf } from '#server/stores/signin/appareils.ts';
import { insertCourriels } from '#server/stores/emails/courriels.ts';
import {
  eraseAccount,
  keepErasedIds,
  lockToErase,
} from '#server/stores/personal_data/effacement.ts';
import { deleteFluxOf } from '#server/stores/feeds.ts';
import { type Auteur, insertJournal } from '#server/stores/journal.ts';
import { deleteSecondFactors } from '#server/stores/signin/seconds_facteurs.ts';
import { deleteSessionsOf, demandEnrolment } from '#server/stores/signin/sessions.ts';
import { approveWaiting } from '#server/stores/people/approbations.ts';
import {
  countOtherActiveAdmins,
  countUsersLike,
  getUser,
  listUsers,
  lockUser,
  resumeUsers,
  updateUser,
} from '#server/stores/people/users.ts';

/** The accounts of one page, and the total number of matches. */
export async function list(
  ctx: Ctx,
  { page, ...filter }: UserFilter & { page: number },
): Promise<{ page: User[]; total: number }> {
  const rows = await listUsers(ctx.db, filter, sliceOf(page), ctx.now());
  return { page: rows, total: await countUsersLike(ctx.db, filter) };
}

export function resume(
  ctx: Ctx,
  { q }: { q?: string | undefined },
): ReturnType<typeof resumeUsers> {
  return resumeUsers(ctx.db, q);
}

/** Activates an account with the given role and queues the email. */
export async function approve(
  ctx: Ctx,
  { id, role }: { id: string; role: Role },
): Promise<{ user: User; email_envoye: boolean; courriel: string | null }> {
  return decide(ctx, id, async (tx, user) => {
    refuse(refuseDecision(user));
    if (isAdmin(role)) await demandConfirmation(tx, ctx);
    const now = ctx.now();
    await withdrawAddress(ctx, tx, user); // ACC-103
    const approved = await updateUser(tx, id, { statut: 'actif', role }, now);
    if (!approved) throw new Refus('utilisateur_introuvable');
    await insertJournal(tx, ctx, { action: 'compte.approuve', objet_id: id, details: { role } });
    if (isAdmin(role)) await tellEveryAdmin(tx, ctx, 'nouvel_administrateur', user);
    await demandEnrolment(tx, now, id);
    return { user: approved, ...(await queue(ctx, tx, envoiApprobation(user, role, now))) };
  });
}

/**
 * Approves the accounts that wait, among some, as `utilisateur`, each with its email; the others
 * are left out (PEOPLE-44).
 */
export async function approveAll(
  ctx: Ctx,
  { ids }: { ids: readonly string[] },
): Promise<{ approuves: number; email_envoye: boolean }> {
  return asAdmin(ctx, async (tx) => {
    const now = ctx.now();
    const role = 'utilisateur';
    const approved = await approveWaiting(tx, ids, { role, now });
    const at = { ...ctx, acte: randomUUID() };
    for (const user of approved) {
      await withdrawAddress(ctx, tx, user); // ACC-103
      await insertJournal(tx, at, {
        action: 'compte.approuve',
        objet_id: user.id,
        details: { role },
      });
    }
    await insertCourriels(
      tx,
      approved.map((user) => envoiApprobation(user, role, now)),
    );
    return { approuves: approved.length, email_envoye: ctx.canSend };
  });
}

/** Queues the email and removes the account in one transaction (PEOPLE-04). */
export async function reject(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ email_envoye: boolean; courriel: string | null }> {
  const refused = await decide(
    ctx,
    id,
    async (tx, user) => {
      refuse(refuseDecision(user));
      await insertJournal(tx, ctx, { action: 'compte.refuse', objet_id: id });
      await makeLastReleve(tx, ctx, id);
      await eraseAccount(tx, user, ctx.now());
      return queue(ctx, tx, envoiRefusCompte(user, ctx.now()));
    },
    holdToErase,
  );
  await keepErasedIds(ctx);
  return refused;
}

/** Stores the email of a decision; returns its id, and whether emails are sent at all. */
async function queue(
  ctx: Ctx,
  tx: Tx,
  envoi: NewCourriel,
): Promise<{ email_envoye: boolean; courriel: string | null }> {
  const [courriel = null] = await insertCourriels(tx, [envoi]);
  return { email_envoye: ctx.canSend, courriel };
}

/** Changes role or status; the last active administrator keeps both (ACC-14). */
export async function update(
  ctx: Ctx,
  { id, ...change }: { id: string; role?: Role | undefined; statut?: StatutUser | undefined },
): Promise<User> {
  return decide(ctx, id, async (tx, user) => {
    refuse(refuseChange(user, change, await countOtherActiveAdmins(tx, id)));
    const { role = user.role, statut = user.statut } = change;
    if (isAdmin(user.role) || isAdmin(role)) await demandConfirmation(tx, ctx);
    if (isAdmin(role) && !isAdmin(user.role)) await withdrawAddress(ctx, tx, user); // ACC-103
    const changed = (await updateUser(tx, id, { role, statut }, ctx.now())) ?? user;
    const changements = changementsOf<Pick<User, 'role' | 'statut'>>(user, { role, statut });
    for (const field of ['role', 'statut'] as const) {
      if (changements[field])
        await insertJournal(tx, ctx, {
          action: `compte.${field}`,
          objet_id: id,
          details: { changements },
        });
    }
    await demandEnrolment(tx, ctx.now(), id);
    if (isAdmin(role) && changements['role'])
      await tellEveryAdmin(tx, ctx, 'nouvel_administrateur', user);
    if (statut !== 'actif') await deleteAppareilsOf(tx, id);
    if (statut !== 'actif' || !isAdmin(role))
      await deleteFluxOf(tx, id, { arenas: statut === 'actif' }); // RIDE-42
    return changed;
  });
}

/**
 * Corrects names, telephone, address and email of an account (PEOPLE-41). Administrators change
 * their own email in the profile, with the password.
 */
export async function correct(
  ctx: Ctx,
  { id, email: typed, ...profil }: Profil & { id: string; email?: string | undefined },
): Promise<User> {
  refuse(refuseProfil(profil));
  const email = typed === undefined ? undefined : normalizeEmail(typed);
  if (email !== undefined) {
    if (id === personneOf(ctx).id) throw new Refus('adresse_de_soi');
    if (!isEmail(email)) throw new Refus('email_invalide');
    // A person who reads an administrator's mailbox can choose its password, so a confirmation is
    // demanded. This comes before the request is counted, because the call is repeated after the
    // confirmation.
    const target = await getUser(ctx.db, id);
    if (target && isAdmin(target.role) && email !== target.email)
      await ctx.transaction((tx) => demandConfirmation(tx, ctx));
    await countAddress(ctx, id, email);
  }
  return decide(
    ctx,
    id,
    async (tx, user) => {
      const { full_name, ...change } = profilOf(user, profil);
      const corrected =
        (await updateUser(
          tx,
          id,
          { ...change, ...(full_name !== undefined && { full_name }) },
          ctx.now(),
        )) ?? user;
      const changements = changementsOf<Profil>(user, change, [
        'prenom',
        'nom',
        'telephone',
        'adresse',
      ]);
      if (Object.keys(changements).length > 0)
        await insertJournal(tx, ctx, {
          action: 'compte.corrige',
          objet_id: id,
          details: { changements },
        });
      return email === undefined || email === user.email
        ? corrected
        : askAddress(ctx, tx, corrected, email);
    },
    (tx, one) => lockUser(tx, one, 'deletion'),
  );
}

/** Withdraws the new address that waits for its confirmation. */
export async function withdrawEmail(ctx: Ctx, { id }: { id: string }): Promise<User> {
  return decide(ctx, id, (tx, user) => withdrawAddress(ctx, tx, user));
}

/**
 * Removes every second factor of a person who has lost the device, and ends the sessions, including
 * waiting sign-ins (ACC-65).
 */
export async function resetSecondFactor(ctx: Ctx, { id }: { id: string }): Promise<User> {
  if (id === personneOf(ctx).id) throw new Refus('second_facteur_de_soi');
  return decide(ctx, id, async (tx, user) => {
    await demandConfirmation(tx, ctx);
    await removeSecondFactors(tx, ctx, user);
    return { ...user, second_facteur: false };
  });
}

/** The same for an account that is already locked, as in `npm run account reset-2fa`. */
export async function removeSecondFactors(tx: Tx, auteur: Auteur, user: Recipient): Promise<void> {
  const { id } = user;
  await deleteSecondFactors(tx, id);
  await forgetCodes(tx, id, { day: true });
  await deleteSessionsOf(tx, id);
  await deleteAppareilsOf(tx, id);
  await deleteFluxOf(tx, id, { arenas: false });
  await insertJournal(tx, auteur, { action: 'facteur.reinitialise', objet_id: id });
  await insertCourriels(tx, [envoiCompte(user, 'facteur_reinitialise', auteur.now())]);
  await tellEveryAdmin(tx, auteur, 'facteur_reinitialise', { id });
}

/**
 * Deletes an account and its sessions, and notifies its person; its reservations keep the names
 * (PEOPLE-06).
 */
export async function remove(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await decide(
    ctx,
    id,
    async (tx, user) => {
      refuse(refuseSuppression(user, await countOtherActiveAdmins(tx, id)));
      if (isAdmin(user.role)) await demandConfirmation(tx, ctx);
      const details = await makeLastReleve(tx, ctx, id);
      await insertJournal(tx, ctx, { action: 'compte.supprime', objet_id: id, details });
      await eraseAccount(tx, user, ctx.now());
      await insertCourriels(tx, [
        envoiEffacement(user, ctx.now(), id === personneOf(ctx).id ? undefined : 'centre'),
      ]);
    },
    holdToErase,
  );
  await keepErasedIds(ctx);
}

/** Locks an account that is erased, after the lock of statements: the last one is made (REL-35). */
async function holdToErase(tx: Tx, id: string): Promise<User | null> {
  await holdReleves(tx);
  return lockToErase(tx, id);
}

/** Runs a decision on an account, which stays locked until the end. */
async function decide<T>(
  ctx: Ctx,
  id: string,
  work: (tx: Tx, user: User) => Promise<T>,
  lock: (tx: Tx, id: string) => Promise<User | null> = lockUser,
): Promise<T> {
  return asAdmin(ctx, async (tx) => {
    const user = await lock(tx, id);
    if (!user) throw new Refus('utilisateur_introuvable');
    return work(tx, user);
  });
}

/**
 * Runs a decision on accounts. Decisions run one after the other. Role and status of the caller are
 * read again, so that a caller who was just demoted cannot decide (PEOPLE-09).
 */
async function asAdmin<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { id: decideur } = personneOf(ctx);
  return ctx.transaction(async (tx) => {
    await lockAdmins(tx);
    const actuel = await getUser(tx, decideur);
    if (!actuel) throw new Refus('session_absente');
    refuse(refuseStatut(actuel.statut) ?? (isAdmin(actuel.role) ? null : 'role_insuffisant'));
    return work(tx);
  });
}

function refuse(code: CodeRefus | null): void {
  if (code) throw new Refus(code);
}
