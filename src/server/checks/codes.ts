/** Codes of the second factor, counted and used once (ACC-67). */
import { Refus } from '#domain/errors.ts';
import { CODES_AT_ONCE, CODES_PER_ACCOUNT, CODES_PER_SIGN_IN } from '#domain/limits.ts';
import { readCode } from '#domain/second_facteur.ts';
import type { Tx } from '../platform/db.ts';
import { empreinteOf } from '../platform/jetons.ts';
import { withinLimits } from '../platform/queue.ts';
import type { Ctx } from '../platform/services.ts';
import { stepOf } from '../platform/totp.ts';
import { deleteEssaisOf, insertEssais, listWaits } from '../stores/essais.ts';
import { insertJournal } from '../stores/journal.ts';
import { type Facteur, lockFacteur, setDernierPas, useCode } from '../stores/seconds_facteurs.ts';
import { lockUser } from '../stores/users.ts';

/** Under which key the wrong codes of an account are counted. */
export const codesOf = (user_id: string): string => `codes ${user_id}`;

/**
 * Runs `work` in a transaction that holds the account and its application, few at a time for one account. The account is locked
 * first, as by whoever resets the application (ACC-65): of two that meet, the second finds what the first left.
 */
export function withFacteur<T>(ctx: Ctx, user_id: string, work: (tx: Tx, facteur: Facteur | null) => Promise<T>): Promise<T> {
  const refusal = (): Refus => new Refus('trop_de_codes', { retryAfter: 1 });
  return withinLimits([{ group: codesOf(user_id), max: CODES_AT_ONCE, refusal }], () => ctx.transaction(async (tx) => {
    await lockUser(tx, user_id);
    return work(tx, await lockFacteur(tx, user_id));
  }));
}

/**
 * Uses a code of an account whose application is locked: never twice. Answers the refusal instead of throwing it, so that the
 * caller's transaction stores the failure. `session`: the sign-in that waits, which ends after a few wrong codes.
 */
export async function acceptCode(
  ctx: Ctx, tx: Tx, { user_id, facteur, code, session }: { user_id: string; facteur: Facteur; code: string; session: string | null },
): Promise<Refus | null> {
  const now = ctx.now();
  const ofAccount = { cle: codesOf(user_id), limit: CODES_PER_ACCOUNT };
  const [retryAfter = null] = await listWaits(tx, [ofAccount], now);
  if (retryAfter !== null) return new Refus('trop_de_codes', { retryAfter });
  const refus = await judge(ctx, tx, user_id, facteur, code);
  if (refus === null) {
    await deleteEssaisOf(tx, ofAccount.cle);
    return null;
  }
  const ofSession = { cle: `codes session ${session}`, limit: CODES_PER_SIGN_IN };
  await insertEssais(tx, session === null ? [ofAccount.cle] : [ofAccount.cle, ofSession.cle], now);
  await insertJournal(tx, { ...ctx, personne: null }, { action: 'facteur.refuse', objet_id: user_id });
  const [ended = null] = session === null ? [] : await listWaits(tx, [ofSession], now);
  return new Refus(ended === null ? refus : 'etape_expiree');
}

/**
 * Asks who is signed in for a code as well, where the account's application is active: a session and the password alone change
 * nothing of its second factors (ACC-64). A refused code is stored as a failure.
 */
export async function demandCode(ctx: Ctx, user_id: string, code = ''): Promise<void> {
  const refus = await withFacteur(ctx, user_id, async (tx, facteur) =>
    (facteur?.actif_at ? acceptCode(ctx, tx, { user_id, facteur, code, session: null }) : null));
  if (refus) throw refus;
}

async function judge(ctx: Ctx, tx: Tx, user_id: string, facteur: Facteur, typed: string): Promise<'code_incorrect' | 'code_deja_utilise' | null> {
  const read = readCode(typed);
  if (read?.sorte === 'secours') {
    // Only an active application has recovery codes.
    if (!await useCode(tx, user_id, empreinteOf(read.code), ctx.now())) return 'code_incorrect';
    await insertJournal(tx, { ...ctx, personne: { id: user_id } }, { action: 'facteur.code_secours', objet_id: user_id });
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
