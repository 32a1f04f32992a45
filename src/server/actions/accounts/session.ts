/** Signing in and out (ACC-23 to ACC-29, ACC-34 to ACC-37). */
import { keptSince } from '#domain/core/conservation.ts';
import { REFUS, Refus } from '#domain/errors/errors.ts';
import { REMAINING_WAYS } from '#domain/errors/sign_in.ts';
import {
  type Count,
  countsPerNetwork,
  ESSAIS_AT_ONCE,
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_ACCOUNT_AND_DAY,
  FAILURES_PER_ACCOUNT_AND_NETWORK,
  FAILURES_PER_DEVICE,
  FAILURES_PER_NETWORK,
  failuresOf,
  failuresOfDevice,
  type Limit,
  SIGN_INS_PER_ACCOUNT_AND_NETWORK,
  UNLOCK_EMAILS,
  unlockEmailsOf,
} from '#domain/core/limits.ts';
import { type Etape, normalizeEmail, type Personne, refuseStatut } from '#domain/people/users.ts';
import { ACCESS_SECONDS, deviceLimitsOf, hashLimitsOf } from '#server/platform/auth.ts';
import { passingRefus, type Reader, type Tx } from '#server/platform/db.ts';
import { withinLimits } from '#server/platform/queue.ts';
import type { Ctx } from '#server/platform/services.ts';
import {
  deleteAppareilsOf,
  getAppareil,
  keepAppareil,
  sweepAppareils,
} from '#server/stores/accounts/appareils.ts';
import {
  deleteEssais,
  holdKeys,
  insertEssais,
  listWaits,
  sweepEssais,
} from '#server/stores/accounts/essais.ts';
import { deleteFluxOf } from '#server/stores/flux.ts';
import { type Auteur, insertJournal, insertRefusedSignIn } from '#server/stores/journal.ts';
import { deleteLiensBefore, insertDemande } from '#server/stores/accounts/liens.ts';
import {
  deleteSession,
  deleteSessionsBefore,
  deleteSessionsOf,
  forgetAddressesBefore,
  openSession,
} from '#server/stores/accounts/sessions.ts';
import { getCredential, lockEntrant } from '#server/stores/people/users.ts';

/** `user`: the person, once signed in. `cookies`: what the browser is to store. */
export type SignedIn = { etape: Etape; user: Personne | null; cookies: string[] };

/**
 * Opens a session for an active account (ACC-23), or the step before it (ACC-50); each refusal has
 * its own sentence (ACC-24, ACC-25).
 */
export async function signIn(
  ctx: Ctx,
  demande: { email: string; password: string },
): Promise<SignedIn> {
  const email = normalizeEmail(demande.email);
  // No account has such an address. Without this, `x reseau y` would count under the key of another
  // address.
  if (/\s/.test(email)) throw new Refus('identifiants_incorrects');
  const limits = await readLimits(ctx, email);
  return withinLimits(limits.known ? deviceLimitsOf(email) : hashLimitsOf(ctx.ip), () =>
    tryToSignIn(ctx, { ...demande, email }, limits),
  );
}

/**
 * The limits that count: those of a known device alone while it has failures left (ACC-56), else
 * those of everybody else, which are checked here before anything costly and without a lock, so
 * that a flood is cheap to refuse.
 */
async function readLimits(ctx: Ctx, email: string): Promise<Limits> {
  const appareil = await getAppareil(ctx.db, email, ctx.appareils, ctx.now());
  if (appareil !== null) return limitsOfDevice(appareil);
  const limits = limitsOf(email, ctx.ip);
  refuseBeyond(ctx, await readWaits(ctx.db, limits, ctx.now()));
  return limits;
}

