/**
 * Repeating a lesson, and changing or removing several lessons of a series (SERIE-01 to SERIE-05).
 */
import { randomUUID } from 'node:crypto';
import { formatJour, type Moment, momentAt } from '#domain/core/calendrier.ts';
import { envoisDesComptes } from '#domain/emails/comptes.ts';
import { Refus } from '#domain/errors/errors.ts';
import { leconJournalOf } from '#domain/journal/journal.ts';
import { displayName } from '#domain/people/users.ts';
import { allowedType, hasBegun } from '#domain/lessons/apres_coup.ts';
import {
  areSame,
  changedAlike,
  type Ecart,
  fieldsAlike,
} from '#domain/series/changement_de_serie.ts';
import { type Changement, type Siege } from '#domain/lessons/changement.ts';
import { type Modification, modificationIn } from '#domain/lessons/modification.ts';
import { editedSeats, renewed } from '#domain/lessons/participants.ts';
import { lastJour, refuseDetails } from '#domain/lessons/reservations.ts';
import { datesOf, refuseDates } from '#domain/series/series.ts';
import { type Rythme } from '#domain/lessons/changement.ts';
import { isOutside, openingHoursOf, plageOf } from '#domain/slots/horaires.ts';
import { refusePiste } from '#domain/slots/regles_pistes.ts';
import {
  acceptModification,
  acceptPrix,
  acceptRaison,
  accountsIn,
  type PrixDemande,
  refuseLengths,
  storeChange,
  storeDeletion,
} from '#server/checks/changes.ts';
import { type Remember, storeOnce, type WithEcriture } from '#server/checks/ecritures.ts';
import { asShown, grouped, several, type Shown } from '#server/checks/several.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { type DayLock, lockDays } from '#server/platform/locks.ts';
import type { Ctx } from '#server/platform/services.ts';
import { journalOf } from '#server/stores/journal.ts';
import type { Reservation } from '#server/stores/lessons/columns.ts';
import {
  type EditFacts,
  labelIn,
  readEditFacts,
  type SeatedReservation,
} from '#server/stores/lessons/facts.ts';
import {
  type DateDeSerie,
  lastDayOf,
  listAnnulees,
  listDates,
  listSerie,
  lockSeated,
  storeSerie,
} from '#server/stores/series.ts';
import { concerned } from '#server/stores/lessons/afterwards.ts';
import { daysOf } from '#server/stores/lessons/writes.ts';

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
  const finDeSerie = await readFinDeSerie(ctx.db, facts);
  const wanted = possibleDates(facts, {
    rythme,
    jusque,
    finDeSerie,
    maintenant: momentAt(ctx.now()),
  });
  const refus = refuseDates(wanted);
  if (refus) throw new Refus(refus);
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

const readFinDeSerie = (
  reader: Reader,
  { current: { serie_id } }: Pick<EditFacts, 'current'>,
): Promise<string | null> =>
  serie_id === null ? Promise.resolve(null) : lastDayOf(reader, serie_id);

/**
 * The dates at which a lesson may be repeated up to a day: counted from its own, so that another
 * one of its series that was moved by hand shifts none, after the last day of the series, and not
 * begun (SERIE-03). Refuses a lesson that could not be booked (SERIE-02).
 */
function possibleDates(
  { current, comptes, type }: Pick<EditFacts, 'current' | 'comptes' | 'type'>,
  {
    rythme,
    jusque,
    finDeSerie,
    maintenant,
  }: { rythme: Rythme; jusque: string; finDeSerie: string | null; maintenant: Moment },
): string[] {
  const { statut, serie_jours, date_reservation, heure_debut } = current;
  if (statut === 'annulee') throw new Refus('serie_lecon_annulee');
  if (serie_jours !== null && serie_jours !== rythme) throw new Refus('serie_rythme');
  const refus = refuseDetails(current, allowedType(type, false));
  if (refus) throw new Refus(refus);
  const inactif = comptes.find((compte) => compte.statut !== 'actif');
  if (inactif)
    throw new Refus('serie_compte_inactif', {
      detail: `Celui de ${displayName(inactif)} ne l'est plus.`,
    });
  if (jusque > lastJour(maintenant.jour)) throw new Refus('serie_trop_lointaine');
  return datesOf(date_reservation, rythme, jusque).filter(
    (date) =>
      (finDeSerie === null || date > finDeSerie) &&
      !hasBegun({ date_reservation: date, heure_debut }, maintenant),
  );
}

function isInGrid({ current, parametres }: EditFacts, jour: string): boolean {
  const { debut, fin } = plageOf(openingHoursOf(parametres), jour);
  return debut <= current.heure_debut && current.heure_fin <= fin;
}

type Repetition = Shown & { rythme: Rythme; dates: { date: string; type_piste: string }[] };

