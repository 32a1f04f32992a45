/**
 * Links sent by email: for a new password (ACC-30 to ACC-33), and to confirm an address (ACC-22).
 */
import type { UsageDeLien } from '#domain/emails/courriels.ts';
import { envoiCompte } from '#domain/emails/envois.ts';
import { Refus } from '#domain/errors/errors.ts';
import { refuseNewPassword } from '#domain/signin/mots_de_passe.ts';
import type { Acces } from '#domain/signin/second_facteur.ts';
import { pathOfLink } from '#documents/emails/courriels.ts';
import { isEmail, normalizeEmail, type User } from '#domain/people/users.ts';
import { endAcces, readAcces } from '#server/checks/acces.ts';
import { putAddress } from '#server/checks/adresses.ts';
import { forgetCodes } from '#server/checks/codes.ts';
import {
  type Demande,
  drawLien,
  endPasswordLinks,
  isParAdmin,
  queueLien,
  takeShares,
} from '#server/checks/demandes_de_lien.ts';
import {
  type RememberByVisitor,
  storeOnceByVisitor,
  type WithEcriture,
} from '#server/checks/ecritures.ts';
import { hashLimitsOf } from '#server/platform/passwords.ts';
import { againAfterDeadlock, transact, type Tx } from '#server/platform/db.ts';
import { empreinteOf } from '#server/platform/secrets/jetons.ts';
import { withinLimits } from '#server/platform/queue.ts';
import { logSecurity } from '#server/platform/security_events.ts';
import { type Ctx, personneOf, type Services } from '#server/platform/services.ts';
import { deleteAppareilsOf, keepAppareil } from '#server/stores/signin/appareils.ts';
import { insertCourriels } from '#server/stores/emails/courriels.ts';
import { insertEcriture } from '#server/stores/lessons/ecritures.ts';
import { type Auteur, insertJournal } from '#server/stores/journal.ts';
import {
  consumeLien,
  type DemandeDeLien,
  deleteDemande,
  getLien,
  insertDemande,
  isUsed,
  listDemandes,
} from '#server/stores/signin/liens.ts';
import { deleteSessionsOf } from '#server/stores/signin/sessions.ts';
import {
  confirmAddress,
  getUser,
  getUserByEmail,
  lockUser,
  lockUserByEmail,
  setPassword,
} from '#server/stores/people/users.ts';

/**
 * Requests a link for a new password; the answer does not show whether the address has an account
 * (ACC-30).
 */
export async function requestPasswordReset(
  ctx: Ctx,
  { email, redirection }: { email: string; redirection?: string | undefined },
): Promise<void> {
  if (redirection !== undefined && !isOurs(ctx, redirection)) throw new Refus('lien_etranger');
  await askForLien(ctx, email, 'mot_de_passe');
}

/**
 * Requests another confirmation link; the answer does not show whether the address has an account.
 */
export async function sendVerification(ctx: Ctx, { email }: { email: string }): Promise<void> {
  await askForLien(ctx, email, 'confirmation_adresse');
}

/**
 * Queues a password link for the caller's own account at once, because there is nothing to hide
 * (PEOPLE-14).
 */
export async function sendPasswordEmail(ctx: Ctx): Promise<{ email_envoye: boolean }> {
  const demande = { email: personneOf(ctx).email, usage: 'mot_de_passe' } as const;
  const retryAfter = await takeShares(ctx, demande);
  if (retryAfter !== null) throw new Refus('trop_de_liens', { retryAfter });
  await ctx.transaction((tx) => queueFor(ctx, tx, demande));
  return { email_envoye: ctx.canSend };
}

/**
 * Draws a link for a new password of an account that is locked, which `npm run account
 * reset-password` prints (ACC-59); returns its path. It replaces links that were sent, and needs no
 * mail server.
 */
export async function drawPasswordLink(
  tx: Tx,
  auteur: Auteur,
  { id }: { id: string },
): Promise<string> {
  const { jeton } = await drawLien(tx, id, 'mot_de_passe', auteur.now());
  await insertJournal(tx, auteur, { action: 'motdepasse.lien', objet_id: id });
  return pathOfLink('mot_de_passe', jeton);
}

/**
 * Whether the link works, for which address, and how the account can be used without its password.
 * The caller has read that mailbox, so this may be shown.
 */
