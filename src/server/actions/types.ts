/** Lesson types (SET-08 to SET-14). */
import { momentAt } from '#domain/core/calendrier.ts';
import { type CodeRefus, Refus } from '#domain/errors/errors.ts';
import { changementsOf } from '#domain/journal/journal.ts';
import { type TypeLecon } from '#domain/types/types_lecons.ts';
import {
  identifierOf,
  type NewType,
  refuseNouveauType,
  refuseType,
  type EditableType,
} from '#domain/types/regles_types.ts';
import { isAdmin } from '#domain/people/users.ts';
import { lockTypes } from '#server/platform/locks.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { deleteFuture, insertPrix } from '#server/stores/prices/prix.ts';
import { countReservationsOfType } from '#server/stores/lessons/reservations.ts';
import {
  deleteType,
  insertType,
  lockType,
  listTypes,
  listActiveTypes,
  listBookedTypes,
  updateType,
} from '#server/stores/types.ts';

/**
 * The active types in their order; with `tous`, for administrators, inactive ones as well (SET-12).
 */
export async function list(
  ctx: Ctx,
  { tous: all }: { tous?: '1' | undefined },
): Promise<TypeLecon[]> {
  const { jour } = momentAt(ctx.now());
  if (all !== '1')
    return ctx.shared.share(`types actifs ${jour}`, () => listActiveTypes(ctx.db, jour));
  if (!isAdmin(personneOf(ctx).role)) throw new Refus('role_insuffisant');
  return ctx.shared.share('types', () => listTypes(ctx.db));
}

/** The types of the caller's reservations, including inactive ones. */
export async function mine(ctx: Ctx): Promise<TypeLecon[]> {
  return listBookedTypes(ctx.db, personneOf(ctx).id);
}

/** Creates an active type at the end of the order, with price 0 (SET-09). */
export async function create(ctx: Ctx, demande: NewType): Promise<TypeLecon> {
  const type = { ...demande, value: identifierOf(demande.value) };
  refuse(refuseNouveauType(type));
  return ctx.transaction(async (tx) => {
    await lockTypes(tx);
    // A deletion leaves a gap, which is closed here, so that the new position is the number of
    // types plus one (SET-09).
    const others = await listTypes(tx);
    for (const [i, { value, ordre }] of others.entries())
      if (ordre !== i + 1) await updateType(tx, value, { ordre: i + 1 });
    const stored = await insertType(tx, { ...type, ordre: others.length + 1 });
    if (!stored) throw new Refus('type_existe');
    await insertPrix(tx, stored.value, momentAt(ctx.now()).jour);
    await insertJournal(tx, ctx, {
      action: 'type.cree',
      objet_id: stored.value,
      details: { label: stored.label },
    });
    return stored;
  });
}

export async function update(
  ctx: Ctx,
  {
    value,
    ...change
  }: { value: string } & { [champ in keyof EditableType]?: TypeLecon[champ] | undefined },
): Promise<TypeLecon> {
  refuse(refuseType(change as Partial<EditableType>));
  return ctx.transaction(async (tx) => {
    const before = await lockType(tx, value);
    if (!before) throw new Refus('type_introuvable');
    const changements = changementsOf<TypeLecon>(before, change);
    if (Object.keys(changements).length === 0) return before;
    await insertJournal(tx, ctx, {
      action: 'type.modifie',
      objet_id: value,
      details: { label: before.label, changements },
    });
    return (await updateType(tx, value, change)) ?? before;
  });
}

/** Reorders all types; a list that does not contain exactly the stored types is refused. */
export async function arrange(
  ctx: Ctx,
  { values }: { values: readonly string[] },
): Promise<TypeLecon[]> {
  return ctx.transaction(async (tx) => {
    await lockTypes(tx);
    const stored = (await listTypes(tx)).map(({ value }) => value);
    if (stored.toSorted().join('\n') !== values.toSorted().join('\n'))
      throw new Refus('types_changes');
    for (const [i, value] of values.entries()) await updateType(tx, value, { ordre: i + 1 });
    await insertJournal(tx, ctx, { action: 'types.ordonnes' });
    return listTypes(tx);
  });
}

/** How many reservations a type has (SET-14). They stay without it, with their prices. */
export async function usage(
  ctx: Ctx,
  { value }: { value: string },
): Promise<{ reservations: number }> {
  return { reservations: await countReservationsOfType(ctx.db, value) };
}

export async function remove(
  ctx: Ctx,
  { value }: { value: string },
): Promise<{ success: boolean }> {
  return ctx.transaction(async (tx) => {
    await lockTypes(tx);
    const type = await lockType(tx, value);
    if (!type || !(await deleteType(tx, value))) throw new Refus('type_introuvable');
    await deleteFuture(tx, value, momentAt(ctx.now()).jour);
    await insertJournal(tx, ctx, {
      action: 'type.supprime',
      objet_id: value,
      details: { label: type.label },
    });
    return { success: true };
  });
}

function refuse(code: CodeRefus | null): void {
  if (code) throw new Refus(code);
}