/**
 * Stores a copy of a lesson with its seats at some dates; all of them form a series. If one cannot
 * be stored, none is (SERIE-02). Each account gets one message (MAIL-26). The same repetition that is
 * sent again is answered (API-27).
 */
export const repeat = (
  ctx: Ctx,
  asked: Repetition & WithEcriture,
): Promise<{ serie_id: string; lecons: number }> =>
  storeOnce(
    ctx,
    'series.repeat',
    asked,
    (remember) => storeCopies(ctx, asked, remember),
    (serie_id) => ({ serie_id, lecons: asked.dates.length }),
  );

async function storeCopies(
  ctx: Ctx,
  { id, version, rythme, dates: chosen }: Repetition,
  remember: Remember,
): Promise<{ serie_id: string; lecons: number }> {
  const jusque = chosen.reduce((last, { date }) => (date > last ? date : last), '');
  if (chosen.length === 0) throw new Refus('serie_sans_date');
  return several(ctx, async (tx, at) => {
    const places = chosen.map(({ date, type_piste }) => ({ type_piste, date_reservation: date }));
    await lockDays(tx, daysOf(...places));
    await lockSeated(tx, id);
    const facts = await readEditFacts(tx, id, null);
    if (!facts) throw new Refus('reservation_introuvable');
    const { current, pistes } = facts;
    if (current.version !== version) throw new Refus('reservation_changee');
    const allowed = possibleDates(facts, {
      rythme,
      jusque,
      finDeSerie: await readFinDeSerie(tx, facts),
      maintenant: momentAt(ctx.now()),
    });
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
      // Taken now: what joined the first one days ago has minutes of grace here (SET-41).
      participants: renewed(current.participants).map((seat) => ({
        ...seat,
        id: randomUUID(),
        pris_at: null,
      })),
    }));
    const groupe = randomUUID();
    const courriels = lecons.flatMap((apres) =>
      envoisDesComptes(
        { avant: null, apres, version: 0 },
        { ...facts, labelOf: labelIn(facts), now: at.now() },
      ),
    );
    const stored = await storeSerie(tx, lecons, {
      premiere: { id, ...serie },
      courriels: grouped(courriels, groupe),
      announcement: ctx.announcement(...[current, ...lecons].flatMap(concerned)),
      ligne: journalOf(ctx, {
        action: 'serie.creee',
        objet_id: id,
        details: { lecon: leconJournalOf(current), serie: { lecons: lecons.length, jusque } },
      }),
      ecriture: remember(serie.serie_id),
    });
    if (!stored) throw new Refus('serie_dates_changees');
    return { serie_id: serie.serie_id, lecons: lecons.length };
  });
}

/**
 * The lessons of a series that have not begun and are not cancelled (SERIE-04), with their seats, and
 * its last day. `annulees`: those that have not begun and are cancelled.
 */
