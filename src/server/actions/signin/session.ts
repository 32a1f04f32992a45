/** Signing in and out (ACC-23 to ACC-29, ACC-34 to ACC-36, ADR-007). */
import { keptSince } from '#domain/core/conservation.ts';
import { REFUS, Refus } from '#domain/errors/errors.ts';
import { type Etape, normalizeEmail, type Personne, refuseStatut } from '#domain/people/users.ts';
import {
  type Attempt,
  endAttempt,
  type Limits,
  readLimits,
  reserveAttempt,
  returnAttempt,
} from '#server/checks/attempts.ts';
import { ACCESS_SECONDS } from '#server/platform/secrets/access_tokens.ts';
import { passingRefus, type Tx } from '#server/platform/db.ts';
import { deviceLimitsOf, hashLimitsOf } from '#server/platform/passwords.ts';
import { withinLimits } from '#server/platform/queue.ts';
import type { Ctx } from '#server/platform/services.ts';
import {
  deleteAppareilsOf,
  keepAppareil,
  sweepAppareils,
} from '#server/stores/signin/appareils.ts';
import { sweepEssais } from '#server/stores/signin/essais.ts';
import { deleteLiensBefore } from '#server/stores/signin/liens.ts';
import {
  deleteSession,
  deleteSessionsBefore,
  deleteSessionsOf,
  forgetAddressesBefore,
  openSession,
} from '#server/stores/signin/sessions.ts';
import { deleteFluxOf } from '#server/stores/feeds.ts';
import { type Auteur, insertJournal, insertRefusedSignIn } from '#server/stores/journal.ts';
import { getCredential, lockEntrant } from '#server/stores/people/users.ts';

/** `user`: the person, once signed in. `cookies`: the cookies that the browser must store. */
export type SignedIn = { etape: Etape; user: Personne | null; cookies: string[] };

type Demande = { email: string; password: string };

/**
 * Opens a session for an active account (ACC-23), or the step before it (ACC-50). Each refusal has
 * its own sentence (ACC-24, ACC-25). In this order: the limits are read, without a lock and before
 * any costly work; a place for a hash is taken; a failure is counted; the password is checked; the
 * session is stored under a lock on the account.
 */
export async function signIn(ctx: Ctx, demande: Demande): Promise<SignedIn> {
  const email = normalizeEmail(demande.email);
  // No account has such an address. Without this check, `x reseau y` would count under the key of
  // another address.
  if (/\s/.test(email)) throw new Refus('identifiants_incorrects');
  const limits = await readLimits(ctx, email);
  const places = limits.known ? deviceLimitsOf(email) : hashLimitsOf(ctx.ip);
  return withinLimits(places, () => tryOnce(ctx, { ...demande, email }, limits));
}

/** One counted attempt. */
async function tryOnce(ctx: Ctx, { email, password }: Demande, limits: Limits): Promise<SignedIn> {
  const attempt = await reserveAttempt(ctx, email, limits);
  let compte: string | null = null;
  try {
    const credential = await getCredential(ctx.db, email);
    compte = credential?.user_id ?? null;
    const right = await ctx.auth.checkPassword(credential?.hachage ?? null, password, limits.known);
    if (!right || !credential) throw new Refus('identifiants_incorrects');
    if (ctx.canSend && !credential.email_confirme) throw new Refus('email_non_confirme');
    return await enter(ctx, credential, attempt);
  } catch (error) {
    throw await recordRefusal(ctx, error, compte, attempt);
  }
}

/**
 * Stores the session and removes the counted attempt, in one transaction. The person and the
 * password are read again under a lock. If the account was blocked, or if the password has changed
 * since it was checked, the sign-in is refused; a later change waits, and then finds the session
 * that it must end (ACC-32).
 */
