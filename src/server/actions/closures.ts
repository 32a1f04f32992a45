/** Closing arenas, and reopening them (FERM-01 to FERM-07). */
import { randomUUID } from 'node:crypto';
import { addDays, daysBetween, momentAt } from '#domain/core/calendrier.ts';
import { type CodeRefus, Refus } from '#domain/errors/errors.ts';
import { lastJour, refusePeriode } from '#domain/lessons/reservations.ts';
import {
  type Fermeture,
  MAX_LECONS_CONCERNEES,
  type PlageFermee,
  refuseMotif,
  refusePlage,
} from '#domain/closures.ts';
import { isAdmin } from '#domain/people/users.ts';
import { changementsOf } from '#domain/journal/journal.ts';
import { refusePiste } from '#domain/slots/regles_pistes.ts';
import { acceptRaison, storeChange } from '#server/checks/changes.ts';
import { type Remember, storeOnce, type WithEcriture } from '#server/checks/ecritures.ts';
import { asShown, several, type Shown } from '#server/checks/several.ts';
import { announce, type Tx } from '#server/platform/db.ts';
import { lockDays } from '#server/platform/locks.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { insertEcriture } from '#server/stores/lessons/ecritures.ts';
import { readEditFacts } from '#server/stores/lessons/facts.ts';
import {
  deleteFermeture,
  getFermeture,
  insertCancelled,
  insertFermeture,
  listFermetures,
  listPlaces,
  updateFermeture,
} from '#server/stores/closures.ts';
import {
  type LeconConcernee,
  listConcernees,
  listReopened,
  lockConcernees,
} from '../stores/lessons/concernees.ts';
import { daysOf } from '#server/stores/lessons/writes.ts';
import { listPistes } from '#server/stores/slots.ts';

/** The closures on some days; riders read only public reasons (FERM-04). */
export async function list(ctx: Ctx, { du, au }: { du: string; au: string }): Promise<Fermeture[]> {
  const refus = refusePeriode(du, au);
  if (refus) throw new Refus(refus);
  const desk = isAdmin(personneOf(ctx).role);
  const all = await ctx.shared.share(`fermetures ${du} ${au}`, () =>
    listFermetures(ctx.db, { du, au }),
  );
  return all.map((one) => ({ ...one, motif: desk || one.publique ? one.motif : null }));
}

/** The lessons that a closure would affect; refused if these hours cannot be closed. */
export async function affected(ctx: Ctx, plage: PlageFermee): Promise<LeconConcernee[]> {
  await refuseClosing(ctx, plage);
  return bounded(await listConcernees(ctx.db, plage, momentAt(ctx.now())));
}

function bounded(lecons: LeconConcernee[]): LeconConcernee[] {
  if (lecons.length > MAX_LECONS_CONCERNEES) throw new Refus('fermeture_trop_de_lecons');
  return lecons;
}

async function refuseClosing(ctx: Ctx, plage: PlageFermee): Promise<void> {
  const maintenant = momentAt(ctx.now());
  refuse(
    refusePlage(plage, {
      pistes: await listPistes(ctx.db),
      maintenant,
      dernier: lastJour(maintenant.jour),
    }),
  );
}

type Decided = Shown & {
  sort: 'garder' | 'annuler' | 'deplacer';
  piste?: string;
  raison?: string | null | undefined;
};

/** `id`, `encore`: those of a closure that comes back (DESK-53). */
type Closing = PlageFermee & {
  id?: string | undefined;
  encore?: Shown[] | undefined;
  motif: string;
  publique: boolean;
  lecons: Decided[];
};

/**
 * Closes the hours, and cancels, moves or keeps each affected lesson, in one transaction. If a
 * lesson was booked, changed or removed since they were shown, everything is refused (FERM-05). The
 * same closure that is sent again is answered, also if it was ended since (API-27).
 */
export function create(ctx: Ctx, asked: Closing & WithEcriture): Promise<Fermeture> {
  const { ecriture: _, ...closing } = asked;
  return storeOnce(
    ctx,
    'fermetures.create',
    asked,
    (remember) => close(ctx, closing, remember),
    (id) => ({ id, ...plageOf(asked), motif: asked.motif.trim(), publique: asked.publique }),
  );
}

