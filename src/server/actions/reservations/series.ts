/**
 * Repeating a lesson, and changing or removing several lessons of a series (SERIE-01 to SERIE-05).
 */
import { randomUUID } from 'node:crypto';
import { formatJour, momentAt } from '#domain/core/calendrier.ts';
import { envoisDesComptes } from '#domain/emails/comptes.ts';
import { Refus } from '#domain/errors/errors.ts';
import { leconJournalOf } from '#domain/journal/journal.ts';
import { hasBegun } from '#domain/reservations/apres_coup.ts';
import type { Modification } from '#domain/reservations/modification.ts';
import { lastJour } from '#domain/reservations/reservations.ts';
import { changedAlike, datesOf, refuseDates, type Rythme } from '#domain/reservations/series.ts';
import { isOutside, openingHoursOf, plageOf } from '#domain/slots/horaires.ts';
import { refusePiste } from '#domain/slots/regles_pistes.ts';
import {
  acceptModification,
  acceptRaison,
  storeChange,
  storeDeletion,
  together,
} from '#server/checks/changes.ts';
import { againAfterDeadlock, transact, type Reader, type Tx } from '#server/platform/db.ts';
import { type DayLock, lockDays, lockFermetures } from '#server/platform/locks.ts';
import type { Ctx } from '#server/platform/services.ts';
import { journalOf } from '#server/stores/journal.ts';
import type { Reservation } from '#server/stores/reservations/columns.ts';
import {
  type EditFacts,
  labelIn,
  readEditFacts,
  type SeatedReservation,
} from '#server/stores/reservations/facts.ts';
import {
  type DateDeSerie,
  lastDayOf,
  listDates,
  listSerie,
  storeSerie,
} from '#server/stores/reservations/series.ts';
import { concerned } from '#server/stores/reservations/told.ts';
import { daysOf } from '#server/stores/reservations/writes.ts';

type Lue = { id: string; version: number };

/** A date as it is shown. `hors_grille` cannot be chosen; `hors`: outside the open periods. */
type DateLue = {
  date: string;
  etat: 'libre' | 'prise' | 'fermee' | 'hors_grille';
  hors: boolean;
  par: DateDeSerie['par'];
  libres: string[];
};

/** The dates to which a lesson could be repeated, and the state of each (SERIE-02). */
export async function dates(
  ctx: Ctx,
  { id, rythme: asked, jusque }: { id: string; rythme: '7' | '14'; jusque: string },
): Promise<DateLue[]> {
  const rythme: Rythme = asked === '7' ? 7 : 14;
  const facts = await readEditFacts(ctx.db, id, null);
  if (!facts) throw new Refus('reservation_introuvable');
  const wanted = await acceptDates(ctx, ctx.db, facts, { rythme, jusque });
  const heures = openingHoursOf(facts.parametres);
  return (await listDates(ctx.db, facts.current, wanted)).map((one) => ({
    ...one,
    hors: isOutside(facts.current, heures, one.date),
    etat: !isInGrid(facts, one.date)
      ? 'hors_grille'
      : one.par === null
        ? 'libre'
        : 'motif' in one.par
          ? 'fermee'
          : 'prise',
  }));
}

/** The dates after a lesson, or after the last of its series, that have not begun. */
async function acceptDates(
  ctx: Ctx,
  reader: Reader,
  { current }: Pick<EditFacts, 'current'>,
  { rythme, jusque }: { rythme: Rythme; jusque: string },
): Promise<string[]> {
  const { statut, serie_id, serie_jours, date_reservation, heure_debut } = current;
  if (statut === 'annulee') throw new Refus('serie_lecon_annulee');
  if (serie_jours !== null && serie_jours !== rythme) throw new Refus('serie_rythme');
  const maintenant = momentAt(ctx.now());
  const last = serie_id && (await lastDayOf(reader, serie_id));
  const apres = last && last > date_reservation ? last : date_reservation;
  const dernier = lastJour(maintenant.jour);
  const refus = refuseDates(apres, { rythme, jusque, dernier });
  if (refus) throw new Refus(refus);
  return datesOf(apres, rythme, jusque).filter(
    (date) => !hasBegun({ date_reservation: date, heure_debut }, maintenant),
  );
}