async function tryToSignIn(
  ctx: Ctx,
  { email, password }: { email: string; password: string },
  limits: Limits,
): Promise<SignedIn> {
  const essai = await reserveEssai(ctx, email, limits);
  let compte: string | null = null;
  try {
    const credential = await getCredential(ctx.db, email);
    compte = credential?.user_id ?? null;
    const right = await ctx.auth.checkPassword(credential?.hachage ?? null, password, limits.known);
    if (!right || !credential) throw new Refus('identifiants_incorrects');
    if (ctx.canSend && !credential.email_confirme) throw new Refus('email_non_confirme');
    return await enter(ctx, credential, essai);
  } catch (error) {
    const refus =
      error instanceof Refus
        ? error
        : new Refus(passingRefus(error) ?? 'connexion_en_erreur', { cause: error });
    if (REFUS[refus.code].status < 500) {
      await insertRefusedSignIn(ctx.db, ctx, compte, refus.code).catch((err: unknown) =>
        ctx.log.warn({ err }, 'a line of the journal was not written'),
      );
    }
    // Any refusal but a wrong password gives the attempt back, if the database accepts it.
    if (refus.code !== 'identifiants_incorrects')
      await deleteEssais(ctx.db, essai.ids).catch((err: unknown) =>
        ctx.log.warn({ err }, 'an attempt was not given back'),
      );
    else if (essai.retryAfter !== null)
      throw new Refus('trop_d_essais', { retryAfter: essai.retryAfter });
    throw refus;
  }
}

/**
 * Stores the session and gives the attempt back, in one transaction. The person and the password
 * are read again under a lock: whoever was blocked, or has another password since it was verified,
 * does not get in; and a change that comes later waits, and finds the session that it must end
 * (ACC-32).
 */
async function enter(
  ctx: Ctx,
  { user_id, hachage }: { user_id: string; hachage: string },
  essai: Essai,
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
    await deleteEssais(tx, [...essai.ids, ...essai.entries]);
    if (etape === 'ouverte')
      await insertJournal(
        tx,
        { ...ctx, personne: entrant.personne },
        { action: 'connexion.ouverte' },
      );
    // In this order: a client that keeps one cookie keeps the session.
    const cookies = [
      ...ctx.auth.sessionCookies(jeton),
      ...(etape === 'ouverte' ? await keepAppareil(tx, user_id, ctx) : []),
    ];
    return { etape, user: etape === 'ouverte' ? entrant.personne : null, cookies };
  });
}

/**
 * A token that names the session of the call for five minutes (API-23); not for a call by such a
 * token, which would last as long as the session.
 */
export function accessToken({ auth, now, session }: Ctx): { token: string; expires_in: number } {
  if (!session?.empreinte) throw new Refus('session_absente');
  return { token: auth.accessTokenOf(session.empreinte, now()), expires_in: ACCESS_SECONDS };
}

/** Ends the session on the server, or the sign-in that waits; nothing to do where there is none. */
export async function signOut(ctx: Ctx): Promise<{ success: boolean }> {
  const session = ctx.session?.id ?? ctx.attente?.session;
  if (session) {
    await ctx.transaction(async (tx) => {
      // Two tabs may sign out at once (UI-57): one line.
      if ((await deleteSession(tx, session)) && ctx.session)
        await insertJournal(tx, ctx, { action: 'connexion.fermee' });
    });
  }
  return { success: true };
}

/**
 * Ends the sessions of an account that is locked, sign-ins that wait too, its devices and its
 * calendar addresses (ACC-59).
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
 * sessions and links, and where sessions were opened from, once that is old.
 */
