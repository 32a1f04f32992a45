/** The caller's own account and open sessions (PEOPLE-11 to PEOPLE-18). */
import { envoiCompte } from '#domain/emails/envois.ts';
import { Refus } from '#domain/errors/errors.ts';
import { refuseNewPassword } from '#domain/signin/mots_de_passe.ts';
import type { Acces } from '#domain/signin/second_facteur.ts';
import {
  normalizeEmail,
  type Profil,
  profilOf,
  refuseAdresse,
  refuseProfil,
  type User,
} from '#domain/people/users.ts';
import { endAcces } from '#server/checks/acces.ts';
import { askAddress, countAddress, withdrawAddress } from '#server/checks/adresses.ts';
import { demandCode, forgetCodes } from '#server/checks/codes.ts';
import { checkOwnPassword, confirmOwnPassword } from '#server/checks/mot_de_passe.ts';
import { hashLimitsOf } from '#server/platform/passwords.ts';
import type { Tx } from '#server/platform/db.ts';
import { withinLimits } from '#server/platform/queue.ts';
import { logSecurity } from '#server/platform/security_events.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { deleteAppareilsOf } from '#server/stores/signin/appareils.ts';
import { insertCourriels } from '#server/stores/emails/courriels.ts';
import { deleteFluxOf } from '#server/stores/feeds.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { endPasswordLinks } from '#server/checks/demandes_de_lien.ts';
import {
  confirmSession,
  deleteSessionOf,
  deleteSessionsOf,
  listSessions,
  type OpenSession,
} from '#server/stores/signin/sessions.ts';
import { getUser, lockUser, setPassword, updateUser } from '#server/stores/people/users.ts';

export async function get(ctx: Ctx): Promise<User> {
  return known(await getUser(ctx.db, personneOf(ctx).id));
}

/**
 * Changes first and last name, telephone and address; empty fields are stored as null (PEOPLE-12).
 */
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
 * Requests another address, after a check of the password, and of a code if an application is
 * active (PEOPLE-40).
 */
export async function changeEmail(
  ctx: Ctx,
  { password, code, email: typed }: { password: string; code?: string | undefined; email: string },
): Promise<User> {
  const personne = personneOf(ctx);
  const current = await checkOwnPassword(ctx, personne, password);
  const email = normalizeEmail(typed);
  const refus = refuseAdresse(personne, email);
  if (refus) throw new Refus(refus);
  await demandCode(ctx, personne.id, code);
  await countAddress(ctx, personne.id, email);
  return ctx.transaction(async (tx) => {
    const user = known(await lockUser(tx, personne.id, 'deletion'));
    await confirmSession(tx, ctx);
    await confirmOwnPassword(tx, personne, current);
    return askAddress(ctx, tx, user, email);
  });
}

/** Withdraws the new address while it waits for its confirmation. */
export async function withdrawEmail(ctx: Ctx): Promise<User> {
  const { id } = personneOf(ctx);
  return ctx.transaction(async (tx) => withdrawAddress(ctx, tx, known(await lockUser(tx, id))));
}

/**
 * Changes the caller's own password (PEOPLE-23). Ends the account's other sessions and devices, and
 * its passkeys and calendar feeds except those in `garder`, and invalidates links for a new
 * password that were sent before; this session stays. The person is notified. The account is locked
 * first, as for a reset: of simultaneous changes one succeeds, and a sign-in with the old password
 * leaves no session (ADR-014).
 */
export async function changePassword(
  ctx: Ctx,
  {
    password,
    newPassword,
    garder,
  }: { password: string; newPassword: string; garder: readonly (Acces | 'sessions')[] },
): Promise<void> {
  const personne = personneOf(ctx);
  const refus = await refuseNewPassword(newPassword, ctx.centre);
  if (refus) throw new Refus(refus);
  const current = await checkOwnPassword(ctx, personne, password);
  const hachage = await withinLimits(hashLimitsOf(ctx.ip), () =>
    ctx.auth.hashPassword(newPassword),
  );
  await ctx.transaction(async (tx) => {
    const user = known(await lockUser(tx, personne.id));
    await confirmOwnPassword(tx, personne, current);
    await setPassword(tx, personne.id, hachage);
    await forgetCodes(tx, personne.id, { day: false }); // ACC-67
    if (!garder.includes('sessions')) await endElsewhere(ctx, tx, personne.id);
    await endAcces(
      tx,
      user,
      garder.filter((kept) => kept !== 'sessions'),
    );
    await endPasswordLinks(tx, personne.id);
    await insertJournal(tx, ctx, {
      action: 'motdepasse.change',
      objet_id: personne.id,
      details: garder.length > 0 ? { gardes: garder } : {},
    });
    await insertCourriels(tx, [envoiCompte(user, 'mot_de_passe_change', ctx.now())]);
  });
  if (!garder.includes('sessions'))
    logSecurity(ctx.log, 'sessions.terminees_par_mot_de_passe', { account: personne.id });
}

/**
 * Ends the sessions of an account except this one, and revokes its devices except this browser
 * (ACC-54).
 */
async function endElsewhere(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  await deleteSessionsOf(tx, id, ctx.session?.id);
  await deleteAppareilsOf(tx, id, ctx.appareils);
}

export async function listOpenSessions(ctx: Ctx): Promise<OpenSession[]> {
  return listSessions(ctx.db, personneOf(ctx).id, ctx.session?.id ?? null, ctx.now());
}

/** Ends one session of the caller, possibly the current one. */
export async function endSession(ctx: Ctx, { id }: { id: string }): Promise<{ success: boolean }> {
  const personne = personneOf(ctx);
  return ctx.transaction(async (tx) => {
    if (!(await deleteSessionOf(tx, personne.id, id))) throw new Refus('session_introuvable');
    await insertJournal(tx, ctx, { action: 'session.terminee' });
    return { success: true };
  });
}

/**
 * Ends everything else that is signed in as the caller: sessions, devices, calendar addresses; this
 * session and this browser stay (PEOPLE-17).
 */
export async function endOtherSessions(ctx: Ctx): Promise<{ success: boolean }> {
  const { id } = personneOf(ctx);
  await ctx.transaction(async (tx) => {
    await endElsewhere(ctx, tx, id);
    await deleteFluxOf(tx, id, { arenas: false });
    await insertJournal(tx, ctx, { action: 'sessions.terminees' });
  });
  return { success: true };
}

/** The account was deleted after the call was admitted. */
function known(user: User | null): User {
  if (!user) throw new Refus('session_absente');
  return user;
}
