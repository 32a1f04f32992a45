/** Signing in and out (ACC-23 to ACC-29, ACC-34 to ACC-37). */
import { type CodeRefus, Refus } from '#domain/errors.ts';
import { type Count, FAILURES_PER_ACCOUNT_AND_NETWORK, FAILURES_PER_ACCOUNT, FAILURES_PER_NETWORK, SIGN_INS_PER_ACCOUNT_AND_NETWORK, ESSAIS_AT_ONCE, LONGEST_WINDOW_SECONDS, countsPerNetwork } from '#domain/limits.ts';
import { normalizeEmail, type Personne, refuseStatut } from '#domain/users.ts';
import { authErrorCode, hashLimitsOf } from '../platform/auth.ts';
import { type Db, isAccountGone, type Reader } from '../platform/db.ts';
import { withinLimits } from '../platform/queue.ts';
import type { Ctx } from '../platform/services.ts';
import { deleteEssais, deleteEssaisBefore, holdKeys, insertEssais, listWaits } from '../stores/essais.ts';
import { deleteLiensBefore } from '../stores/liens.ts';
import { deleteSession, deleteSessionsBefore, getPersonne } from '../stores/sessions.ts';
import { getPasswordHash, lockPasswordHash, lockStatut } from '../stores/users.ts';

/** Better Auth's codes that mean a wrong address or password; the caller never learns which. */
const WRONG = new Set(['INVALID_EMAIL_OR_PASSWORD', 'INVALID_EMAIL', 'INVALID_PASSWORD', 'PASSWORD_TOO_LONG', 'PASSWORD_TOO_SHORT']);

export type SignedIn = { token: string; user: Personne; cookie: string };

/** Opens a session for an active account (ACC-23); each refusal has its own sentence (ACC-24, ACC-25). */
export async function signIn(ctx: Ctx, demande: { email: string; password: string }): Promise<SignedIn> {
  const email = normalizeEmail(demande.email);
  const limits = limitsOf(email, ctx.ip);
  // Checked before anything costly and without a lock, so that a flood is cheap to refuse.
  refuseBeyond(await readWaits(ctx.db, limits, ctx.now()));
  return withinLimits(hashLimitsOf(ctx.ip), () => tryToSignIn(ctx, { ...demande, email }, limits));
}

async function tryToSignIn(ctx: Ctx, { email, password }: { email: string; password: string }, limits: Limits): Promise<SignedIn> {
  const essai = await reserveEssai(ctx, limits);
  try {
    const verified = await getPasswordHash(ctx.db, email);
    const { token, userId, cookie } = await ctx.auth.signIn({ email, password, ip: ctx.ip, userAgent: ctx.userAgent });
    return { token, user: await keepSession(ctx, { token, userId, verified, essai }), cookie };
  } catch (error) {
    const refus = refusOf(error);
    // Any refusal but a wrong password gives the attempt back, if the database accepts it.
    if (refus.code !== 'identifiants_incorrects') await deleteEssais(ctx.db, essai.ids).catch((err: unknown) => ctx.log.warn({ err }, 'an attempt was not given back'));
    else if (essai.retryAfter !== null) throw new Refus('trop_d_essais', { retryAfter: essai.retryAfter });
    throw refus;
  }
}

/**
 * Gives the attempt back and keeps the session, if the account exists and its password is still the one that was verified.
 * A reset that ran meanwhile ended the sessions it found (ACC-32), and this one may have been stored after it. Both lock the
 * row of the password, so the second sees what the first did.
 */