async function close(
  ctx: Ctx,
  { id, encore = [], lecons, motif: given, publique, ...plage }: Closing,
  remember: Remember,
): Promise<Fermeture> {
  await refuseClosing(ctx, plage);
  refuse(refuseMotif(given));
  const motif = given.trim();
  const raisons = new Map(
    lecons.flatMap((one) =>
      one.raison === undefined ? [] : [[one.id, acceptRaison(one.raison)] as const],
    ),
  );
  const groupe = randomUUID();
  return changeTogether(ctx, plage, async (tx, at) => {
    // Somebody else has brought it back already.
    if (id !== undefined && (await getFermeture(tx, id))) throw new Refus('fermeture_changee');
    const before = bounded(await listConcernees(tx, plage, momentAt(ctx.now())));
    await lockDays(tx, daysOf(...before, ...placesOf(before, lecons)));
    const concerned = bounded(await lockConcernees(tx, plage, momentAt(ctx.now())));
    const decided = allShown(concerned, lecons);
    const ended: Shown[] = [];
    const kept = lecons.filter(({ sort }) => sort === 'garder');
    for (const [lecon, one] of decided) {
      if (one.sort === 'garder') continue;
      const stored = await change(at, tx, lecon, {
        raison: raisons.get(lecon.id) ?? (publique && !raisons.has(lecon.id) ? motif : null),
        groupe,
        changed: 'fermeture_lecons_changees',
        ...(one.sort === 'annuler'
          ? { statut: 'annulee' as const }
          : { type_piste: movedTo(lecon, one.piste) }),
      });
      if (one.sort === 'annuler') ended.push({ id: lecon.id, version: stored });
    }
    const fermeture = await insertFermeture(tx, {
      ...(id !== undefined && { id }),
      ...plage,
      motif,
      publique,
      cree_par: personneOf(ctx).id,
    });
    const ecriture = remember(fermeture.id);
    await insertEcriture(tx, ecriture);
    const left = await listConcernees(tx, plage, momentAt(ctx.now()));
    allShown(left, kept);
    await insertCancelled(tx, fermeture.id, [...ended, ...encore]);
    await insertJournal(tx, at, {
      action: 'fermeture.creee',
      objet_id: fermeture.id,
      details: { fermeture: plage },
    });
    return fermeture;
  });
}

/** Where lessons are to move: locked in one call with the places that they leave. */
const placesOf = (
  lecons: readonly LeconConcernee[],
  decided: readonly Decided[],
): Pick<LeconConcernee, 'type_piste' | 'date_reservation'>[] =>
  lecons.flatMap(({ id, date_reservation }) => {
    const piste = decided.find((one) => one.id === id)?.piste;
    return piste === undefined ? [] : [{ type_piste: piste, date_reservation }];
  });

/** As `asShown`; a lesson that was not shown is refused too. */
function allShown<S extends Shown>(lecons: LeconConcernee[], shown: S[]): [LeconConcernee, S][] {
  if (lecons.length !== shown.length) throw new Refus('fermeture_lecons_changees');
  return asShown(lecons, shown, 'fermeture_lecons_changees');
}

function movedTo({ libres }: LeconConcernee, piste: string | undefined): string {
  if (piste === undefined || !libres.includes(piste))
    throw new Refus('fermeture_deplacement_impossible');
  return piste;
}

/**
 * Changes a lesson like an administrator's edit; returns its new version. `changed`: the refusal if
 * the lesson has changed since it was read.
 */
async function change(
  ctx: Ctx,
  tx: Tx,
  lecon: Shown,
  {
    raison,
    groupe,
    changed,
    ...wanted
  }: {
    raison: string | null;
    groupe: string;
    changed: CodeRefus;
    statut?: 'annulee' | 'confirmee' | 'en_attente';
    type_piste?: string;
  },
): Promise<number> {
  const facts = await readEditFacts(tx, lecon.id, null);
  if (!facts || facts.current.version !== lecon.version) throw new Refus(changed);
  const stored = await storeChange(
    ctx,
    tx,
    facts,
    { ...facts.current, ...wanted },
    { raison, groupe, attribution: { ids: facts.current.participants.map(({ id }) => id) } },
  );
  // Bookings, joins and leaves take no lock of a day: the arena may have been taken since, or the
  // lesson have changed.
  if (!stored)
    throw new Refus(
      wanted.type_piste === undefined || changed === 'reouverture_impossible'
        ? changed
        : 'fermeture_deplacement_impossible',
    );
  return stored.version;
}

