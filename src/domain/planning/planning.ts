/**
 * The weekly planning of the dashboard: the state of each half hour of each arena (DESK-04 to
 * DESK-06).
 */
import { isOnPlanning } from '../lessons/reservations.ts';
import type { AutreCompte } from '../lessons/autres_comptes.ts';
import { premierJour } from '../lessons/apres_coup.ts';
import { addDays, daysBetween, mondayOf, type Moment } from '../core/calendrier.ts';
import {
  creneauxOf,
  dureeOf,
  etatOccupation,
  DEFAULT_HORAIRE,
  isPast,
  type Occupation,
  periodeAt,
  STEP_MINUTES,
} from '../slots/creneaux.ts';
import { type Heures, type Periode, periodesOf, unitePlages } from '../slots/horaires.ts';
import type { Piste, TypePiste } from '../slots/pistes.ts';
import { type Fermeture, fermeturesOfDay } from '../closures.ts';
import type { Aussi } from '../lessons/doublons.ts';
import type { BookedLecon } from '../lessons/reservations.ts';
import { MAX_PERSONNES_INCONNU, type TypeLecon } from '../types/types_lecons.ts';

/** What the grid shows of a reservation. */
export type PlanningReservation = Omit<BookedLecon, 'remarques'> & {
  id: string;
  aussi?: readonly Aussi[];
};

/**
 * A lesson in the week's answer: only values, in this order, because their names would double the
 * size of the answer. `en_attente`: false means `confirmee`, because cancelled lessons are left out
 * (DESK-06). `compte`: whether a seat has an account; `telephone`: of the account that booked.
 */
export type LeconValues = [
  id: string,
  version: number,
  heure_debut: string,
  heure_fin: string,
  type_lecon: string,
  en_attente: boolean,
  noms_participants: string[],
  nom_client: string,
  compte: boolean,
  telephone: string | null,
  remarques: string | null,
];

/** The same values, followed by fields that few lessons have. */
export type LeconRow = [...lecon: LeconValues, ...more: LeconMore[]];

export type LeconMore = { autres?: AutreRow[] | undefined; aussi?: AussiRow[] | undefined };

/**
 * A rider who is in a lesson on another arena at the same time; `place`: the position of the name,
 * from 0.
 */
export type AussiRow = [place: number, heure_debut: string, type_piste: TypePiste];

/**
 * An account that has seats besides the one that booked; `places`: the positions of its names, from
 * 0.
 */
export type AutreRow = [
  compte: string | null,
  telephone: string | null,
  remarques: string | null,
  places: number[],
];

/**
 * The lessons of a day, in the order of their starts, under the id of each arena that can be booked
 * or has a lesson.
 */
export type Journee = { date_reservation: string } & { [piste: TypePiste]: LeconRow[] };

/** What the week, its cards and its print show of a lesson. */
export type PlannedLecon = BookedLecon & {
  id: string;
  version: number;
  nom_client: string;
  compte: boolean;
  telephone: string | null;
  noms_participants: string[];
  autres: AutreCompte[];
  aussi: Aussi[];
};

/** A lesson in the grid. `rows`: how many half hours it takes. */
export type LeconDePlanning<R extends PlanningReservation> = {
  reservation: R;
  rows: number;
  etat: Occupation['etat'];
  personnes: number;
  max: number;
  /** null if the type is deleted; the stored value is then shown instead (DESK-09). */
  type: TypeLecon | null;
};

/** Closed hours in the grid that no lesson holds (FERM-04). `rows`: how many half hours. */
export type FermetureDePlanning = {
  etat: 'close';
  fermeture: Fermeture;
  rows: number;
  type_piste: TypePiste;
  jour: string;
  heure: string;
};

/**
 * One half hour of one arena and day.
 * - `passe`: it has begun, but a lesson may still be entered there.
 * - `ancien`: it is too long ago for entering a lesson (BOOK-35).
 * - `couverte`: a lesson that began in a row above continues here.
 * - `fermee`: outside the open periods; always the state of the last start, which is never bookable
 *   (BOOK-02).
 */
