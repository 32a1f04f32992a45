/** Codes of the second factor, which are counted and used only once (ACC-67). */
import { envoiCodes } from '#domain/emails/securite.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  CODE_EMAILS,
  CODES_AT_ONCE,
  CODES_OF_DEVICES_PER_DAY,
  CODES_PER_ACCOUNT,
  CODES_PER_ACCOUNT_AND_DAY,
  CODES_PER_ACCOUNT_AND_NETWORK,
  CODES_PER_DEVICE,
  CODES_PER_SIGN_IN,
  CODES_TOLD,
  type Count,
  countsPerNetwork,
  dayCodesOf,
  RECOVERY_CODES_PER_NETWORK,
} from '#domain/core/limits.ts';
import { readCode } from '#domain/signin/second_facteur.ts';
import type { User } from '#domain/people/users.ts';
import type { Tx } from '../platform/db.ts';
import { empreinteOf } from '../platform/secrets/jetons.ts';
import { withinLimits } from '../platform/queue.ts';
import type { Ctx } from '../platform/services.ts';
import { stepOf } from '../platform/secrets/totp.ts';
import { getAppareilOf } from '../stores/signin/appareils.ts';
import { insertCourriels } from '../stores/emails/courriels.ts';
import { deleteEssaisOf, insertEssais, listWaits } from '../stores/signin/essais.ts';
import { insertJournal } from '../stores/journal.ts';
import {
  type Facteur,
  lockFacteur,
  setDernierPas,
  useCode,
} from '../stores/signin/seconds_facteurs.ts';
import { lockUser } from '../stores/people/users.ts';

/**
 * The keys of wrong codes: of unknown devices since the last right code, and of known devices in a
 * day.
 */
const codesOf = (user_id: string): string => `codes ${user_id}`;
const devicesOf = (user_id: string): string => `codes appareils ${user_id}`;

/**
 * Forgets wrong codes: those of the hour after a new password, because the password that was given
 * with them no longer works; all of them with `day`.
 */
export function forgetCodes(tx: Tx, user_id: string, { day }: { day: boolean }): Promise<void> {
  return deleteEssaisOf(
    tx,
    codesOf(user_id),
    ...(day ? [dayCodesOf(user_id), devicesOf(user_id)] : []),
  );
}

/**
 * The limits of a code: it is refused if one of `limits` is reached. `here`: applies once the first
 * of `limits` is reached, and allows a code if there was no wrong one from here.
 */
type Counts = { limits: Count[]; day: Count | null; here: Count[]; told: Count | null };

/**
 * The limits of a code (ACC-67). A known device has its own limit, so that strangers who have the
 * password cannot lock it. Recovery codes are counted only by network, so that nobody can lock them
 * elsewhere.
 */
function countsOf(
  { ip }: Pick<Ctx, 'ip'>,
  user_id: string,
  appareil: string | null,
  secours: boolean,
): Counts {
  if (secours)
    return {
      limits: countsPerNetwork(
        ip,
        RECOVERY_CODES_PER_NETWORK,
        (reseau) => `secours ${user_id} reseau ${reseau}`,
      ),
      day: null,
      here: [],
      told: null,
    };
  if (appareil !== null) {
    return {
      limits: [{ cle: `codes appareil ${appareil}`, limit: CODES_PER_DEVICE }],
      day: { cle: devicesOf(user_id), limit: CODES_OF_DEVICES_PER_DAY },
      here: [],
      told: null,
    };
  }
  const day = dayCodesOf(user_id);
  return {
    limits: [{ cle: codesOf(user_id), limit: CODES_PER_ACCOUNT }],
    day: { cle: day, limit: CODES_PER_ACCOUNT_AND_DAY },
    here: countsPerNetwork(
      ip,
      CODES_PER_ACCOUNT_AND_NETWORK,
      (reseau) => `codes ${user_id} reseau ${reseau}`,
    ),
    told: { cle: day, limit: CODES_TOLD },
  };
}

/** The refusal of a code that is not checked because a limit is reached; null if it is checked. */
async function refuseBeyond(
  tx: Tx,
  { limits, day, here }: Counts,
  now: Date,
): Promise<Refus | null> {
  const waits = await listWaits(tx, [...(day ? [day] : []), ...limits, ...here], now);
  const ofDay = day ? (waits.shift() ?? null) : null;
  if (ofDay !== null) return new Refus('codes_plafonnes', { retryAfter: ofDay });
  const full = waits.slice(0, limits.length).find((wait) => wait !== null) ?? null;
  const failedHere = here.length === 0 || waits.slice(limits.length).some((wait) => wait !== null);
  return full !== null && failedHere ? new Refus('trop_de_codes', { retryAfter: full }) : null;
}

/** A locked second factor, and the known device of its account on which the code is given. */
type Locked = { user: User | null; facteur: Facteur | null; appareil: string | null };

