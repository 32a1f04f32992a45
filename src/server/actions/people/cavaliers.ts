/** The riders for whom the caller books (RIDE-20 to RIDE-22). */
import {
  CAVALIERS_MAX,
  type Cavalier,
  type CavalierSaisi,
  type NoteCavalier,
  refuseCavalier,
  tidyCavalier,
} from '#domain/people/cavaliers.ts';
import { momentAt } from '#domain/core/calendrier.ts';
import { Refus } from '#domain/errors/errors.ts';
import { refusePeriode } from '#domain/reservations/reservations.ts';
import type { Tx } from '#server/platform/db.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import {
  deleteCavalier,
  findCavalier,
  insertCavalier,
  listCavaliersOf,
  listNotes,
  updateCavalier,
} from '#server/stores/people/cavaliers.ts';
import { lockUser } from '#server/stores/people/users.ts';

export async function list(ctx: Ctx): Promise<Cavalier[]> {
  return listCavaliersOf(ctx.db, personneOf(ctx).id);
}

export async function create(ctx: Ctx, saisi: CavalierSaisi): Promise<Cavalier> {
  const { id: user_id } = personneOf(ctx);
  const cavalier = checked(ctx, saisi);
  return ctx.transaction(async (tx) => {
    const { nombre, homonyme } = await locked(tx, user_id, cavalier.nom);
    if (homonyme !== null) throw new Refus('cavalier_existe');
    if (nombre >= CAVALIERS_MAX) throw new Refus('trop_de_cavaliers');
    return insertCavalier(tx, user_id, cavalier, ctx.now());
  });
}

export async function update(
  ctx: Ctx,
  { id, ...saisi }: CavalierSaisi & { id: string },
): Promise<Cavalier> {
  const { id: user_id } = personneOf(ctx);
  const cavalier = checked(ctx, saisi);
  return ctx.transaction(async (tx) => {
    const { homonyme } = await locked(tx, user_id, cavalier.nom);
    if (homonyme !== null && homonyme !== id) throw new Refus('cavalier_existe');
    const stored = await updateCavalier(tx, user_id, id, cavalier);
    if (!stored) throw new Refus('cavalier_introuvable');
    return stored;
  });
}

export async function remove(ctx: Ctx, { id }: { id: string }): Promise<{ success: boolean }> {
  return ctx.transaction(async (tx) => {
    if (!(await deleteCavalier(tx, personneOf(ctx).id, id)))
      throw new Refus('cavalier_introuvable');
    return { success: true };
  });
}

/**
 * What administrators read about the riders in the lessons of a range of days, both ends included
 * (RIDE-20).
 */
export async function notes(
  ctx: Ctx,
  { du, au }: { du: string; au: string },
): Promise<NoteCavalier[]> {
  const refus = refusePeriode(du, au);
  if (refus) throw new Refus(refus);
  return listNotes(ctx.db, { du, au });
}

function checked(ctx: Ctx, saisi: CavalierSaisi): CavalierSaisi {
  const refus = refuseCavalier(saisi, momentAt(ctx.now()).jour);
  if (refus) throw new Refus(refus);
  return tidyCavalier(saisi);
}

/**
 * The account's row is locked first, so that simultaneous additions cannot pass the limit or store
 * a name twice.
 */
async function locked(tx: Tx, user_id: string, nom: string): ReturnType<typeof findCavalier> {
  if (!(await lockUser(tx, user_id))) throw new Refus('session_absente');
  return findCavalier(tx, user_id, nom);
}