export type Cellule<R extends PlanningReservation> =
  | {
      etat: 'libre' | 'passe' | 'ancien' | 'fermee';
      type_piste: TypePiste;
      jour: string;
      heure: string;
    }
  | { etat: 'couverte' }
  | FermetureDePlanning
  | LeconDePlanning<R>;

export type Row<R extends PlanningReservation> = { heure: string; cellules: readonly Cellule<R>[] };
/** The rows of an arena. */
export type GrilleDePiste<R extends PlanningReservation> = {
  piste: Piste;
  rows: readonly Row<R>[];
};
/** The arenas in their order. */
export type Grille<R extends PlanningReservation> = readonly GrilleDePiste<R>[];

/** A lesson for the grid: how full it is, by the present state of its type. */
export function leconOf<R extends PlanningReservation>(
  reservation: R,
  types: ReadonlyMap<string, TypeLecon>,
): LeconDePlanning<R> {
  const type = types.get(reservation.type_lecon) ?? null;
  const max = type?.max_personnes ?? MAX_PERSONNES_INCONNU;
  const personnes = reservation.nombre_personnes;
  const rows = dureeOf(reservation) / STEP_MINUTES;
  return { reservation, type, max, personnes, etat: etatOccupation(personnes, max), rows };
}

/** The types by their value, for the lookups of the grid. */
export function indexTypes(types: readonly TypeLecon[]): ReadonlyMap<string, TypeLecon> {
  return new Map(types.map((type) => [type.value, type]));
}

/**
 * The half hours in the planning of some days: 08:00 to 20:00, or wider if the hours of a day or a
 * lesson require it.
 */
const heuresOfPlanning = (
  jours: readonly string[],
  heures: Heures,
  lecons: readonly { heure_debut: string; heure_fin: string }[],
): readonly string[] =>
  creneauxOf(
    unitePlages([
      ...jours.flatMap((jour) => periodesOf(heures, jour)),
      ...lecons.map(({ heure_debut: debut, heure_fin: fin }) => ({ debut, fin })),
    ]),
  );

/** For each arena its half hours, each with one cell per day in the order of `jours`. */
export function gridOf<R extends PlanningReservation>(
  reservations: readonly R[],
  pistes: readonly Piste[],
  jours: readonly string[],
  types: ReadonlyMap<string, TypeLecon>,
  maintenant: Moment,
  heures: Heures = DEFAULT_HORAIRE,
  fermetures: readonly Fermeture[] = [],
): Grille<R> {
  const shown = reservations.filter(isOnPlanning);
  const lignes = heuresOfPlanning(
    jours,
    heures,
    shown.filter(({ date_reservation }) => jours.includes(date_reservation)),
  );
  const byColumn = Map.groupBy(
    shown,
    ({ type_piste, date_reservation }) => `${type_piste} ${date_reservation}`,
  );
  const rowsOf = (type_piste: TypePiste): Row<R>[] => {
    const columns = jours.map((jour) =>
      columnOf(byColumn.get(`${type_piste} ${jour}`) ?? [], {
        type_piste,
        jour,
        types,
        maintenant,
        lignes,
        periodes: periodesOf(heures, jour),
        fermees: fermeturesOfDay(fermetures, jour, type_piste),
      }),
    );
    return lignes.map((heure, index) => ({
      heure,
      cellules: columns.map((column) => column[index] as Cellule<R>),
    }));
  };
  return pistes.map((piste) => ({ piste, rows: rowsOf(piste.id) }));
}

type Column = EmptyCell & {
  type_piste: TypePiste;
  types: ReadonlyMap<string, TypeLecon>;
  lignes: readonly string[];
  fermees: readonly Fermeture[];
};
type EmptyCell = {
  jour: string;
  maintenant: Moment;
  periodes: readonly Periode[];
};