/**
 * Runs `work` in a transaction that holds the account and its application, few at a time for one
 * account; known devices do not wait for others. The account is locked first, as in a reset of the
 * application (ACC-65): if both run at once, the second sees the result of the first.
 */
export async function withFacteur<T>(
  ctx: Ctx,
  user_id: string,
  work: (tx: Tx, locked: Locked) => Promise<T>,
): Promise<T> {
  const appareil = await getAppareilOf(ctx.db, user_id, ctx.appareils);
  const refusal = (): Refus => new Refus('trop_de_codes', { retryAfter: 1 });
  const group = appareil === null ? codesOf(user_id) : devicesOf(user_id);
  return withinLimits([{ group, max: CODES_AT_ONCE, refusal }], () =>
    ctx.transaction(async (tx) => {
      const user = await lockUser(tx, user_id);
      return work(tx, { user, facteur: await lockFacteur(tx, user_id), appareil });
    }),
  );
}

/**
 * Uses a code of an account whose application is locked, never twice. Returns the refusal instead
 * of throwing it, so that the caller's transaction stores the failure. `session`: the waiting
 * sign-in, which ends after a few wrong codes.
 */
export async function acceptCode(
  ctx: Ctx,
  tx: Tx,
  {
    user,
    facteur,
    appareil,
    code,
    session,
  }: {
    user: User;
    facteur: Facteur;
    appareil: string | null;
    code: string;
    session: string | null;
  },
): Promise<Refus | null> {
  const now = ctx.now();
  const counts = countsOf(ctx, user.id, appareil, readCode(code)?.sorte === 'secours');
  const beyond = await refuseBeyond(tx, counts, now);
  if (beyond) return beyond;
  const keys = [...counts.limits, ...counts.here].map(({ cle }) => cle);
  const refus = await judge(ctx, tx, user.id, facteur, code);
  if (refus === null) {
    await deleteEssaisOf(tx, ...keys);
    return null;
  }
  const ofSession = { cle: `codes session ${session}`, limit: CODES_PER_SIGN_IN };
  await insertEssais(
    tx,
    [
      ...keys,
      ...(counts.day ? [counts.day.cle] : []),
      ...(session === null ? [] : [ofSession.cle]),
    ],
    now,
  );
  await insertJournal(
    tx,
    { ...ctx, personne: null },
    { action: 'facteur.refuse', objet_id: user.id },
  );
  if (counts.told) await tellOwner(tx, user, counts.told, now);
  const [ended = null] = session === null ? [] : await listWaits(tx, [ofSession], now);
  return new Refus(ended === null ? refus : 'etape_expiree');
}

/** A person has the password but no valid code: the owner is notified, once a day (MAIL-31). */
async function tellOwner(tx: Tx, user: User, told: Count, now: Date): Promise<void> {
  const sent = { cle: `codes email ${user.id}`, limit: CODE_EMAILS };
  const [many = null, already = null] = await listWaits(tx, [told, sent], now);
  if (many === null || already !== null) return;
  await insertEssais(tx, [sent.cle], now);
  await insertCourriels(tx, [envoiCodes(user, now)]);
}

/**
 * Demands a code from a signed-in person if the account's application is active: a session and the
 * password alone must not change its second factors (ACC-64). A refused code is stored as a
 * failure. Throws the refusal.
 */
export async function demandCode(ctx: Ctx, user_id: string, code = ''): Promise<void> {
  const refus = await withFacteur(ctx, user_id, async (tx, { user, facteur, appareil }) =>
    user && facteur?.actif_at
      ? acceptCode(ctx, tx, { user, facteur, appareil, code, session: null })
      : null,
  );
  if (refus) throw refus;
}

async function judge(
  ctx: Ctx,
  tx: Tx,
  user_id: string,
  facteur: Facteur,
  typed: string,
): Promise<'code_incorrect' | 'code_deja_utilise' | null> {
  const read = readCode(typed);
  if (read?.sorte === 'secours') {
    // Only an active application has recovery codes.
    if (!(await useCode(tx, user_id, empreinteOf(read.code), ctx.now()))) return 'code_incorrect';
    await insertJournal(
      tx,
      { ...ctx, personne: { id: user_id } },
      { action: 'facteur.code_secours', objet_id: user_id },
    );
    return null;
  }
  const secret = ctx.coffres.totp.open(facteur.secret, user_id);
  if (secret === null) ctx.log.warn({ account: user_id }, 'a second factor does not open');
  const pas = secret === null || read === null ? null : stepOf(secret, read.code, ctx.now());
  if (pas === null) return 'code_incorrect';
  if (facteur.dernier_pas !== null && pas <= facteur.dernier_pas) return 'code_deja_utilise';
  await setDernierPas(tx, user_id, pas);
  return null;
}
