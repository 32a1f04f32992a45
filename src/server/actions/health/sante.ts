/** Whether this instance can write: the answer of `/api/health` (API-12). */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refus } from '#domain/errors/errors.ts';
import { isAdmin } from '#domain/people/users.ts';
import { type Db, transact } from '#server/platform/db.ts';
import type { Ctx } from '#server/platform/services.ts';
import { rewriteHorloge } from '#server/stores/health/horloge.ts';

/** How long an answer is reused, in milliseconds (ADR-002), because anyone may call. */
const VALID_MS = 5_000;

/** How long the database has to answer, in milliseconds: monitoring gives up soon. */
const PATIENCE_MS = 2_500;

const verdicts = new WeakMap<Db, { at: number; verdict: Promise<void> }>();

/**
 * Resolves if the database accepts writes; otherwise throws its error, and `base_muette` if it does
 * not answer in time (API-12).
 */
export async function checkWrites({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const at = now().getTime();
  const last = verdicts.get(db);
  if (last && Math.abs(at - last.at) < VALID_MS) return last.verdict;
  const verdict = Promise.race([
    transact(db, [], rewriteHorloge),
    sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
      throw new Refus('base_muette');
    }),
  ]);
  verdict.catch(() => undefined); // every caller gets the error itself
  verdicts.set(db, { at, verdict });
  return verdict;
}

/**
 * Only active administrators see the versions of Manège and of PostgreSQL, because these would show
 * everyone which known faults they have.
 */
export async function check(
  ctx: Ctx,
): Promise<{ status: 'ok'; version?: string; database: string }> {
  await checkWrites(ctx);
  const { personne, version, database } = ctx;
  const told = personne?.statut === 'actif' && isAdmin(personne.role);
  return told
    ? { status: 'ok', version, database: `${database.nom} ${database.version}` }
    : { status: 'ok', database: database.nom };
}
