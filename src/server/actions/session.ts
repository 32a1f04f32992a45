/** Signing in and out (§7, §8; decisions 6, 13, 18). */
import { type CodeRefus, Refus } from '#domain/errors.ts';
import { attenteOf, debutOf, ECHECS_PAR_COMPTE, ECHECS_PAR_RESEAU, ENTREES_PAR_RESEAU, type Limite, OUBLI_SECONDES, reseauOf } from '#domain/limites.ts';
import { normalizeEmail, type Personne, refuseStatut } from '#domain/users.ts';
import { authErrorCode } from '../platform/auth.ts';
import { type Db, isAccountGone, transact, type Tx } from '../platform/db.ts';
import type { Ctx } from '../platform/services.ts';
import { deleteEssais, deleteEssaisBefore, insertEssais, listEssais, lockCle } from '../stores/essais.ts';
import { deleteLiensBefore } from '../stores/liens.ts';
import { deleteSession, deleteSessionsBefore, getPersonne } from '../stores/sessions.ts';
import { getPasswordHash, lockPasswordHash, lockStatut } from '../stores/users.ts';

/** Better Auth's codes that mean a wrong address or password; the caller never learns which. */
const WRONG = new Set(['INVALID_EMAIL_OR_PASSWORD', 'INVALID_EMAIL', 'INVALID_PASSWORD', 'PASSWORD_TOO_LONG', 'PASSWORD_TOO_SHORT']);

export type SignedIn = { token: string; user: Personne; cookie: string };

/** Opens a session for an active account; every refusal of §8 has its own sentence. */
export async function signIn(ctx: Ctx, demande: { email: string; password: string }): Promise<SignedIn> {
  const email = normalizeEmail(demande.email);
  const essai = await reserveEssai(ctx, email);
  try {
    const verifie = await getPasswordHash(ctx.db, email);
    const { token, userId, cookie } = await ctx.auth.signIn({ email, password: demande.password, ip: ctx.ip, userAgent: ctx.userAgent });
    return { token, user: await keepSession(ctx, { token, userId, verifie, essai }), cookie };
  } catch (error) {
    const refus = refusOf(error);
    // Any refusal but of a wrong password gives the failure back, where the database still takes it.
    if (refus.code !== 'identifiants_incorrects') await deleteEssais(ctx.db, essai.ids).catch((err: unknown) => ctx.log.warn({ err }, 'an attempt was not given back'));
    else if (essai.attente !== null) throw new Refus('trop_d_essais', { retryAfter: essai.attente });
    throw refus;
  }
}

/**
 * Gives the attempt back and lets a session live, if its person is there and the password is still the one that was
 * verified. One that changed meanwhile ended the sessions it found (decision 14), and this one may have come after: the
 * row of the password, held by both, says which was first.
 */
async function keepSession(ctx: Ctx, { token, userId, verifie, essai }: { token: string; userId: string; verifie: string | null; essai: Essai }): Promise<Personne> {
  const issue = await ctx.transaction(async (tx): Promise<Personne | CodeRefus> => {
    const same = await lockPasswordHash(tx, userId) === verifie;
    const user = await getPersonne(tx, userId);
    if (user && same) await deleteEssais(tx, [...essai.ids, essai.entree]);
    else await deleteSession(tx, token);
    return !user ? 'profil_introuvable' : same ? user : 'identifiants_incorrects';
  }).catch(async (cause: unknown) => {
    await deleteSession(ctx.db, token).catch(() => {}); // its token was told to nobody
    throw new Refus('profil_illisible', { cause });
  });
  if (typeof issue === 'string') throw new Refus(issue);
  return issue;
}

/** Ends the session on the server; nothing to do where there is none. */
export async function signOut(ctx: Ctx): Promise<{ success: boolean }> {
  const { token } = ctx;
  if (token !== null) await ctx.transaction((tx) => deleteSession(tx, token));
  return { success: true };
}

/**
 * Called by the accounts' platform before it stores a session. The status is read under a lock,
 * so that someone who is being blocked at this very moment does not slip in.
 */
export async function admit(db: Db, userId: string): Promise<void> {
  const statut = await lockStatut(db, userId).catch((cause: unknown) => {
    throw new Refus('profil_illisible', { cause });
  });
  if (statut === null) throw new Refus('profil_introuvable');
  const refus = refuseStatut(statut);
  if (refus) throw new Refus(refus);
}

/** Housekeeping, at start and every hour: attempts no limit counts any more, sessions and links that are over. */
export async function sweep({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  await deleteEssaisBefore(db, new Date(now().getTime() - OUBLI_SECONDES * 1000));
  await deleteSessionsBefore(db, now());
  await deleteLiensBefore(db, now());
}

/**
 * Books a failure before the password is checked, so that simultaneous attempts cannot all pass the count; a right
 * password gives it back. Once an account has had its share of failures, each network that has not failed on it yet
 * is left one try: its owner elsewhere still gets in, and a stranger learns one wrong guess per network. Right passwords
 * that open no session have a wide limit of their own: an account that only waits, made in a minute, must not buy hashes without end.
 */
async function reserveEssai(ctx: Ctx, email: string): Promise<Essai> {
  const now = ctx.now();
  const reseau = reseauOf(ctx.ip);
  const [compte, partout, ici] = [`compte ${email}`, `reseau ${reseau}`, `compte ${email} reseau ${reseau}`];
  const entrees = `entrees ${ici}`;
  return transact(ctx.db, [], async (tx) => {
    const attenteCompte = await attente(tx, compte, ECHECS_PAR_COMPTE, now);
    const attenteReseau = await attente(tx, partout, ECHECS_PAR_RESEAU, now);
    const dejaIci = (await listEssais(tx, ici, debutOf(ECHECS_PAR_COMPTE, now))).length > 0;
    const retryAfter = await attente(tx, entrees, ENTREES_PAR_RESEAU, now) ?? attenteReseau ?? (dejaIci ? attenteCompte : null);
    if (retryAfter !== null) throw new Refus('trop_d_essais', { retryAfter });
    const [entree = 0] = await insertEssais(tx, [entrees], now);
    return { ids: await insertEssais(tx, [compte, partout, ici], now), entree, attente: attenteCompte };
  });
}

/** The rows to give back: `entree` where a session opens, `ids` wherever the password was not wrong; and how long to wait if it was. */
type Essai = { ids: number[]; entree: number; attente: number | null };

async function attente(tx: Tx, cle: string, limite: Limite, now: Date): Promise<number | null> {
  await lockCle(tx, cle);
  return attenteOf(limite, await listEssais(tx, cle, debutOf(limite, now)), now);
}

/** A refusal of ours, or Better Auth's code in our words; any other error is a fault of the service. */
function refusOf(error: unknown): Refus {
  if (error instanceof Refus) return error;
  if (isAccountGone(error)) return new Refus('profil_introuvable', { cause: error });
  const code = authErrorCode(error);
  const known: CodeRefus | null = code === null ? null
    : WRONG.has(code) ? 'identifiants_incorrects'
    : code === 'EMAIL_NOT_VERIFIED' ? 'email_non_confirme'
    : null;
  return new Refus(known ?? 'connexion_en_erreur', { cause: error });
}
