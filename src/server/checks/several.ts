/** What decisions about several lessons share: closures, repetitions, changes of series. */
import { randomUUID } from 'node:crypto';
import type { NewCourriel } from '#domain/emails/courriels.ts';
import { type CodeRefus, Refus } from '#domain/errors/errors.ts';
import { againAfterDeadlock, transact, type Tx } from '#server/platform/db.ts';
import { lockFermetures } from '#server/platform/locks.ts';
import type { Ctx } from '#server/platform/services.ts';

/**
 * One transaction that waits for others about several lessons. After a deadlock it is run again.
 * `at`: the caller's context, whose time stands still: emails of one decision are due together
 * (MAIL-26), and its lines of the journal are one act (ACC-76).
 */
export const several = <T>(ctx: Ctx, work: (tx: Tx, at: Ctx) => Promise<T>): Promise<T> =>
  againAfterDeadlock(() =>
    transact(ctx.db, [], async (tx) => {
      await lockFermetures(tx);
      const now = ctx.now();
      return work(tx, { ...ctx, now: () => now, acte: randomUUID() });
    }),
  );

/** A lesson in the version that an administrator saw. */
export type Shown = { id: string; version: number };

/** The lessons that were shown, each with what was said of it. Throws `code` if one has changed. */
export function asShown<L extends Shown, S extends Shown>(
  lecons: readonly L[],
  shown: readonly S[],
  code: CodeRefus,
): [L, S][] {
  const byId = new Map(shown.map((one) => [one.id, one]));
  const pairs = lecons.flatMap((lecon): [L, S][] => {
    const one = byId.get(lecon.id);
    return one?.version === lecon.version ? [[lecon, one]] : [];
  });
  if (pairs.length !== shown.length) throw new Refus(code);
  return pairs;
}

/** Emails that are sent as one message for each recipient (MAIL-26). */
export const grouped = (
  courriels: readonly NewCourriel[],
  groupe: string | undefined,
): readonly NewCourriel[] =>
  groupe === undefined ? courriels : courriels.map((one) => ({ ...one, groupe }));