export async function sweep({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  await sweepEssais(db, now());
  await deleteSessionsBefore(db, now());
  await forgetAddressesBefore(db, keptSince('adresse_de_session', now()));
  await deleteLiensBefore(db, now());
  await sweepAppareils(db, now());
}

/**
 * What a sign-in counts against. `account`: of one key, which is locked with those of the networks;
 * its attempts count against the limit of the day too, where there is one. `known`: the device has
 * completed a sign-in to the account before.
 */
type Limits = {
  known: boolean;
  account: Count;
  day: Limit | null;
  networks: Count[];
  here: Count[];
  entries: Count[];
};

/** The limits of a sign-in to an account from an address, on an unknown device. */
function limitsOf(email: string, ip: string): Limits {
  return {
    known: false,
    account: { cle: failuresOf(email), limit: FAILURES_PER_ACCOUNT },
    day: FAILURES_PER_ACCOUNT_AND_DAY,
    networks: countsPerNetwork(ip, FAILURES_PER_NETWORK, (reseau) => `reseau ${reseau}`),
    here: countsPerNetwork(
      ip,
      FAILURES_PER_ACCOUNT_AND_NETWORK,
      (reseau) => `compte ${email} reseau ${reseau}`,
    ),
    entries: countsPerNetwork(
      ip,
      SIGN_INS_PER_ACCOUNT_AND_NETWORK,
      (reseau) => `entrees compte ${email} reseau ${reseau}`,
    ),
  };
}

/** The limit of a known device: its own failures, whatever others do to the account. */
const limitsOfDevice = (id: string): Limits => ({
  known: true,
  account: { cle: failuresOfDevice(id), limit: FAILURES_PER_DEVICE },
  day: null,
  networks: [],
  here: [],
  entries: [],
});

/**
 * Seconds until one more failure of the account is allowed, until one more is on this day, and
 * until one more attempt from here is; null where it is allowed now. `last`: one more failure
 * reaches the limit of the day.
 */
type Waits = { account: number | null; day: number | null; here: number | null; last: boolean };

/**
 * Once an account has reached its limit of failures, each network that has not failed on it yet
 * keeps one attempt (ACC-44), within the limit of the day: its owner can still sign in from
 * elsewhere. Right passwords that open no session have a wider limit (`entries`), so that a pending
 * account cannot be used to cause hashes without limit.
 */
async function readWaits(
  reader: Reader,
  { known, account, day, networks, here, entries }: Limits,
  now: Date,
): Promise<Waits> {
  const ofDay = (day ? [day, { ...day, max: day.max - 1 }] : []).map((limit) => ({
    cle: account.cle,
    limit,
  }));
  const [ofAccount = null, ...others] = await listWaits(
    reader,
    [account, ...ofDay, ...here, ...entries, ...networks],
    now,
  );
  const [full = null, nearlyFull = null] = others.splice(0, ofDay.length);
  const failedHere = known || others.splice(0, here.length).some((wait) => wait !== null);
  return {
    account: ofAccount,
    day: full,
    last: nearlyFull !== null,
    here: others.find((wait) => wait !== null) ?? (failedHere ? ofAccount : null),
  };
}

function refuseBeyond({ canSend }: Ctx, { day, here }: Waits): void {
  if (day !== null)
    throw new Refus('connexion_plafonnee', {
      retryAfter: day,
      detail: canSend ? REMAINING_WAYS.email : REMAINING_WAYS.admin,
    });
  if (here !== null) throw new Refus('trop_d_essais', { retryAfter: here });
}

/**
 * Counts a failure before the password is checked, so that simultaneous attempts cannot all pass
 * the limit; a right password gives it back. The keys of account and networks are locked meanwhile.
 * Throws `trop_d_essais` when too many wait for the account, or the keys cannot be locked in time.
 */
async function reserveEssai(ctx: Ctx, email: string, limits: Limits): Promise<Essai> {
  const now = ctx.now();
  const { known, account, networks, here, entries } = limits;
  const keysOf = (counts: readonly Count[]): string[] => counts.map(({ cle }) => cle);
  const refusal = (): Refus => new Refus('trop_d_essais', { retryAfter: 1 });
  const essai = await withinLimits([{ group: account.cle, max: ESSAIS_AT_ONCE, refusal }], () =>
    holdKeys(
      ctx.db,
      keysOf([account, ...networks]),
      async (tx) => {
        const waits = await readWaits(tx, limits, now);
        refuseBeyond(ctx, waits);
        const ids = await insertEssais(
          tx,
          keysOf([...entries, account, ...networks, ...here]),
          now,
        );
        const asked = waits.last && ctx.canSend && (await askToUnlock(tx, email, now));
        return {
          entries: ids.slice(0, entries.length),
          ids: ids.slice(entries.length),
          retryAfter: waits.account,
          asked,
        };
      },
      known,
    ),
  );
  if (!essai) throw refusal();
  if (essai.asked) ctx.bell.emit('demande');
  return essai;
}

/**
 * The account has reached its limit of the day: requests the email to its owner, once a day
 * (ACC-57). Done for every address alike; whether it has an account is looked up after the answer.
 */
async function askToUnlock(tx: Tx, email: string, now: Date): Promise<boolean> {
  const sent = { cle: unlockEmailsOf(email), limit: UNLOCK_EMAILS };
  const [wait] = await listWaits(tx, [sent], now);
  if (wait !== null) return false;
  await insertEssais(tx, [sent.cle], now);
  await insertDemande(tx, { email, usage: 'deblocage', created_at: now });
  return true;
}

/**
 * The rows to give back: `entries` if a session opens, `ids` unless the password was wrong; and the
 * seconds to wait if it was.
 */
type Essai = { ids: number[]; entries: number[]; retryAfter: number | null };