async function keepSession(ctx: Ctx, { token, userId, verified, essai }: { token: string; userId: string; verified: string | null; essai: Essai }): Promise<Personne> {
  const issue = await ctx.transaction(async (tx): Promise<Personne | CodeRefus> => {
    const same = await lockPasswordHash(tx, userId) === verified;
    const user = await getPersonne(tx, userId);
    if (user && same) await deleteEssais(tx, [...essai.ids, ...essai.entries]);
    else await deleteSession(tx, token);
    return !user ? 'profil_introuvable' : same ? user : 'identifiants_incorrects';
  }).catch(async (cause: unknown) => {
    await deleteSession(ctx.db, token).catch(() => {}); // its token was sent to nobody
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
 * Called by `platform/auth.ts` before it stores a session. The status is read under a lock, so that an account that is
 * being blocked at the same moment gets no session (ACC-10). Throws the refusal of the status.
 */
export async function admit(db: Db, userId: string): Promise<void> {
  const statut = await lockStatut(db, userId).catch((cause: unknown) => {
    throw new Refus('profil_illisible', { cause });
  });
  if (statut === null) throw new Refus('profil_introuvable');
  const refus = refuseStatut(statut);
  if (refus) throw new Refus(refus);
}

/** Housekeeping, at start and every hour: deletes attempts that no limit counts any more, and expired sessions and links. */
export async function sweep({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  await deleteEssaisBefore(db, new Date(now().getTime() - LONGEST_WINDOW_SECONDS * 1000));
  await deleteSessionsBefore(db, now());
  await deleteLiensBefore(db, now());
}

type Limits = { account: Count; networks: Count[]; here: Count[]; entries: Count[] };

/** The limits against which a sign-in to an account from an address counts. */
function limitsOf(email: string, ip: string): Limits {
  return {
    account: { cle: `compte ${email}`, limit: FAILURES_PER_ACCOUNT },
    networks: countsPerNetwork(ip, FAILURES_PER_NETWORK, (reseau) => `reseau ${reseau}`),
    here: countsPerNetwork(ip, FAILURES_PER_ACCOUNT_AND_NETWORK, (reseau) => `compte ${email} reseau ${reseau}`),
    entries: countsPerNetwork(ip, SIGN_INS_PER_ACCOUNT_AND_NETWORK, (reseau) => `entrees compte ${email} reseau ${reseau}`),
  };
}

/** Seconds until one more failure of the account is allowed, and until one more attempt from this network is; null where it is allowed now. */
type Waits = { account: number | null; here: number | null };

/**
 * Once an account has reached its limit of failures, each network that has not failed on it yet keeps one attempt (ACC-35):
 * its owner can still sign in from elsewhere, and a stranger has one guess per network. Right passwords that open no session
 * have a wider limit (`entries`), so that a pending account cannot be used to cause hashes without limit.
 */
async function readWaits(reader: Reader, { account, networks, here, entries }: Limits, now: Date): Promise<Waits> {
  const [ofAccount = null, ...others] = await listWaits(reader, [account, ...here, ...entries, ...networks], now);
  const failedHere = others.splice(0, here.length).some((wait) => wait !== null);
  return { account: ofAccount, here: others.find((wait) => wait !== null) ?? (failedHere ? ofAccount : null) };
}

function refuseBeyond({ here }: Waits): void {
  if (here !== null) throw new Refus('trop_d_essais', { retryAfter: here });
}

/**
 * Counts a failure before the password is checked, so that simultaneous attempts cannot all pass the limit; a right
 * password gives it back. The keys of account and networks are locked meanwhile. Throws `trop_d_essais` when too many wait
 * for the account, or the keys cannot be locked in time.
 */
async function reserveEssai(ctx: Ctx, limits: Limits): Promise<Essai> {
  const now = ctx.now();
  const { account, networks, here, entries } = limits;
  const keysOf = (counts: readonly Count[]): string[] => counts.map(({ cle }) => cle);
  const refusal = (): Refus => new Refus('trop_d_essais', { retryAfter: 1 });
  const essai = await withinLimits([{ group: account.cle, max: ESSAIS_AT_ONCE, refusal }], () => holdKeys(ctx.db, keysOf([account, ...networks]), async (tx) => {
    const waits = await readWaits(tx, limits, now);
    refuseBeyond(waits);
    const ids = await insertEssais(tx, keysOf([...entries, account, ...networks, ...here]), now);
    return { entries: ids.slice(0, entries.length), ids: ids.slice(entries.length), retryAfter: waits.account };
  }));
  if (!essai) throw refusal();
  return essai;
}

/** The rows to give back: `entries` if a session opens, `ids` unless the password was wrong; and the seconds to wait if it was. */
type Essai = { ids: number[]; entries: number[]; retryAfter: number | null };

/** The refusal for a thrown `Refus` or a code of Better Auth; any other error is `connexion_en_erreur`. */
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
