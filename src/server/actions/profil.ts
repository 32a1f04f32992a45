/** The caller's own account and open sessions (PEOPLE-11 to PEOPLE-18). */
import { Refus } from '#domain/errors.ts';
import { type Profil, profilOf, refuseProfil, type User } from '#domain/users.ts';
import { type Ctx, personneOf } from '../platform/services.ts';
import { deleteAppareilsOf } from '../stores/appareils.ts';
import { insertJournal } from '../stores/journal.ts';
import { deleteSessionOf, deleteSessionsOf, listSessions, type OpenSession } from '../stores/sessions.ts';
import { getUser, lockUser, updateUser } from '../stores/users.ts';

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
