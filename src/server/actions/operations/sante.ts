/** Whether this instance can write: the answer of `/api/health` (API-12). */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refus } from '#domain/errors/errors.ts';
import { isAdmin } from '#domain/people/users.ts';
import { type Db, transact } from '#server/platform/db.ts';
import type { Ctx } from '#server/platform/services.ts';
import { rewriteHorloge } from '#server/stores/operations/horloge.ts';

/** How long an answer is reused (LIM-29), since anyone may call. */
const VALID_MS = 5_000;

/** How long the database has to answer: whoever watches gives up soon. */
const PATIENCE_MS = 2_500;

const verdicts = new WeakMap<Db, { at: number; verdict: Promise<void> }>();

/**
 * Resolves when the database accepts writes; throws its error otherwise, and `base_muette` when it
 * does not answer in time.
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
  verdict.catch(() => undefined); // every caller hears of it
  verdicts.set(db, { at, verdict });
  return verdict;
}

/**
 * Only active administrators read versions, of Manège and of PostgreSQL: they would tell anyone
 * which of their faults are open.
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
