/** The caller's own account and open sessions (PEOPLE-11 to PEOPLE-18). */
import { Refus } from '#domain/errors.ts';
import { refuseNewPassword } from '#domain/mots_de_passe.ts';
import { type Profil, profilOf, refuseProfil, type User } from '#domain/users.ts';
import { checkOwnPassword, confirmOwnPassword } from '../checks/mot_de_passe.ts';
import { hashLimitsOf } from '../platform/auth.ts';
import { withinLimits } from '../platform/queue.ts';
import { logSecurity } from '../platform/security_events.ts';
import { type Ctx, personneOf } from '../platform/services.ts';
import { deleteAppareilsOf } from '../stores/appareils.ts';
import { deleteWaitingLiens } from '../stores/courriels.ts';
import { deleteFluxOf } from '../stores/flux.ts';
import { insertJournal } from '../stores/journal.ts';
import { deleteLiens } from '../stores/liens.ts';
import { deleteSessionOf, deleteSessionsOf, listSessions, type OpenSession } from '../stores/sessions.ts';
import { getUser, lockUser, setPassword, updateUser } from '../stores/users.ts';

export async function get(ctx: Ctx): Promise<User> {
  return known(await getUser(ctx.db, personneOf(ctx).id));
}

/** First and last name, telephone, address; what is left empty is stored as null. */
export async function update(ctx: Ctx, profil: Profil): Promise<User> {
  const { id } = personneOf(ctx);
  const refus = refuseProfil(profil);
  if (refus) throw new Refus(refus);
  return ctx.transaction(async (tx) => {
    const user = known(await lockUser(tx, id));
    return known(await updateUser(tx, id, profilOf(user, profil), ctx.now()));
  });
}

/**
 * Changes the caller's own password (PEOPLE-23). Ends the account's other sessions and its calendar feeds, revokes its other devices, and kills the links
 * to a new password that were sent before; this session stays. The account is locked first, as by a reset: of simultaneous
 * changes one succeeds, and a sign-in with the old password leaves no session (ADR-014).
 */
export async function changePassword(ctx: Ctx, { password, newPassword }: { password: string; newPassword: string }): Promise<void> {
  const personne = personneOf(ctx);
  const refus = await refuseNewPassword(newPassword, ctx.centre);
  if (refus) throw new Refus(refus);
  const current = await checkOwnPassword(ctx, personne, password);
  const hachage = await withinLimits(hashLimitsOf(ctx.ip), () => ctx.auth.hashPassword(newPassword));
  await ctx.transaction(async (tx) => {
    known(await lockUser(tx, personne.id));
    await confirmOwnPassword(tx, personne, current);
    await setPassword(tx, personne.id, hachage);
    await deleteSessionsOf(tx, personne.id, ctx.session?.id);
    await deleteAppareilsOf(tx, personne.id, ctx.appareils);
    await deleteFluxOf(tx, personne.id, { arenas: false }); // RIDE-42
    await deleteLiens(tx, personne.id, 'mot_de_passe');
    await deleteWaitingLiens(tx, personne.id, 'mot_de_passe');
    await insertJournal(tx, ctx, { action: 'motdepasse.change', objet_id: personne.id });
  });
  logSecurity(ctx.log, 'sessions.terminees_par_mot_de_passe', { account: personne.id });
}

export async function listOpenSessions(ctx: Ctx): Promise<OpenSession[]> {
  return listSessions(ctx.db, personneOf(ctx).id, ctx.session?.id ?? null, ctx.now());
}

/** Ends one session of the caller, possibly the current one. */
export async function endSession(ctx: Ctx, { id }: { id: string }): Promise<{ success: boolean }> {
  const personne = personneOf(ctx);
  return ctx.transaction(async (tx) => {
    if (!await deleteSessionOf(tx, personne.id, id)) throw new Refus('session_introuvable');
    await insertJournal(tx, ctx, { action: 'session.terminee' });
    return { success: true };
  });
}

/** Ends the sessions of the caller but this one, and revokes the devices but this browser (ACC-54). */
export async function endOtherSessions(ctx: Ctx): Promise<{ success: boolean }> {
  const { id } = personneOf(ctx);
  await ctx.transaction(async (tx) => {
    await deleteSessionsOf(tx, id, ctx.session?.id);
    await deleteAppareilsOf(tx, id, ctx.appareils);
    await insertJournal(tx, ctx, { action: 'sessions.terminees' });
  });
  return { success: true };
}

/** Deleted between the guard and now. */
function known(user: User | null): User {
  if (!user) throw new Refus('session_absente');
  return user;
}