export async function canReset(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{
  valable: boolean;
  email: string | null;
  cles: number;
  calendriers: number;
  cles_exigees: boolean;
}> {
  const userId = await getPasswordLien(ctx, token);
  const user = userId === null ? null : await getUser(ctx.db, userId);
  const acces = user
    ? await readAcces(ctx.db, user)
    : { cles: 0, calendriers: 0, cles_exigees: false };
  return { valable: user !== null, email: user?.email ?? null, ...acces };
}

/** The account of a link with which a password is chosen; null if it does not work. */
const getPasswordLien = async (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  token: string,
): Promise<string | null> =>
  (await getLien(db, 'mot_de_passe', empreinteOf(token), now())) ??
  getLien(db, 'invitation', empreinteOf(token), now());

/**
 * Sets the password, once per link; the same sent again is answered as the first one (API-29).
 * Every session of the account ends, and so do its passkeys and calendar feeds except those in
 * `garder`; this browser becomes its only known device (ACC-31, ACC-32, ACC-57, ACC-69). The person
 * is notified. Returns the cookies to set. Throws `lien_reinitialisation_invalide`, or the refusal
 * of the password.
 */
export async function resetPassword(
  ctx: Ctx,
  input: WithEcriture & { token: string; newPassword: string; garder: readonly Acces[] },
): Promise<string[]> {
  const { newPassword: password, ...content } = input;
  return storeOnceByVisitor(
    ctx,
    'session.resetPassword',
    { ...content, password },
    (remember) => setByLink(ctx, input, remember),
    (userId) => ctx.transaction((tx) => keepAppareil(tx, userId, ctx)),
  );
}

async function setByLink(
  ctx: Ctx,
  { token, newPassword, garder }: { token: string; newPassword: string; garder: readonly Acces[] },
  remember: RememberByVisitor,
): Promise<string[]> {
  const refus = await refuseNewPassword(newPassword, ctx.centre);
  if (refus) throw new Refus(refus);
  // Checked before the costly hash, and again by the statement that marks the link as used.
  if (!(await canReset(ctx, { token })).valable) throw new Refus('lien_reinitialisation_invalide');
  const passwordHash = await withinLimits(hashLimitsOf(ctx.ip), () =>
    ctx.auth.hashPassword(newPassword),
  );
  const { account, cookies } = await ctx.transaction(async (tx) => {
    const userId =
      (await spendLien(ctx, tx, 'mot_de_passe', token)) ??
      (await spendLien(ctx, tx, 'invitation', token));
    if (userId === null) throw new Refus('lien_reinitialisation_invalide');
    await endPasswordLinks(tx, userId);
    // In this order: `setPassword` waits for a sign-in that holds the row of the old password, so
    // that its session is deleted too.
    await setPassword(tx, userId, passwordHash);
    await confirmAddress(tx, userId); // the link went to it
    await deleteSessionsOf(tx, userId);
    await forgetCodes(tx, userId, { day: false }); // ACC-67
    await deleteAppareilsOf(tx, userId);
    const user = await getUser(tx, userId);
    if (!user) throw new Refus('lien_reinitialisation_invalide');
    await endAcces(tx, user, garder);
    await insertJournal(
      tx,
      { ...ctx, personne: user },
      {
        action: 'motdepasse.reinitialise',
        objet_id: userId,
        details: garder.length > 0 ? { gardes: garder } : {},
      },
    );
    await insertCourriels(tx, [envoiCompte(user, 'mot_de_passe_reinitialise', ctx.now())]);
    await insertEcriture(tx, remember(userId, passwordHash));
    return { account: userId, cookies: await keepAppareil(tx, userId, ctx) };
  });
  logSecurity(ctx.log, 'sessions.terminees_par_mot_de_passe', { account });
  return cookies;
}

/**
 * Confirms an address, or replaces it with the requested one (PEOPLE-40). Only for the holder of a
 * used link does the answer say that it was used (ACC-22).
 */
export async function verifyEmail(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ deja_confirmee: boolean; changee: boolean }> {
  return ctx.transaction(async (tx) => {
    const userId = await spendLien(ctx, tx, 'confirmation_adresse', token);
    if (userId !== null) {
      await confirmAddress(tx, userId);
      return { deja_confirmee: false, changee: false };
    }
    const changing = await spendLien(ctx, tx, 'changement_adresse', token);
    if (changing !== null) {
      const user = await getUser(tx, changing);
      if (!user?.email_demande) throw new Refus('lien_confirmation_invalide');
      await putAddress(tx, { ...ctx, personne: user }, user, user.email_demande, true);
      return { deja_confirmee: false, changee: true };
    }
    const used = async (usage: UsageDeLien): Promise<boolean> =>
      isUsed(tx, usage, empreinteOf(token), ctx.now());
    const changee = await used('changement_adresse');
    if (!changee && !(await used('confirmation_adresse')))
      throw new Refus('lien_confirmation_invalide');
    return { deja_confirmee: true, changee };
  });
}

/**
 * Queues another confirmation email for an administrator, within the limit of the address
 * (PEOPLE-07).
 */
export async function resendConfirmation(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ courriel: string }> {
  if (!ctx.canSend) throw new Refus('envoi_impossible');
  const user = await getUser(ctx.db, id);
  if (!user) throw new Refus('utilisateur_introuvable');
  if (user.email_confirme) throw new Refus('adresse_confirmee');
  const demande = { email: user.email, usage: 'confirmation_adresse' } as const;
  const retryAfter = await takeShares(ctx, demande);
  if (retryAfter !== null) throw new Refus('trop_de_confirmations', { retryAfter });
  const courriel = await ctx.transaction(async (tx) => {
    const queued = await queueFor(ctx, tx, demande, isParAdmin(ctx, user));
    if (queued !== null)
      await insertJournal(tx, ctx, { action: 'courriel.confirmation', objet_id: id });
    return queued;
  });
  if (courriel === null) throw new Refus('utilisateur_introuvable');
  return { courriel };
}

/**
 * Locks the account of a link, then marks the link as used, in the order of a deletion. null if the
 * link does not work.
 */
async function spendLien(
  ctx: Ctx,
  tx: Tx,
  usage: UsageDeLien,
  token: string,
): Promise<string | null> {
  const userId = await getLien(tx, usage, empreinteOf(token), ctx.now());
  // A change of the address requires the lock of a deletion, because the address has a unique
  // index.
  if (
    userId === null ||
    !(await lockUser(tx, userId, usage === 'changement_adresse' ? 'deletion' : 'change'))
  )
    return null;
  return consumeLien(tx, usage, empreinteOf(token), ctx.now());
}

/**
 * Stores the request for every address alike, within the limits of the hour. Only after the answer
 * is it looked up whether the address has an account (`answerDemandes`), so that neither the answer
 * nor its time shows it (ACC-30), and no request is lost. Returns the seconds to wait if a limit is
 * reached, otherwise null.
 */
async function askForLien(ctx: Ctx, adresse: string, usage: UsageDeLien): Promise<number | null> {
  const demande = { email: normalizeEmail(adresse), usage };
  if (!isEmail(demande.email)) return null;
  const retryAfter = await takeShares(ctx, demande, (tx) =>
    insertDemande(tx, { ...demande, created_at: ctx.now() }),
  );
  if (retryAfter === null) ctx.bell.emit('demande');
  return retryAfter;
}

/**
 * Turns requests into links and their emails, or drops them. A request that fails is tried again in
 * the next round.
 */
export async function answerDemandes(services: Services): Promise<void> {
  for (
    let after = 0, demandes = await listDemandes(services.db, after);
    demandes.length > 0;
    demandes = await listDemandes(services.db, after)
  ) {
    for (const demande of demandes) {
      after = demande.id;
      await againAfterDeadlock(() => answerDemande(services, demande)).catch((error: unknown) =>
        services.log.warn({ err: error }, 'a link was not queued'),
      );
    }
  }
}

/**
 * Whether an account gets the link: a link to confirm only if the address is not confirmed, a link
 * to unlock a browser only if the account could sign in there.
 */
function isDue(usage: UsageDeLien, { email_confirme, statut }: User): boolean {
  if (usage === 'mot_de_passe') return true;
  return usage === 'confirmation_adresse' ? !email_confirme : email_confirme && statut === 'actif';
}

/**
 * Announces a change only if an email is queued. Only one of several instances handles the request.
 */
async function answerDemande(services: Services, { id, ...demande }: DemandeDeLien): Promise<void> {
  const user = await getUserByEmail(services.db, demande.email);
  const due = user !== null && isDue(demande.usage, user);
  await transact(services.db, due ? ['courriels'] : [], async (tx) => {
    if ((await deleteDemande(tx, id)) && due) await queueFor(services, tx, demande);
  });
}

/**
 * Queues a new link to the account of an address, which is locked first, as for a deletion: of
 * simultaneous links one remains. null if the account no longer exists.
 */
async function queueFor(
  services: Services,
  tx: Tx,
  { email, usage }: Demande,
  par_admin = false,
): Promise<string | null> {
  const user = await lockUserByEmail(tx, email);
  return user && queueLien(services, tx, user, usage, par_admin);
}

/** True for an address of this site, absolute or relative (API-08). */
function isOurs({ publicUrl }: Ctx, adresse: string): boolean {
  return URL.parse(adresse, publicUrl)?.origin === new URL(publicUrl).origin;
}
