/** Signing in and out (§7, §8; decisions 6, 13, 18). */
import { type CodeRefus, Refus } from '#domain/errors.ts';
import { type Comptage, ECHECS_ICI, ECHECS_PAR_COMPTE, ECHECS_PAR_RESEAU, ENTREES_PAR_RESEAU, ESSAIS_EN_COURS, OUBLI_SECONDES, parReseau } from '#domain/limites.ts';
import { normalizeEmail, type Personne, refuseStatut } from '#domain/users.ts';
import { authErrorCode, placesOf } from '../platform/auth.ts';
import { type Db, isAccountGone, type Reader } from '../platform/db.ts';
import type { Ctx } from '../platform/services.ts';
import { enter } from '../platform/turns.ts';
import { deleteEssais, deleteEssaisBefore, holdCles, insertEssais, listAttentes } from '../stores/essais.ts';
import { deleteLiensBefore } from '../stores/liens.ts';
import { deleteSession, deleteSessionsBefore, getPersonne } from '../stores/sessions.ts';
import { getPasswordHash, lockPasswordHash, lockStatut } from '../stores/users.ts';

/** Better Auth's codes that mean a wrong address or password; the caller never learns which. */
const WRONG = new Set(['INVALID_EMAIL_OR_PASSWORD', 'INVALID_EMAIL', 'INVALID_PASSWORD', 'PASSWORD_TOO_LONG', 'PASSWORD_TOO_SHORT']);

export type SignedIn = { token: string; user: Personne; cookie: string };

/** Opens a session for an active account; every refusal of §8 has its own sentence. */
export async function signIn(ctx: Ctx, demande: { email: string; password: string }): Promise<SignedIn> {
  const email = normalizeEmail(demande.email);
  const limites = limitesOf(email, ctx.ip);
  // Asked before anything that costs, and without a lock: a flood is cheap to refuse.
  refuseBeyond(await readAttentes(ctx.db, limites, ctx.now()));
  return enter(placesOf(ctx.ip), () => tryToSignIn(ctx, { ...demande, email }, limites));
}

async function tryToSignIn(ctx: Ctx, { email, password }: { email: string; password: string }, limites: Limites): Promise<SignedIn> {
  const essai = await reserveEssai(ctx, limites);
  try {
    const verifie = await getPasswordHash(ctx.db, email);
    const { token, userId, cookie } = await ctx.auth.signIn({ email, password, ip: ctx.ip, userAgent: ctx.userAgent });
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
    if (user && same) await deleteEssais(tx, [...essai.ids, ...essai.entrees]);
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

type Limites = { compte: Comptage; reseau: Comptage[]; ici: Comptage[]; entrees: Comptage[] };

/** What a sign-in to an address from somewhere counts against. */
function limitesOf(email: string, ip: string): Limites {
  return {
    compte: { cle: `compte ${email}`, limite: ECHECS_PAR_COMPTE },
    reseau: parReseau(ip, ECHECS_PAR_RESEAU, (reseau) => `reseau ${reseau}`),
    ici: parReseau(ip, ECHECS_ICI, (reseau) => `compte ${email} reseau ${reseau}`),
    entrees: parReseau(ip, ENTREES_PAR_RESEAU, (reseau) => `entrees compte ${email} reseau ${reseau}`),
  };
}

/** Seconds until one more failure of the account is borne, and until one more try from here is; null where it is borne now. */
type Attentes = { compte: number | null; ici: number | null };

/**
 * Once an account has had its share of failures, each network that has not failed on it yet is left one try: its owner
 * elsewhere still gets in, and a stranger learns one wrong guess per network. Right passwords that open no session have a
 * wide limit of their own: an account that only waits, made in a minute, must not buy hashes without end.
 */
async function readAttentes(reader: Reader, { compte, reseau, ici, entrees }: Limites, now: Date): Promise<Attentes> {
  const [duCompte = null, ...autres] = await listAttentes(reader, [compte, ...ici, ...entrees, ...reseau], now);
  const dejaIci = autres.splice(0, ici.length).some((attente) => attente !== null);
  return { compte: duCompte, ici: autres.find((attente) => attente !== null) ?? (dejaIci ? duCompte : null) };
}

function refuseBeyond({ ici }: Attentes): void {
  if (ici !== null) throw new Refus('trop_d_essais', { retryAfter: ici });
}

/**
 * Books a failure before the password is checked, so that simultaneous attempts cannot all pass the count; a right
 * password gives it back. The account and the networks are held meanwhile: where too many try, or they are not had in
 * time, one is sent away.
 */
async function reserveEssai(ctx: Ctx, limites: Limites): Promise<Essai> {
  const now = ctx.now();
  const { compte, reseau, ici, entrees } = limites;
  const clesOf = (comptages: readonly Comptage[]): string[] => comptages.map(({ cle }) => cle);
  const refus = (): Refus => new Refus('trop_d_essais', { retryAfter: 1 });
  const essai = await enter([{ groupe: compte.cle, max: ESSAIS_EN_COURS, refus }], () => holdCles(ctx.db, clesOf([compte, ...reseau]), async (tx) => {
    const attentes = await readAttentes(tx, limites, now);
    refuseBeyond(attentes);
    const ids = await insertEssais(tx, clesOf([...entrees, compte, ...reseau, ...ici]), now);
    return { entrees: ids.slice(0, entrees.length), ids: ids.slice(entrees.length), attente: attentes.compte };
  }));
  if (!essai) throw refus();
  return essai;
}

/** The rows to give back: `entrees` where a session opens, `ids` wherever the password was not wrong; and how long to wait if it was. */
type Essai = { ids: number[]; entrees: number[]; attente: number | null };

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