function isInGrid({ current, parametres }: EditFacts, jour: string): boolean {
  const { debut, fin } = plageOf(openingHoursOf(parametres), jour);
  return debut <= current.heure_debut && current.heure_fin <= fin;
}

/**
 * Stores a copy of a lesson with its seats at some dates; all of them form a series. If one cannot
 * be stored, none is (SERIE-02). Each account gets one message (MAIL-26).
 */
export async function repeat(
  ctx: Ctx,
  {
    id,
    version,
    rythme,
    dates: chosen,
  }: Lue & { rythme: Rythme; dates: { date: string; type_piste: string }[] },
): Promise<{ serie_id: string; lecons: number }> {
  const jusque = chosen.reduce((last, { date }) => (date > last ? date : last), '');
  if (chosen.length === 0) throw new Refus('serie_sans_date');
  return inOne(ctx, async (tx) => {
    const places = chosen.map(({ date, type_piste }) => ({ type_piste, date_reservation: date }));
    await lockDays(tx, daysOf(...places));
    const facts = await readEditFacts(tx, id, null);
    if (!facts) throw new Refus('reservation_introuvable');
    const { current, pistes } = facts;
    if (current.version !== version) throw new Refus('reservation_changee');
    const allowed = await acceptDates(ctx, tx, facts, { rythme, jusque });
    const asked = new Set(chosen.map(({ date }) => date));
    if (
      asked.size < chosen.length ||
      chosen.some(
        ({ date, type_piste }) =>
          !allowed.includes(date) || !isInGrid(facts, date) || refusePiste(pistes, type_piste),
      )
    )
      throw new Refus('serie_dates_changees');
    const serie = { serie_id: current.serie_id ?? randomUUID(), serie_jours: rythme };
    const lecons = places.map((place): SeatedReservation => ({
      ...current,
      ...place,
      ...serie,
      id: randomUUID(),
      version: 0,
      statut: 'confirmee',
      participants: current.participants.map((seat) => ({ ...seat, id: randomUUID() })),
    }));
    const groupe = randomUUID();
    const courriels = lecons.flatMap(
      (apres) =>
        envoisDesComptes(
          { avant: null, apres, version: 0 },
          { ...facts, labelOf: labelIn(facts), now: ctx.now() },
        ).courriels,
    );
    const stored = await storeSerie(tx, lecons, {
      premiere: { id, ...serie },
      courriels: together(courriels, groupe),
      announcement: ctx.announcement(...[current, ...lecons].flatMap(concerned)),
      ligne: journalOf(ctx, {
        action: 'serie.creee',
        objet_id: id,
        details: { lecon: leconJournalOf(current), serie: { lecons: lecons.length, jusque } },
      }),
    });
    if (!stored) throw new Refus('serie_dates_changees');
    return { serie_id: serie.serie_id, lecons: lecons.length };
  });
}

/** The lessons of a series that have not begun and are not cancelled (SERIE-04). */
export async function list(ctx: Ctx, { id }: { id: string }): Promise<Reservation[]> {
  return listSerie(ctx.db, id, momentAt(ctx.now()));
}

/**
 * Changes lessons of a series as one of them changes; fields that were different in a lesson before
 * stay (SERIE-04). If one cannot be changed, none is.
 */
