/**
 * The server's clock (SET-16): it is trusted while it is close to the last recorded activity,
 * otherwise only once an administrator confirms it.
 */
import { isDoubtful } from '#domain/health/horloge.ts';
import { type Db, transact } from '#server/platform/db.ts';
import type { Ctx, Services } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { getLastSign, keepLastSign, setBattement } from '#server/stores/health/horloge.ts';

type Horloge = { juste: boolean; maintenant: string; dernier: string | null };

async function read({
  db,
  now,
}: Pick<Services, 'db' | 'now'>): Promise<{ at: Date; dernier: Date | null; juste: boolean }> {
  const [at, last] = [now(), await getLastSign(db)];
  return { at, dernier: last, juste: !isDoubtful(at, last) };
}

/** The last result of this instance, so that a change of it is announced to the open screens. */
const said = new WeakMap<Db, boolean>();

/**
 * Called every few minutes: stores a heartbeat while the clock is trusted. Returns whether it is.
 */
export async function beat(services: Pick<Services, 'db' | 'now'>): Promise<boolean> {
  const { db } = services;
  const { at, dernier: last, juste } = await read(services);
  const changed = said.get(db) === !juste;
  said.set(db, juste);
  await transact(db, changed ? ['horloge'] : [], async (tx) => {
    if (juste) await setBattement(tx, at);
    else if (last) await keepLastSign(tx, last);
  });
  return juste;
}

export async function get(ctx: Ctx): Promise<Horloge> {
  const { at, dernier: last, juste } = await read(ctx);
  return { juste, maintenant: at.toISOString(), dernier: last?.toISOString() ?? null };
}

/** Trusts the present clock: a demonstration may be started again after months. */
export async function trust({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await setBattement(db, now());
}

/** An administrator confirms the clock: suspended work continues on every instance. */
export async function confirm(ctx: Ctx): Promise<Horloge> {
  await ctx.transaction(async (tx) => {
    await setBattement(tx, ctx.now());
    await insertJournal(tx, ctx, { action: 'horloge.confirmee' });
  });
  return get(ctx);
}
