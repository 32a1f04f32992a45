/**
 * Counted sign-ins (ACC-34 to ACC-36): the limits of a sign-in, whether another may be tried, and
 * how a failure is counted before the password is checked. For `actions/signin/session.ts`.
 */
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
import { Refus } from '#domain/errors/errors.ts';
import { REMAINING_WAYS } from '#domain/errors/sign_in.ts';
import type { Reader, Tx } from '../platform/db.ts';
import { withinLimits } from '../platform/queue.ts';
import type { Ctx } from '../platform/services.ts';
import { getAppareil } from '../stores/signin/appareils.ts';
import { deleteEssais, holdKeys, insertEssais, listWaits } from '../stores/signin/essais.ts';
import { insertDemande } from '../stores/signin/liens.ts';

/**
 * The limits that apply: only those of a known device while it has failures left (ACC-56),
 * otherwise the general ones. These are checked here before any costly work and without a lock, so
 * that a flood is cheap to refuse.
 */
export async function readLimits(ctx: Ctx, email: string): Promise<Limits> {
  const appareil = await getAppareil(ctx.db, email, ctx.appareils, ctx.now());
  if (appareil !== null) return limitsOfDevice(appareil);
  const limits = limitsOf(email, ctx.ip);
  refuseBeyond(ctx, await readWaits(ctx.db, limits, ctx.now()));
  return limits;
}

/**
 * Counts a failure before the password is checked, so that simultaneous attempts cannot all pass
 * the limit; a right password removes it. The keys of account and networks are locked meanwhile.
 * Throws `trop_d_essais` if too many attempts wait for the account, or if the keys cannot be locked
 * in time.
 */
export async function reserveAttempt(ctx: Ctx, email: string, limits: Limits): Promise<Attempt> {
  const now = ctx.now();
  const { known, account, networks, here, entries } = limits;
  const keysOf = (counts: readonly Count[]): string[] => counts.map(({ cle }) => cle);
  const refusal = (): Refus => new Refus('trop_d_essais', { retryAfter: 1 });
  const attempt = await withinLimits([{ group: account.cle, max: ESSAIS_AT_ONCE, refusal }], () =>
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
  if (!attempt) throw refusal();
  if (attempt.asked) ctx.bell.emit('demande');
  return attempt;
}

/**
 * The stored rows of an attempt: `entries` are removed if a session opens, `ids` unless the
 * password was wrong. `retryAfter`: the seconds to wait if it was wrong.
 */
export type Attempt = { ids: number[]; entries: number[]; retryAfter: number | null };

/** A session opens: removes the whole attempt, in the transaction of the session. */
export const endAttempt = (tx: Tx, { ids, entries }: Attempt): Promise<void> =>
  deleteEssais(tx, [...ids, ...entries]);

/** The sign-in was refused for another reason than a wrong password, which is no failure. */
export const returnAttempt = ({ db }: Pick<Ctx, 'db'>, { ids }: Attempt): Promise<void> =>
  deleteEssais(db, ids);

/**
 * The limits of a sign-in. `account`: has one key, which is locked with those of the networks; its
 * attempts also count against the daily limit, if there is one. `known`: the device has completed a
 * sign-in to the account before.
 */
export type Limits = {
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

/**
 * The limit of a known device: its own failures, independent of attempts of others on the account.
 */
const limitsOfDevice = (id: string): Limits => ({
  known: true,
  account: { cle: failuresOfDevice(id), limit: FAILURES_PER_DEVICE },
  day: null,
  networks: [],
  here: [],
  entries: [],
});

/**
 * Seconds until one more failure of the account is allowed, until one more is allowed within the
 * day, and until one more attempt from here is allowed; null if it is allowed now. `last`: one more
 * failure reaches the daily limit.
 */
type Waits = { account: number | null; day: number | null; here: number | null; last: boolean };

/**
 * Once an account has reached its limit of failures, each network that has not failed on it yet
 * keeps one attempt (ACC-44), within the daily limit, so that its owner can still sign in from
 * elsewhere. Right passwords that open no session have a higher limit (`entries`), so that a
 * pending account cannot be used to cause any number of hashes.
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
 * The account has reached its daily limit: requests the email to its owner, once a day (ACC-57).
 * This is done for every address alike; only after the answer does the server look up whether the
 * address has an account.
 */
async function askToUnlock(tx: Tx, email: string, now: Date): Promise<boolean> {
  const sent = { cle: unlockEmailsOf(email), limit: UNLOCK_EMAILS };
  const [wait] = await listWaits(tx, [sent], now);
  if (wait !== null) return false;
  await insertEssais(tx, [sent.cle], now);
  await insertDemande(tx, { email, usage: 'deblocage', created_at: now });
  return true;
}
