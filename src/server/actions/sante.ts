/** Whether this instance can do its work: what `/api/health` answers to proxies and monitors. */
import { type Db, transact } from '../platform/db.ts';
import type { Ctx } from '../platform/services.ts';
import { rewriteHorloge } from '../stores/horloge.ts';

/** How long an answer is good for: anyone may ask, and an instance writes once for all who do. */
const VALID_MS = 5_000;

const verdicts = new WeakMap<Db, { at: number; verdict: Promise<void> }>();

/** Resolves where the database takes writes; throws what it says otherwise. */
async function checkWrites({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const at = now().getTime();
  const last = verdicts.get(db);
  if (last && Math.abs(at - last.at) < VALID_MS) return last.verdict;
  const verdict = transact(db, [], rewriteHorloge);
  verdicts.set(db, { at, verdict });
  return verdict;
}

export async function check(ctx: Ctx): Promise<{ status: 'ok'; version: string; database: string }> {
  await checkWrites(ctx);
  return { status: 'ok', version: ctx.version, database: ctx.databaseLabel };
}
