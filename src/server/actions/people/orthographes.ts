/** Spellings that count as one rider in the statistics (RIDE-25 to RIDE-27). */
import { Refus } from '#domain/errors/errors.ts';
import type { Regroupement } from '#domain/people/orthographes.ts';
import { lockOrthographes } from '#server/platform/locks.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import {
  deleteRegroupement,
  insertRegroupement,
  listRegroupements,
  readOrthographes,
} from '#server/stores/people/orthographes.ts';

export function list(ctx: Ctx): Promise<Regroupement[]> {
  return listRegroupements(ctx.db);
}

/** Merges names: `nom`, with all names that count as it, counts as `vers` from now on. */
export async function merge(
  ctx: Ctx,
  { nom, vers }: { nom: string; vers: string },
): Promise<Regroupement[]> {
  return ctx.transaction(async (tx) => {
    await lockOrthographes(tx);
    const [from, to] = await readOrthographes(tx, [nom, vers]);
    if (!from?.connu || !to?.connu) throw new Refus('orthographe_inconnue');
    if (from.cle === to.cle) throw new Refus('orthographes_deja_ensemble');
    await insertRegroupement(tx, { nom: from, vers: to, par: personneOf(ctx).id, le: ctx.now() });
    await insertJournal(tx, ctx, { action: 'orthographes.regroupees' });
    return listRegroupements(tx);
  });
}

/** Undoes one merge; the others stay. */
export async function separate(ctx: Ctx, { nom }: { nom: string }): Promise<Regroupement[]> {
  return ctx.transaction(async (tx) => {
    if (!(await deleteRegroupement(tx, nom))) throw new Refus('regroupement_introuvable');
    await insertJournal(tx, ctx, { action: 'orthographes.separees' });
    return listRegroupements(tx);
  });
}
