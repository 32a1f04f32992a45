/** Riders that count as one in the statistics, and split names (RIDE-25 to RIDE-27, CLI-14). */
import { Refus } from '#domain/errors/errors.ts';
import { A_VERIFIER_MAX } from '#domain/customers/clients.ts';
import type { Regroupement } from '#domain/statistics/orthographes.ts';
import { lockOrthographes } from '#server/platform/locks.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import {
  countClientsOf,
  deleteRegroupement,
  type Doute,
  insertRegroupement,
  listDoutes,
  listRegroupements,
  readOrthographes,
} from '#server/stores/statistics/orthographes.ts';

export function list(ctx: Ctx): Promise<Regroupement[]> {
  return listRegroupements(ctx.db);
}

/** The riders who may be two (CLI-14). */
export function doutes(ctx: Ctx): Promise<Doute[]> {
  return ctx.shared.share('noms à vérifier', () => listDoutes(ctx.db, A_VERIFIER_MAX));
}

/**
 * Merges riders: `nom`, with all that count as it, counts as `vers` from now on. Both are names in any
 * spelling, or keys.
 */
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

/** From now on the seats of this name count separately for each customer (RIDE-27). */
export async function split(ctx: Ctx, { nom }: { nom: string }): Promise<Regroupement[]> {
  return ctx.transaction(async (tx) => {
    await lockOrthographes(tx);
    const [rider] = await readOrthographes(tx, [nom]);
    if (!rider?.connu) throw new Refus('orthographe_inconnue');
    if ((await countClientsOf(tx, rider.cle)) < 2) throw new Refus('orthographe_un_client');
    await insertRegroupement(tx, {
      nom: rider,
      vers: null,
      par: personneOf(ctx).id,
      le: ctx.now(),
    });
    await insertJournal(tx, ctx, { action: 'orthographes.partagees' });
    return listRegroupements(tx);
  });
}

/** This rider is one, though its seats have several customers: it is no longer listed (CLI-14). */
export async function confirm(ctx: Ctx, { nom }: { nom: string }): Promise<Regroupement[]> {
  return ctx.transaction(async (tx) => {
    await lockOrthographes(tx);
    const [rider] = await readOrthographes(tx, [nom]);
    if (!rider?.connu) throw new Refus('orthographe_inconnue');
    await insertRegroupement(tx, {
      nom: rider,
      vers: rider,
      par: personneOf(ctx).id,
      le: ctx.now(),
    });
    await insertJournal(tx, ctx, { action: 'orthographes.confirmees' });
    return listRegroupements(tx);
  });
}

/** Undoes one merge or split, given by its name or key; the others stay. */
export async function separate(ctx: Ctx, { nom }: { nom: string }): Promise<Regroupement[]> {
  return ctx.transaction(async (tx) => {
    if (!(await deleteRegroupement(tx, nom))) throw new Refus('regroupement_introuvable');
    await insertJournal(tx, ctx, { action: 'orthographes.separees' });
    return listRegroupements(tx);
  });
}