async function enter(
  ctx: Ctx,
  { user_id, hachage }: { user_id: string; hachage: string },
  attempt: Attempt,
): Promise<SignedIn> {
  return ctx.transaction(async (tx) => {
    const entrant = await lockEntrant(tx, user_id).catch((cause: unknown) => {
      throw new Refus('profil_illisible', { cause });
    });
    if (!entrant) throw new Refus('profil_introuvable');
    if (entrant.hachage !== hachage) throw new Refus('identifiants_incorrects');
    const refus = refuseStatut(entrant.personne.statut);
    if (refus) throw new Refus(refus);
    const { jeton, etape } = await openSession(tx, user_id, 'password', ctx);
    await endAttempt(tx, attempt);
    if (etape === 'ouverte')
      await insertJournal(
        tx,
        { ...ctx, personne: entrant.personne },
        { action: 'connexion.ouverte' },
      );
    // In this order, because a client that keeps only one cookie must keep the session.
    const cookies = [
      ...ctx.auth.sessionCookies(jeton),
      ...(etape === 'ouverte' ? await keepAppareil(tx, user_id, ctx) : []),
    ];
    return { etape, user: etape === 'ouverte' ? entrant.personne : null, cookies };
  });
}

/**
 * Records the refusal in the journal, and removes the counted attempt unless the password was
 * wrong. A failure here does not change the answer.
 */
async function recordRefusal(
  ctx: Ctx,
  error: unknown,
  compte: string | null,
  attempt: Attempt,
): Promise<Refus> {
  const refus =
    error instanceof Refus
      ? error
      : new Refus(passingRefus(error) ?? 'connexion_en_erreur', { cause: error });
  if (REFUS[refus.code].status < 500)
    await insertRefusedSignIn(ctx.db, ctx, compte, refus.code).catch((err: unknown) =>
      ctx.log.warn({ err }, 'a line of the journal was not written'),
    );
  if (refus.code === 'identifiants_incorrects')
    return attempt.retryAfter === null
      ? refus
      : new Refus('trop_d_essais', { retryAfter: attempt.retryAfter });
  await returnAttempt(ctx, attempt).catch((err: unknown) =>
    ctx.log.warn({ err }, 'an attempt was not given back'),
  );
  return refus;
}

/**
 * A token that names the session of the call for five minutes (API-23). Throws `session_absente`
 * for a call with such a token: otherwise the access would last as long as the session.
 */
export function accessToken({ auth, now, session }: Ctx): { token: string; expires_in: number } {
  if (!session?.empreinte) throw new Refus('session_absente');
  return { token: auth.accessTokenOf(session.empreinte, now()), expires_in: ACCESS_SECONDS };
}

/** Ends the session on the server, or the waiting sign-in; does nothing if there is none. */
export async function signOut(ctx: Ctx): Promise<{ success: boolean }> {
  const session = ctx.session?.id ?? ctx.attente?.session;
  if (session) {
    await ctx.transaction(async (tx) => {
      // Two tabs may sign out at the same time (UI-57); this writes only one line.
      if ((await deleteSession(tx, session)) && ctx.session)
        await insertJournal(tx, ctx, { action: 'connexion.fermee' });
    });
  }
  return { success: true };
}

/**
 * Ends the sessions of an account that is locked, including waiting sign-ins, and removes its
 * devices and its calendar addresses (ACC-59).
 */
export async function signOutEverywhere(
  tx: Tx,
  auteur: Auteur,
  { id }: { id: string },
): Promise<void> {
  await deleteSessionsOf(tx, id);
  await deleteAppareilsOf(tx, id);
  await deleteFluxOf(tx, id, { arenas: false });
  await insertJournal(tx, auteur, { action: 'compte.deconnecte', objet_id: id });
}

/**
 * Housekeeping, at start and every hour: deletes attempts that no limit counts any more, expired
 * sessions and links, and old network addresses of sessions.
 */
export async function sweep({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  await sweepEssais(db, now());
  await deleteSessionsBefore(db, now());
  await forgetAddressesBefore(db, keptSince('adresse_de_session', now()));
  await deleteLiensBefore(db, now());
  await sweepAppareils(db, now());
}
