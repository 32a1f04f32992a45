/** The server's clock: believed while it goes on from the last sign of life, else only once an administrator says so. */
import { isDouteuse } from '#domain/horloge.ts';
import { type Db, transact } from '../platform/db.ts';
import type { Ctx, Services } from '../platform/services.ts';
import { getDernierSigne, keepDernierSigne, setBattement } from '../stores/horloge.ts';

type Horloge = { juste: boolean; maintenant: string; dernier: string | null };

async function read({ db, now }: Pick<Services, 'db' | 'now'>): Promise<{ at: Date; dernier: Date | null; juste: boolean }> {
  const [at, dernier] = [now(), await getDernierSigne(db)];
  return { at, dernier, juste: !isDouteuse(at, dernier) };
}

/** What this instance said last, so that the open screens hear of a change. */
const said = new WeakMap<Db, boolean>();

/** Every few minutes: a believed clock leaves a sign of life. Whether it is believed. */
export async function beat(services: Pick<Services, 'db' | 'now'>): Promise<boolean> {
  const { db } = services;
  const { at, dernier, juste } = await read(services);
  const changed = said.get(db) === !juste;
  said.set(db, juste);
  await transact(db, changed ? ['horloge'] : [], async (tx) => {
    if (juste) await setBattement(tx, at);
    else if (dernier) await keepDernierSigne(tx, dernier);
  });
  return juste;
}

export async function get(ctx: Ctx): Promise<Horloge> {
  const { at, dernier, juste } = await read(ctx);
  return { juste, maintenant: at.toISOString(), dernier: dernier?.toISOString() ?? null };
}

/** Believes the clock as it is: of a demonstration, which may lie for a season. */
export async function trust({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await setBattement(db, now());
}

/** An administrator knows better: what was suspended goes on, on every instance. */
export async function confirm(ctx: Ctx): Promise<Horloge> {
  await ctx.transaction((tx) => setBattement(tx, ctx.now()));
  return get(ctx);
}
