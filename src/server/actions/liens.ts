/** Links sent by email: a new password, the confirmation of an address (§7; decisions 11, 13, 14). */
import { setTimeout as wait } from 'node:timers/promises';
import { LIEN_CONFIRMATION_MS, LIEN_MOT_DE_PASSE_MS, type UsageDeLien } from '#domain/courriels.ts';
import { envoiLien } from '#domain/courriels_envois.ts';
import { Refus } from '#domain/errors.ts';
import { attenteOf, debutOf, LIENS_PAR_ADRESSE, LIENS_PAR_RESEAU, type Limite, reseauOf } from '#domain/limites.ts';
import { isAdmin, isEmail, normalizeEmail, refuseMotDePasse, type User } from '#domain/users.ts';
import { transact, type Tx } from '../platform/db.ts';
import { drawJeton, empreinteOf } from '../platform/jetons.ts';
import { type Ctx, personneOf } from '../platform/services.ts';
import { deleteLiensEnAttente, insertCourriels } from '../stores/courriels.ts';
import { insertEssais, listEssais, lockCle } from '../stores/essais.ts';
import { consumeLien, getLien, isServi, replaceLien } from '../stores/liens.ts';
import { deleteSessionsOf } from '../stores/sessions.ts';
import { confirmAddress, getUser, getUserByEmail, lockUser, lockUserByEmail, setPassword } from '../stores/users.ts';

/**
 * What an address is told takes this long, whether it has an account or not: the work of either is over by then, so
 * the time tells nothing (decision 13). Milliseconds.
 */
const REPONSE_MS = 300;

/** Queues a link for a new password where the address has an account; says nothing of whether it has. */
export async function requestPasswordReset(ctx: Ctx, { email, redirection }: { email: string; redirection?: string | undefined }): Promise<void> {
  if (redirection !== undefined && !isOurs(ctx, redirection)) throw new Refus('lien_etranger');
  await Promise.all([wait(REPONSE_MS), sendLien(ctx, email, 'mot_de_passe')]);
}

/** Queues another confirmation link where the address has an account that waits for one; says nothing of whether it has. */
export async function sendVerification(ctx: Ctx, { email }: { email: string }): Promise<void> {
  await Promise.all([wait(REPONSE_MS), sendLien(ctx, email, 'confirmation_adresse', ({ email_confirme }) => !email_confirme)]);
}

/** §2: a link for one's own new password. */
export async function sendPasswordEmail(ctx: Ctx): Promise<{ email_envoye: boolean }> {
  const retryAfter = await sendLien(ctx, personneOf(ctx).email, 'mot_de_passe');
  if (retryAfter !== null) throw new Refus('trop_de_liens', { retryAfter });
  return { email_envoye: ctx.canSend };
}

/** Whether the link opens, and for which address: whoever holds it has read that mailbox. */
export async function canReset(ctx: Ctx, { token }: { token: string }): Promise<{ valable: boolean; email: string | null }> {
  const userId = await getLien(ctx.db, 'mot_de_passe', empreinteOf(token), ctx.now());
  const user = userId === null ? null : await getUser(ctx.db, userId);
  return { valable: user !== null, email: user?.email ?? null };
}

/** Sets the password, once per link, and ends every session of the account (decision 14). */
export async function resetPassword(ctx: Ctx, { token, newPassword }: { token: string; newPassword: string }): Promise<void> {
  const refus = refuseMotDePasse(newPassword);
  if (refus) throw new Refus(refus);
  // Asked before the costly hash, and again by the one statement that uses the link up.
  if (!(await canReset(ctx, { token })).valable) throw new Refus('lien_reinitialisation_invalide');
  const passwordHash = await ctx.auth.hashPassword(newPassword);
  await ctx.transaction(async (tx) => {
    const userId = await useLien(ctx, tx, 'mot_de_passe', token);
    if (userId === null) throw new Refus('lien_reinitialisation_invalide');
    // In this order: a sign-in that holds the old password is waited for, and its session ends with the others.
    await setPassword(tx, userId, passwordHash);
    await deleteSessionsOf(tx, userId);
  });
}

/** Confirms an address. Only who holds the secret of a link that was used learns that it was. */
export async function verifyEmail(ctx: Ctx, { token }: { token: string }): Promise<{ deja_confirmee: boolean }> {
  return ctx.transaction(async (tx) => {
    const userId = await useLien(ctx, tx, 'confirmation_adresse', token);
    if (userId !== null) await confirmAddress(tx, userId);
    else if (!await isServi(tx, 'confirmation_adresse', empreinteOf(token), ctx.now())) throw new Refus('lien_confirmation_invalide');
    return { deja_confirmee: userId === null };
  });
}

