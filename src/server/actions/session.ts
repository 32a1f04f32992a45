/** Signing in and out (§7, §8; decisions 6, 13, 18). */
import { ECHECS_PAR_COMPTE, ECHECS_PAR_RESEAU, FENETRE_SECONDES, reseauOf } from '#domain/limites.ts';
import { type CodeRefus, Refus } from '#domain/errors.ts';
import { type Personne, refuserStatut } from '#domain/users.ts';
import { authErrorCode } from '../platform/auth.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { Ctx } from '../platform/services.ts';
import { deleteEchecs, deleteEchecsBefore, insertEchecs, listEchecs, lockCle } from '../stores/echecs.ts';
import { deleteSession, deleteSessionsBefore, getPersonne } from '../stores/sessions.ts';
import { lockStatut } from '../stores/users.ts';

/** Better Auth's codes that mean a wrong address or password; the caller never learns which. */
const WRONG = new Set(['INVALID_EMAIL_OR_PASSWORD', 'INVALID_EMAIL', 'INVALID_PASSWORD', 'PASSWORD_TOO_LONG', 'PASSWORD_TOO_SHORT']);

export type SignedIn = { token: string; user: Personne; cookie: string };

/** Opens a session for an active account; every refusal of §8 has its own sentence. */
export async function signIn(ctx: Ctx, { email, password }: { email: string; password: string }): Promise<SignedIn> {
  const essai = await reserveEssai(ctx, email.toLowerCase());
  try {
    const { token, userId, cookie } = await ctx.auth.signIn({ email, password, ip: ctx.ip, userAgent: ctx.userAgent });
    const user = await getPersonne(ctx.db, userId);
    if (!user) throw new Refus('profil_introuvable');
    await deleteEchecs(ctx.db, essai);
    return { token, user, cookie };
  } catch (error) {
    const refus = refusOf(error);
    // Limits count wrong passwords only: any other refusal gives the attempt back.
    if (refus.code !== 'identifiants_incorrects') await deleteEchecs(ctx.db, essai);
    throw refus;
  }
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
  const refus = refuserStatut(statut);
  if (refus) throw new Refus(refus);
}

/** Housekeeping, at start and every hour: failures outside the window and sessions that are over. */
export async function sweep({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  await deleteEchecsBefore(db, new Date(now().getTime() - FENETRE_SECONDES * 1000));
  await deleteSessionsBefore(db, now());
}

/**
 * Books a failure before the password is checked, so that simultaneous attempts cannot all pass the count;
 * a right password gives it back. Beyond the limits: 429 with the seconds to wait.
 */
async function reserveEssai(ctx: Ctx, email: string): Promise<number[]> {
  const now = ctx.now();
  const limits: [string, number][] = [[`compte ${email}`, ECHECS_PAR_COMPTE], [`reseau ${reseauOf(ctx.ip)}`, ECHECS_PAR_RESEAU]];
  return ctx.db.transaction(async (tx) => {
    for (const [cle, max] of limits) await refuseBeyond(tx, cle, max, now);
    return insertEchecs(tx, limits.map(([cle]) => cle), now);
  });
}

async function refuseBeyond(tx: Tx, cle: string, max: number, now: Date): Promise<void> {
  await lockCle(tx, cle);
  const recent = await listEchecs(tx, cle, new Date(now.getTime() - FENETRE_SECONDES * 1000));
  const first = recent[recent.length - max];
  if (first === undefined) return;
  const retryAfter = Math.ceil(FENETRE_SECONDES - (now.getTime() - first.getTime()) / 1000);
  throw new Refus('trop_d_essais', { retryAfter: Math.max(1, retryAfter) });
}

/** A refusal of ours, or Better Auth's code in our words; any other error is a fault of the service. */
function refusOf(error: unknown): Refus {
  if (error instanceof Refus) return error;
  const code = authErrorCode(error);
  const known: CodeRefus | null = code === null ? null
    : WRONG.has(code) ? 'identifiants_incorrects'
    : code === 'EMAIL_NOT_VERIFIED' ? 'email_non_confirme'
    : null;
  return new Refus(known ?? 'connexion_en_erreur', { cause: error });
}