export async function list(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{
  dernier: string | null;
  lecons: (Reservation & { participants: Siege[] })[];
  annulees: Pick<Reservation, 'id' | 'date_reservation'>[];
}> {
  const maintenant = momentAt(ctx.now());
  return {
    dernier: await lastDayOf(ctx.db, id),
    lecons: await listSerie(ctx.db, id, maintenant),
    annulees: await listAnnulees(ctx.db, id, maintenant),
  };
}

/**
 * Changes lessons of a series as one of them changes, field by field and person by person (SERIE-04,
 * SERIE-06). `ecarts`: what stays as it was, as the screen said it; the call is refused if it would be
 * anything else (SERIE-08). If one cannot be changed, none is. Prices of seats change in `lecon` only
 * (PRICE-22).
 */
export async function update(
  ctx: Ctx,
  {
    id,
    lecon,
    lecons,
    places,
    comptes,
    ecarts: shown,
    prix: asked,
    raison: given,
    facturer,
    ...modification
  }: Modification & {
    id: string;
    lecon: string;
    lecons: Shown[];
    places?: readonly (string | null)[] | undefined;
    comptes?: readonly (string | null)[] | undefined;
    ecarts?: readonly Ecart[] | undefined;
    prix?: PrixDemande[] | undefined;
    raison?: string | null | undefined;
    facturer?: boolean | undefined;
  },
): Promise<{ lecons: number; lecon: Reservation }> {
  const raison = acceptRaison(given);
  const prix = acceptPrix(asked);
  refuseLengths({ ...modification, places, comptes });
  const groupe = randomUUID();
  return several(ctx, async (tx, at) => {
    const fieldsOf = (one: Reservation, avant: Reservation): Modification =>
      one.id === avant.id
        ? modification
        : fieldsAlike(modificationIn(one), { avant, apres: modification, rythme: rythmeOf(avant) })
            .modification;
    const targets = await lockTargets(ctx, tx, id, lecons, (all) => {
      const avant = all.find((one) => one.id === lecon);
      if (!avant) throw new Refus('serie_changee');
      return all.map((one) => ({ lecon: one, wanted: fieldsOf(one, avant) }));
    });
    const edited = (await readEditFacts(tx, lecon, null))?.current;
    if (!edited) throw new Refus('serie_changee');
    const attribution = { ids: places, comptes };
    const changement: Changement = {
      avant: modificationIn(edited),
      apres: modificationIn(modification),
      rythme: rythmeOf(edited),
      sieges: {
        avant: edited.participants,
        apres: editedSeats(edited, modification.noms_participants, attribution, randomUUID),
      },
    };
    // If lessons move to a later day, the last one moves first, so that its day is free for the one
    // before it.
    const later = targets.some((one) => one.wanted.date_reservation > one.lecon.date_reservation);
    const ecarts: Ecart[] = [];
    let changed = 0;
    let after: Reservation | undefined;
    for (const one of later ? targets.toReversed() : targets) {
      const facts = await readEditFacts(tx, one.lecon.id, one.wanted, {
        desk: true,
        choisis: accountsIn(comptes),
      });
      // A join, a leave and a seat that is put back take no lock of a day.
      if (!facts || facts.current.version !== one.lecon.version) throw new Refus('serie_changee');
      const isEdited = one.lecon.id === lecon;
      const alike = isEdited
        ? { modification, ecarts: [], ...attribution }
        : changedAlike(facts.current, changement, () => facts.wanted);
      ecarts.push(...alike.ecarts);
      const heure_fin = acceptOn(ctx, facts, alike.modification);
      const stored = await storeChange(
        at,
        tx,
        facts,
        { ...alike.modification, heure_fin },
        {
          raison,
          attribution: { ids: alike.ids, comptes: alike.comptes },
          groupe,
          facturer,
          ...(isEdited && { prix }),
        },
      );
      if (!stored) throw new Refus('serie_changee');
      if (stored.version !== facts.current.version) changed += 1;
      if (isEdited) after = stored;
    }
    if (!after) throw new Refus('serie_changee');
    refuseEcarts(ecarts, shown);
    return { lecons: changed, lecon: after };
  });
}

const rythmeOf = ({ serie_jours }: Pick<Reservation, 'serie_jours'>): Rythme => serie_jours ?? 7;

/**
 * Refuses a change that would not do what the screen said. A page of the version before says nothing,
 * so it may not leave anybody out; that a field keeps another value is what it says in its help.
 */
function refuseEcarts(ecarts: readonly Ecart[], shown: readonly Ecart[] | undefined): void {
  if (shown && !areSame(ecarts, shown)) throw new Refus('serie_changee');
  if (!shown && ecarts.some(({ nom }) => nom !== null)) throw new Refus('serie_ecarts');
}

/**
 * Removes lessons of a series, which can be restored (DESK-30). If one cannot be removed, none is.
 */
export async function remove(
  ctx: Ctx,
  {
    id,
    lecons,
    raison: given,
    facturer,
  }: {
    id: string;
    lecons: Shown[];
    raison?: string | null | undefined;
    facturer?: boolean | undefined;
  },
): Promise<{ lecons: number }> {
  const raison = acceptRaison(given);
  const groupe = randomUUID();
  return several(ctx, async (tx, at) => {
    const targets = await lockTargets(ctx, tx, id, lecons, (all) =>
      all.map((lecon) => ({ lecon, wanted: lecon })),
    );
    for (const { lecon } of targets) {
      const facts = await readEditFacts(tx, lecon.id, null);
      if (
        !facts ||
        facts.current.version !== lecon.version ||
        !(await storeDeletion(at, tx, facts, { raison, groupe, facturer }))
      )
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

type Placed = Pick<Reservation, 'type_piste' | 'date_reservation'>;

/**
 * The shown lessons of a series in their order, each with its new place; their days are locked.
 * Throws `serie_changee` if one differs from what was shown.
 */
async function lockTargets<W extends Placed>(
  ctx: Ctx,
  tx: Tx,
  serie_id: string,
  shown: readonly Shown[],
  decide: (lecons: Reservation[]) => { lecon: Reservation; wanted: W }[],
): Promise<{ lecon: Reservation; wanted: W }[]> {
  if (shown.length === 0) throw new Refus('serie_changee');
  const read = async () => {
    const all = await listSerie(tx, serie_id, momentAt(ctx.now()));
    return decide(asShown(all, shown, 'serie_changee').map(([lecon]) => lecon));
  };
  const days: DayLock[] = (await read()).flatMap(({ lecon, wanted }) => daysOf(lecon, wanted));
  await lockDays(tx, days);
  return read();
}
