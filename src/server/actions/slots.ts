/** The arenas (SET-44). */
import { momentAt } from '#domain/core/calendrier.ts';
import { type CodeRefus, Refus } from '#domain/errors/errors.ts';
import { changementsOf } from '#domain/journal/journal.ts';
import { type Piste } from '#domain/slots/pistes.ts';
import {
  type EditablePiste,
  idOfPiste,
  MAX_PISTES,
  type NewPiste,
  nomOfPiste,
  refuseEditionPiste,
} from '#domain/slots/regles_pistes.ts';
import { lockPistes } from '#server/platform/locks.ts';
import type { Ctx } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { listAVenirOf, type LeconAVenir } from '#server/stores/lessons/reservations.ts';
import {
  deletePiste,
  insertPiste,
  isPisteNamed,
  listPistes,
  lockPiste,
  updatePiste,
} from '#server/stores/slots.ts';

/** Every arena in its order, including inactive ones. */
export const list = (ctx: Ctx): Promise<Piste[]> =>
  ctx.shared.share('pistes', () => listPistes(ctx.db));

/** Creates an active arena at the end of the order, at most eight (SET-44, LIM-161). */
export async function create(ctx: Ctx, demande: NewPiste): Promise<Piste> {
  return ctx.transaction(async (tx) => {
    await lockPistes(tx);
    const others = await listPistes(tx);
    refuse(refuseEditionPiste(demande, others));
    if (others.length >= MAX_PISTES) throw new Refus('trop_de_pistes');
    // A deletion leaves a gap in the order.
    for (const [i, { id, ordre }] of others.entries())
      if (ordre !== i + 1) await updatePiste(tx, id, { ordre: i + 1 });
    const nom = nomOfPiste(demande.nom);
    const stored = await insertPiste(tx, {
      id: idOfPiste(
        nom,
        others.map(({ id }) => id),
      ),
      nom,
      note: demande.note.trim(),
      dessin: demande.dessin,
      ordre: others.length + 1,
    });
    await insertJournal(tx, ctx, {
      action: 'piste.creee',
      objet_id: stored.id,
      details: { nom: stored.nom },
    });
    return stored;
  });
}

export async function update(
  ctx: Ctx,
  {
    id,
    ...demande
  }: { id: string } & { [field in keyof EditablePiste]?: Piste[field] | undefined },
): Promise<Piste> {
  return ctx.transaction(async (tx) => {
    await lockPistes(tx);
    const before = await lockPiste(tx, id);
    if (!before) throw new Refus('piste_introuvable');
    refuse(
      refuseEditionPiste(
        demande as Partial<EditablePiste>,
        (await listPistes(tx)).filter((one) => one.id !== id),
      ),
    );
    const { nom, note, ...rest } = demande;
    const change = {
      ...rest,
      ...(nom !== undefined && { nom: nomOfPiste(nom) }),
      ...(note !== undefined && { note: note.trim() }),
    };
    const changements = changementsOf<Piste>(before, change);
    if (Object.keys(changements).length === 0) return before;
    await insertJournal(tx, ctx, {
      action: 'piste.modifiee',
      objet_id: id,
      details: { nom: before.nom, changements },
    });
    return (await updatePiste(tx, id, change)) ?? before;
  });
}

/** Reorders all arenas; a list that does not contain exactly the stored ones is refused. */
export async function arrange(ctx: Ctx, { ids }: { ids: readonly string[] }): Promise<Piste[]> {
  return ctx.transaction(async (tx) => {
    await lockPistes(tx);
    const stored = (await listPistes(tx)).map(({ id }) => id);
    if (stored.toSorted().join('\n') !== ids.toSorted().join('\n'))
      throw new Refus('pistes_changees');
    for (const [i, id] of ids.entries()) await updatePiste(tx, id, { ordre: i + 1 });
    await insertJournal(tx, ctx, { action: 'pistes.ordonnees' });
    return listPistes(tx);
  });
}

/** How many lessons the answer of `usage` contains. */
const FIRST = 5;

/** What an administrator must know before an arena is switched off or deleted (SET-44). */
export async function usage(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ a_venir: number; lecons: LeconAVenir[]; supprimable: boolean }> {
  const [named, { total, lecons }] = await Promise.all([
    isPisteNamed(ctx.db, id),
    listAVenirOf(ctx.db, id, momentAt(ctx.now()), FIRST),
  ]);
  if (named === null) throw new Refus('piste_introuvable');
  const others = (await listPistes(ctx.db)).filter((one) => one.id !== id);
  return { a_venir: total, lecons, supprimable: !named && others.some(({ actif }) => actif) };
}

/** Deletes an arena to which nothing refers, unless it is the last that can be booked (SET-44). */
export async function remove(ctx: Ctx, { id }: { id: string }): Promise<{ success: boolean }> {
  return ctx.transaction(async (tx) => {
    await lockPistes(tx);
    // Waits for a transaction that is just storing a lesson on it, so that the deleting statement
    // sees the lesson.
    const piste = await lockPiste(tx, id);
    if (!piste) throw new Refus('piste_introuvable');
    const others = (await listPistes(tx)).filter((one) => one.id !== id);
    refuse(refuseEditionPiste({ actif: false }, others));
    if (!(await deletePiste(tx, id))) throw new Refus('piste_utilisee');
    await insertJournal(tx, ctx, {
      action: 'piste.supprimee',
      objet_id: id,
      details: { nom: piste.nom },
    });
    return { success: true };
  });
}

function refuse(code: CodeRefus | null): void {
  if (code) throw new Refus(code);
}