export async function update(
  ctx: Ctx,
  {
    id,
    lecon,
    lecons,
    places,
    raison: given,
    ...modification
  }: Modification & {
    id: string;
    lecon: string;
    lecons: Lue[];
    places?: readonly (string | null)[] | undefined;
    raison?: string | null | undefined;
  },
): Promise<{ lecons: number }> {
  const raison = acceptRaison(given);
  const groupe = randomUUID();
  return inOne(ctx, async (tx) => {
    const wantedOf = (one: Reservation, avant: Reservation): Modification =>
      one.id === avant.id
        ? modification
        : changedAlike(modificationOf(one), {
            avant,
            apres: modification,
            rythme: avant.serie_jours ?? 7,
          });
    const targets = await lockTargets(ctx, tx, id, lecons, (all) => {
      const avant = all.find((one) => one.id === lecon);
      if (!avant) throw new Refus('serie_changee');
      return all.map((one) => ({ lecon: one, wanted: wantedOf(one, avant) }));
    });
    // If lessons move to a later day, the last one moves first, so that its day is free for the one
    // before it.
    const later = targets.some((one) => one.wanted.date_reservation > one.lecon.date_reservation);
    for (const one of later ? targets.toReversed() : targets) {
      const facts = await readEditFacts(tx, one.lecon.id, one.wanted);
      if (!facts) throw new Refus('serie_changee');
      const heure_fin = acceptOn(ctx, facts, one.wanted);
      const ids = one.lecon.id === lecon ? places : undefined;
      const stored = await storeChange(
        ctx,
        tx,
        facts,
        { ...one.wanted, heure_fin },
        { raison, ids, groupe },
      );
      if (!stored) throw new Refus('serie_changee');
    }
    return { lecons: targets.length };
  });
}

/**
 * Removes lessons of a series, which can be restored (DESK-30). If one cannot be removed, none is.
 */
export async function remove(
  ctx: Ctx,
  { id, lecons, raison: given }: { id: string; lecons: Lue[]; raison?: string | null | undefined },
): Promise<{ lecons: number }> {
  const raison = acceptRaison(given);
  const groupe = randomUUID();
  return inOne(ctx, async (tx) => {
    const targets = await lockTargets(ctx, tx, id, lecons, (all) =>
      all.map((lecon) => ({ lecon, wanted: lecon })),
    );
    for (const { lecon } of targets) {
      const facts = await readEditFacts(tx, lecon.id, null);
      if (!facts || !(await storeDeletion(ctx, tx, facts, { raison, groupe })))
        throw new Refus('serie_changee');
    }
    return { lecons: targets.length };
  });
}

/** Like `acceptModification`; the refusal names its lesson. */
function acceptOn(ctx: Ctx, facts: EditFacts, wanted: Modification): string {
  try {
    return acceptModification(ctx, facts, wanted);
  } catch (error) {
    if (!(error instanceof Refus)) throw error;
    const lecon = `C'est la leçon du ${formatJour(facts.current.date_reservation, 'long')}.`;
    throw new Refus(error.code, { detail: [lecon, error.detail ?? ''].join(' ').trim() });
  }
}

const modificationOf = ({
  type_lecon,
  nombre_personnes,
  noms_participants,
  date_reservation,
  type_piste,
  heure_debut,
  statut,
  remarques,
}: Reservation): Modification => ({
  type_lecon,
  nombre_personnes,
  noms_participants,
  date_reservation,
  type_piste,
  heure_debut,
  statut,
  remarques,
});

type Placed = Pick<Reservation, 'type_piste' | 'date_reservation'>;

/**
 * The shown lessons of a series in their order, each with its new place; their days are locked.
 * Throws `serie_changee` if one differs from what was shown.
 */
async function lockTargets<W extends Placed>(
  ctx: Ctx,
  tx: Tx,
  serie_id: string,
  shown: readonly Lue[],
  decide: (lecons: Reservation[]) => { lecon: Reservation; wanted: W }[],
): Promise<{ lecon: Reservation; wanted: W }[]> {
  const read = async () => {
    const all = await listSerie(tx, serie_id, momentAt(ctx.now()));
    const found = all.filter(({ id, version }) =>
      shown.some((one) => one.id === id && one.version === version),
    );
    if (found.length === 0 || found.length !== shown.length) throw new Refus('serie_changee');
    return decide(found);
  };
  const days: DayLock[] = (await read()).flatMap(({ lecon, wanted }) => daysOf(lecon, wanted));
  await lockDays(tx, days);
  return read();
}

/** One transaction that waits for others about several lessons. */
const inOne = <T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  againAfterDeadlock(() =>
    transact(ctx.db, [], async (tx) => {
      await lockFermetures(tx);
      return work(tx);
    }),
  );