/**
 * The cells of one arena and day. The database allows no overlapping lessons, and each begins and
 * ends on a half hour.
 */
function columnOf<R extends PlanningReservation>(
  reservations: readonly R[],
  { type_piste, types, lignes, fermees, ...empty }: Column,
): Cellule<R>[] {
  const cellules = lignes.map((heure): Cellule<R> => ({
    etat: emptyEtat(heure, empty),
    type_piste,
    jour: empty.jour,
    heure,
  }));
  for (const reservation of reservations) {
    const lecon = leconOf(reservation, types);
    const index = lignes.indexOf(reservation.heure_debut);
    cellules[index] = lecon;
    for (let r = index + 1; r < index + lecon.rows; r += 1) cellules[r] = { etat: 'couverte' };
  }
  return withClosures(cellules, fermees);
}

/** A closure is one cell over its half hours; a kept lesson divides it into several cells. */
function withClosures<R extends PlanningReservation>(
  cellules: Cellule<R>[],
  fermees: readonly Fermeture[],
): Cellule<R>[] {
  let open: FermetureDePlanning | null = null;
  return cellules.map((cell): Cellule<R> => {
    if (!('heure' in cell) || cell.etat === 'close') {
      open = null;
      return cell;
    }
    const { heure } = cell;
    const fermeture = fermees.find((one) => one.heure_debut <= heure && heure < one.heure_fin);
    if (fermeture && open?.fermeture.id === fermeture.id) {
      open.rows += 1;
      return { etat: 'couverte' };
    }
    open = fermeture ? { ...cell, etat: 'close', fermeture, rows: 1 } : null;
    return open ?? cell;
  });
}

function emptyEtat(
  heure: string,
  { jour, maintenant, periodes }: EmptyCell,
): 'libre' | 'passe' | 'ancien' | 'fermee' {
  if (!periodeAt(heure, periodes)) return 'fermee';
  if (!isPast(jour, heure, maintenant)) return 'libre';
  return jour < premierJour(maintenant.jour) ? 'ancien' : 'passe';
}

/** One day of the grid, with the arenas side by side (DESK-10, DESK-34). */
export function rowsOfDay<R extends PlanningReservation>(
  grille: Grille<R>,
  index: number,
): Row<R>[] {
  return (grille[0]?.rows ?? []).map(({ heure }, i) => ({
    heure,
    cellules: grille.flatMap(({ rows }) => rows[i]?.cellules[index] ?? []),
  }));
}

/**
 * The rows from the first to the last hour that is open or taken on some arena (DESK-34); none if
 * the whole day is closed. `closing`: with the closed row that ends them.
 */
export function openRows<R extends PlanningReservation>(
  rows: readonly Row<R>[],
  closing: boolean,
): readonly Row<R>[] {
  const isOpen = ({ cellules }: Row<R>) => cellules.some(({ etat }) => etat !== 'fermee');
  const last = rows.findLastIndex(isOpen);
  return last === -1 ? [] : rows.slice(rows.findIndex(isOpen), last + (closing ? 2 : 1));
}

/** The ISO 8601 number of the week of a day: a week belongs to the year of its Thursday. */
export function weekNumber(jour: string): number {
  const thursday = addDays(mondayOf(jour), 3);
  return 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7);
}

/** A lesson type for a small cell: 'Leçon collective' becomes 'Collective'. */
export function shortType(label: string): string {
  const short = label.replace(/^(leçon|cours)\s+/iu, '');
  return short.charAt(0).toLocaleUpperCase('fr') + short.slice(1);
}

/** A name for a small cell: 'Camille Lambert' becomes 'Camille L.'. */
export function shortName(nom: string): string {
  const [prenom = '', next] = nom.trim().split(/\s+/u);
  const [initial] = next ?? '';
  return initial ? `${prenom} ${initial.toLocaleUpperCase('fr')}.` : prenom;
}