/** Changes the reason of a closure, or whether riders may read it. */
export async function update(
  ctx: Ctx,
  {
    id,
    motif: given,
    publique,
    avant,
  }: {
    id: string;
    motif?: string | undefined;
    publique?: boolean | undefined;
    avant?: { motif: string; publique: boolean } | undefined;
  },
): Promise<Fermeture> {
  if (given !== undefined) refuse(refuseMotif(given));
  const found = await getFermeture(ctx.db, id);
  if (!found) throw new Refus('fermeture_introuvable');
  return changeTogether(ctx, found, async (tx) => {
    const before = await getFermeture(tx, id);
    if (!before) throw new Refus('fermeture_introuvable');
    if (avant && (before.motif !== avant.motif.trim() || before.publique !== avant.publique))
      throw new Refus('fermeture_changee');
    const motif = given?.trim();
    const changements = changementsOf({ ...before }, { motif, publique }, ['motif']);
    if (Object.keys(changements).length === 0) return before;
    await insertJournal(tx, ctx, {
      action: 'fermeture.modifiee',
      objet_id: id,
      details: { fermeture: plageOf(before), changements },
    });
    const stored = await updateFermeture(tx, id, {
      ...(motif !== undefined && { motif }),
      ...(publique !== undefined && { publique }),
    });
    return stored ?? before;
  });
}

const plageOf = ({ pistes, du, au, heure_debut, heure_fin }: PlageFermee): PlageFermee => ({
  pistes,
  du,
  au,
  heure_debut,
  heure_fin,
});

/** The lessons that a closure cancelled and that can be restored (FERM-06). */
export async function cancelled(ctx: Ctx, { id }: { id: string }): Promise<LeconConcernee[]> {
  if (!(await getFermeture(ctx.db, id))) throw new Refus('fermeture_introuvable');
  return listReopened(ctx.db, id, momentAt(ctx.now()));
}

/** A lesson that comes back: its status, or the arena from which the closure moved it. */
type Remise = Shown & {
  statut?: 'confirmee' | 'en_attente' | undefined;
  piste?: string;
};

/**
 * Ends a closure and restores lessons that it cancelled, as confirmed ones, in one transaction
 * (FERM-06). Lessons that it moved return to their arena (DESK-53).
 */
export async function reopen(
  ctx: Ctx,
  { id, lecons }: { id: string; lecons: Remise[] },
): Promise<{ remises: number }> {
  const found = await getFermeture(ctx.db, id);
  if (!found) throw new Refus('fermeture_introuvable');
  const groupe = randomUUID();
  return changeTogether(ctx, found, async (tx, at) => {
    const fermeture = await getFermeture(tx, id);
    if (!fermeture) throw new Refus('fermeture_introuvable');
    const free = (await listReopened(tx, id, momentAt(ctx.now()))).filter(
      ({ libres }) => libres.length > 0,
    );
    const cancelledOnes = lecons.filter(({ piste }) => piste === undefined);
    const back = asShown(free, cancelledOnes, 'reouverture_impossible').map(([lecon]) => lecon);
    const there = await listPlaces(tx, lecons);
    const pistes = await listPistes(tx);
    const isMovedByIt = ({ id: lecon, piste }: Remise) =>
      piste === undefined ||
      (fermeture.pistes.includes(piste) &&
        refusePiste(pistes, piste) === null &&
        there.some(
          ({ id: one, date_reservation: jour }) =>
            one === lecon && fermeture.du <= jour && jour <= fermeture.au,
        ));
    if (!lecons.every(isMovedByIt)) throw new Refus('reouverture_impossible');
    const places = there.flatMap((one) => [
      one,
      { ...one, type_piste: lecons.find((lecon) => lecon.id === one.id)?.piste ?? one.type_piste },
    ]);
    await lockDays(tx, daysOf(...places));
    await deleteFermeture(tx, id);
    for (const { piste, statut = 'confirmee', ...lecon } of lecons)
      await change(at, tx, lecon, {
        raison: null,
        groupe,
        changed: 'reouverture_impossible',
        ...(piste === undefined ? { statut } : { type_piste: piste }),
      });
    await insertJournal(tx, at, {
      action: 'fermeture.levee',
      objet_id: id,
      details: { fermeture: plageOf(fermeture) },
    });
    return { remises: back.length };
  });
}

/** As `several`; announces the days of a closure. */
function changeTogether<T>(
  ctx: Ctx,
  { du, au }: PlageFermee,
  work: (tx: Tx, at: Ctx) => Promise<T>,
): Promise<T> {
  const days = Array.from({ length: daysBetween(du, au) + 1 }, (_, n) => ({
    date_reservation: addDays(du, n),
    user_id: null,
  }));
  return several(ctx, async (tx, at) => {
    const result = await work(tx, at);
    await announce(tx, ctx.announcement(...days));
    return result;
  });
}

function refuse(code: CodeRefus | null): void {
  if (code) throw new Refus(code);
}