/** Has an administrator's wish for another confirmation email answered, within the address's share. */
export async function resendConfirmation(ctx: Ctx, { id }: { id: string }): Promise<{ courriel: string }> {
  if (!ctx.canSend) throw new Refus('envoi_impossible');
  const user = await getUser(ctx.db, id);
  if (!user) throw new Refus('utilisateur_introuvable');
  if (user.email_confirme) throw new Refus('adresse_confirmee');
  const demande = { email: user.email, usage: 'confirmation_adresse' } as const;
  const retryAfter = await takeShares(ctx, demande);
  if (retryAfter !== null) throw new Refus('trop_de_confirmations', { retryAfter });
  const courriel = await queueLien(ctx, demande);
  if (courriel === null) throw new Refus('utilisateur_introuvable');
  return { courriel };
}

/** Uses a link up and holds its account, the account first: so does whoever deletes it. null where the link does not open. */
async function useLien(ctx: Ctx, tx: Tx, usage: UsageDeLien, token: string): Promise<string | null> {
  const userId = await getLien(tx, usage, empreinteOf(token), ctx.now());
  if (userId === null || !await lockUser(tx, userId)) return null;
  return consumeLien(tx, usage, empreinteOf(token), ctx.now());
}

type Demande = { email: string; usage: UsageDeLien };

/**
 * Queues the newest link, which replaces the older, also in the outbox (decision 14), within the hour's shares (decision 13).
 * Answers the seconds to wait where a share is used up, else null. Open screens hear of it only where something was queued.
 */
async function sendLien(ctx: Ctx, donnee: string, usage: UsageDeLien, concerne: (user: User) => boolean = () => true): Promise<number | null> {
  const demande = { email: normalizeEmail(donnee), usage };
  if (!isEmail(demande.email)) return null;
  const attente = await takeShares(ctx, demande);
  if (attente !== null) return attente;
  const user = await getUserByEmail(ctx.db, demande.email);
  if (user && concerne(user)) await queueLien(ctx, demande);
  return null;
}

/** The account is held first, as by whoever deletes it; so of simultaneous links one stays open. The email's id, or null where the account is gone. */
async function queueLien(ctx: Ctx, { email, usage }: Demande): Promise<string | null> {
  return ctx.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) return null;
    const now = ctx.now();
    const lien = drawJeton();
    const duree = usage === 'mot_de_passe' ? LIEN_MOT_DE_PASSE_MS : LIEN_CONFIRMATION_MS;
    await replaceLien(tx, { usage, empreinte: lien.empreinte, user_id: user.id, expire: new Date(now.getTime() + duree) });
    await deleteLiensEnAttente(tx, user.id, usage);
    const [courriel = null] = await insertCourriels(tx, [envoiLien(usage, user, lien, now)]);
    return courriel;
  });
}

/** Who asks for their own address, and administrators, are not a stranger on the network. */
const isLibre = ({ personne }: Ctx, email: string): boolean => personne !== null && (personne.email === email || isAdmin(personne.role));

/** One of the network's share, but for who is known, and one of the address's: beyond the first, nothing of the second is stored. */
function takeShares(ctx: Ctx, { email, usage }: Demande): Promise<number | null> {
  return transact(ctx.db, [], async (tx) => {
    const now = ctx.now();
    const reseau = isLibre(ctx, email) ? null : await takeShare(tx, `liens reseau ${reseauOf(ctx.ip)}`, LIENS_PAR_RESEAU, now);
    return reseau ?? takeShare(tx, `lien ${usage} ${email}`, LIENS_PAR_ADRESSE, now);
  });
}

/** Takes one of a limit's share, or answers the seconds until there is one again. */
async function takeShare(tx: Tx, cle: string, limite: Limite, now: Date): Promise<number | null> {
  await lockCle(tx, cle);
  const attente = attenteOf(limite, await listEssais(tx, cle, debutOf(limite, now)), now);
  if (attente === null) await insertEssais(tx, [cle], now);
  return attente;
}

/** Decision 39: an address of this site, absolute or not. */
function isOurs({ publicUrl }: Ctx, adresse: string): boolean {
  return URL.parse(adresse, publicUrl)?.origin === new URL(publicUrl).origin;
}
