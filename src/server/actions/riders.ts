/**
 * The riders for whom the caller books (RIDE-20 to RIDE-22), and those of customers without an
 * account (CLI-25).
 */
import {
  CAVALIERS_MAX,
  type Cavalier,
  type CavalierSaisi,
  type NoteCavalier,
  refuseCavalier,
  tidyCavalier,
} from '#domain/riders/cavaliers.ts';
import { momentAt } from '#domain/core/calendrier.ts';
import { Refus } from '#domain/errors/errors.ts';
import { refusePeriode } from '#domain/lessons/reservations.ts';
import type { Tx } from '#server/platform/db.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import {
  deleteCavalier,
  findCavalier,
  insertCavalier,
  listCavaliersOf,
  listNotes,
  updateCavalier,
} from '#server/stores/riders.ts';
import { lockClient } from '#server/stores/customers/clients.ts';
import { lockUser } from '#server/stores/people/users.ts';

/** Whose riders: `lock` refuses if the caller may not change them. */
type Liste = { user_id: string; lock: (tx: Tx) => Promise<void> };

/**
 * The caller's own. The row of the account or of the customer is locked first, so that simultaneous
 * additions cannot pass the limit or store a name twice.
 */
const ownOf = (ctx: Ctx): Liste => {
  const { id } = personneOf(ctx);
  return {
    user_id: id,
    async lock(tx) {
      if (!(await lockUser(tx, id))) throw new Refus('session_absente');
    },
  };
};

/** Those of a customer without an account, for the desk (CLI-25). */
const keptFor = (ctx: Ctx, client: string): Liste => ({
  user_id: client,
  async lock(tx) {
    const found = await lockClient(tx, client, { stays: true });
    if (!found) throw new Refus('client_inconnu');
    if (found.nom === null) throw new Refus('client_tient_sa_liste');
    await insertJournal(tx, ctx, { action: 'client.cavaliers', objet_id: client });
  },
});

type OfClient = { client: string };
type WithId = { id: string };
/** A page of the version before sends no version. */
type Changed = CavalierSaisi & WithId & { version?: number | undefined };

export const list = (ctx: Ctx): Promise<Cavalier[]> => listCavaliersOf(ctx.db, personneOf(ctx).id);
export const listOf = (ctx: Ctx, { client }: OfClient): Promise<Cavalier[]> =>
  listCavaliersOf(ctx.db, client);

export const create = (ctx: Ctx, saisi: CavalierSaisi): Promise<Cavalier> =>
  add(ctx, ownOf(ctx), saisi);
export const createOf = (
  ctx: Ctx,
  { client, ...saisi }: CavalierSaisi & OfClient,
): Promise<Cavalier> => add(ctx, keptFor(ctx, client), saisi);

export const update = (ctx: Ctx, saisi: Changed): Promise<Cavalier> =>
  change(ctx, ownOf(ctx), saisi);
export const updateOf = (ctx: Ctx, { client, ...saisi }: Changed & OfClient): Promise<Cavalier> =>
  change(ctx, keptFor(ctx, client), saisi);

export const remove = (ctx: Ctx, { id }: WithId): Promise<{ success: boolean }> =>
  ctx.transaction((tx) => takeOut(tx, personneOf(ctx).id, id));
export const removeOf = (
  ctx: Ctx,
  { client, id }: OfClient & WithId,
): Promise<{ success: boolean }> =>
  ctx.transaction(async (tx) => {
    await keptFor(ctx, client).lock(tx);
    return takeOut(tx, client, id);
  });

async function add(ctx: Ctx, { user_id, lock }: Liste, saisi: CavalierSaisi): Promise<Cavalier> {
  const cavalier = checked(ctx, saisi);
  return ctx.transaction(async (tx) => {
    await lock(tx);
    const { nombre, homonyme } = await findCavalier(tx, user_id, cavalier);
    if (homonyme !== null) throw new Refus('cavalier_existe');
    if (nombre >= CAVALIERS_MAX) throw new Refus('trop_de_cavaliers');
    return insertCavalier(tx, user_id, cavalier, ctx.now());
  });
}

/** Replaces the fields of a rider, if nobody has changed it since `version` (RIDE-89). */
async function change(
  ctx: Ctx,
  { user_id, lock }: Liste,
  { id, version, ...saisi }: Changed,
): Promise<Cavalier> {
  const cavalier = checked(ctx, saisi);
  return ctx.transaction(async (tx) => {
    await lock(tx);
    const found = await findCavalier(tx, user_id, { nom: cavalier.nom, id });
    if (found.version === null) throw new Refus('cavalier_introuvable');
    if (version === undefined) throw new Refus('page_ancienne');
    if (found.version !== version) throw new Refus('cavalier_change');
    if (found.homonyme !== null && found.homonyme !== id) throw new Refus('cavalier_existe');
    // An import or a merge does not wait for the lock of the list.
    const stored = await updateCavalier(tx, user_id, { id, version }, cavalier);
    if (!stored) throw new Refus('cavalier_change');
    return stored;
  });
}

async function takeOut(tx: Tx, user_id: string, id: string): Promise<{ success: boolean }> {
  if (!(await deleteCavalier(tx, user_id, id))) throw new Refus('cavalier_introuvable');
  return { success: true };
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
