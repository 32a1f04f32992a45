/**
 * An administrator's edit of a reservation: what it stores, the new duration of the lesson, and
 * when it is refused (DESK-14 to DESK-18).
 */
import { isJour, type Moment } from '../core/calendrier.ts';
import {
  creneauxOf,
  dureeOf,
  heureFin,
  type Hold,
  isClosure,
  placeObstacle,
} from '../slots/creneaux.ts';
import { type Heures, plageOf } from '../slots/horaires.ts';
import { type Piste } from '../slots/pistes.ts';
import { refusePiste } from '../slots/regles_pistes.ts';
import type { CodeReservation } from '../errors/reservation.ts';
import { isOneLine } from '../core/one_line.ts';
import {
  type BookedLecon,
  type DemandeReservation,
  editedSize,
  lastJour,
  FIRST_JOUR,
  firstMissing,
  refuseDetails,
  type StatutReservation,
} from './reservations.ts';
import { hasBegun, premierJour } from './apres_coup.ts';
import type { LeconSize } from '../types/types_lecons.ts';

/** The fields that an administrator's edit stores (API-06); the end is computed. */
export type Modification = DemandeReservation & { statut: StatutReservation };

/** The most characters of the reason for a cancellation. */
export const RAISON_MAX = 300;

/** The reason as the email contains it: trimmed, null if it is empty. */
export const raisonOf = (raison: string | null | undefined): string | null =>
  (raison ?? '').trim() || null;

export function refuseRaison(raison: string | null): CodeReservation | null {
  return raison === null || isOneLine(raison, RAISON_MAX) ? null : 'raison_invalide';
}

/**
 * The account that booked and, if there are others, those of the seats. Or only whether there is
 * any account.
 */
export type BookedFrom = {
  user_id?: string | null | undefined;
  participants?: readonly { user_id: string | null }[] | undefined;
  compte?: boolean | undefined;
};

/**
 * True if a cancellation sends an email: a seat of the reservation has an account, the lesson has
 * not begun and is not cancelled yet (DESK-27).
 */
export function isCancellationEmailed(
  {
    user_id,
    participants = [{ user_id: user_id ?? null }],
    compte = participants.some((seat) => seat.user_id !== null),
    statut,
    ...lecon
  }: Pick<BookedLecon, 'statut' | 'date_reservation' | 'heure_debut'> & BookedFrom,
  maintenant: Moment,
): boolean {
  return compte && statut !== 'annulee' && !hasBegun(lecon, maintenant);
}

type EditContext = {
  aujourdhui: string;
  /** The stored reservation. */
  current: Modification & { heure_fin: string };
  /** The wanted type, null if it is deleted or not allowed (`allowedType`). */
  type: LeconSize | null;
  /** They determine the grid of the new day; they do not bind an edit (BOOK-36). */
  heures: Heures;
  /** All arenas: a lesson may stay on an arena that can no longer be booked (SET-44). */
  pistes: readonly Piste[];
  /** The other lessons on the new arena and day that are not cancelled. */
  occupations: readonly Hold[];
};

/**
 * The fields that an edit stores, besides the status; the other fields of the body are ignored
 * (API-06).
 */
const LECON_FIELDS = {
  type_lecon: true,
  nombre_personnes: true,
  noms_participants: true,
  date_reservation: true,
  type_piste: true,
  heure_debut: true,
  remarques: true,
} satisfies Record<Exclude<keyof Modification, 'statut'>, true>;

/**
 * The fields that an edit stores, taken from the body of its call; other fields of the body are
 * left out (API-06).
 */
export const modificationIn = (body: Modification): Modification => {
  const fields = [...Object.keys(LECON_FIELDS), 'statut'] as (keyof Modification)[];
  return Object.fromEntries(fields.map((field) => [field, body[field]])) as Modification;
};

/**
 * True if a reservation is cancelled and nothing else changes, which is always possible (DESK-18).
 */
function isAnnulation(
  modification: Modification,
  { current }: Pick<EditContext, 'current'>,
): boolean {
  const fields = Object.keys(LECON_FIELDS) as (keyof DemandeReservation)[];
  return (
    modification.statut === 'annulee' &&
    fields.every((field) => JSON.stringify(modification[field]) === JSON.stringify(current[field]))
  );
}

/**
 * The computed end of an edited reservation; null if it would be after the last hour of its day's
 * grid, or if its type is unknown. A lesson that keeps day, start and duration keeps its end, even
 * if the hours have changed.
 */
export function editedHeureFin(
  modification: Pick<Modification, 'type_lecon' | 'date_reservation' | 'heure_debut'>,
  context: EditContext,
): string | null {
  const size = editedSize(modification, context);
  if (!size) return null;
  if (keepsHours(modification, size, context)) return context.current.heure_fin;
  const { date_reservation: jour, heure_debut } = modification;
  return heureFin(heure_debut, size.duree_minutes, plageOf(context.heures, jour));
}

const keepsHours = (
  { date_reservation, heure_debut }: Pick<Modification, 'date_reservation' | 'heure_debut'>,
  { duree_minutes }: LeconSize,
  { current }: Pick<EditContext, 'current'>,
): boolean =>
  date_reservation === current.date_reservation &&
  heure_debut === current.heure_debut &&
  duree_minutes === dureeOf(current);

/** Why a lesson cannot move to another arena; null if it stays on its arena, or may move. */
const refuseOtherPiste = (
  { type_piste }: Pick<Modification, 'type_piste'>,
  { current, pistes }: { current: Pick<Modification, 'type_piste'>; pistes: readonly Piste[] },
): CodeReservation | null =>
  type_piste === current.type_piste ? null : refusePiste(pistes, type_piste);

/**
 * Everything that can refuse an edit; null if it may be stored. A past day may be set (BOOK-15),
 * but a day too far back only kept (BOOK-35). A cancelled reservation holds no arena.
 */
export function refuseModification(
  modification: Modification,
  context: EditContext,
): CodeReservation | null {
  if (isAnnulation(modification, context)) return null;
  const { date_reservation: jour, heure_debut } = modification;
  const refus =
    firstMissing(modification) ??
    refuseOtherPiste(modification, context) ??
    refuseDetails(modification, editedSize(modification, context));
  if (refus) return refus;
  if (!isJour(jour) || jour < FIRST_JOUR) return 'date_manquante';
  if (jour > lastJour(context.aujourdhui)) return 'date_trop_lointaine';
  if (jour !== context.current.date_reservation && jour < premierJour(context.aujourdhui))
    return 'date_trop_ancienne';
  const isKept =
    jour === context.current.date_reservation && heure_debut === context.current.heure_debut;
  if (!isKept && !creneauxOf(plageOf(context.heures, jour)).includes(heure_debut))
    return 'heure_debut_manquante';
  const heure_fin = editedHeureFin(modification, context);
  if (heure_fin === null) return 'heure_fin_impossible';
  if (modification.statut === 'annulee') return null;
  const wanted = { heure_debut, heure_fin };
  const others = isWithinOwn({ ...modification, heure_fin }, context)
    ? context.occupations.filter((one) => !isClosure(one))
    : context.occupations;
  return placeObstacle(wanted, others, null)?.reason ?? null;
}

/**
 * Whether a lesson stays within the hours that it already holds: a lesson that a closure kept may
 * do so (FERM-05).
 */
export const isWithinOwn = (
  {
    type_piste,
    date_reservation,
    heure_debut,
    heure_fin,
  }: Pick<BookedLecon, 'type_piste' | 'date_reservation' | 'heure_debut' | 'heure_fin'>,
  { current }: Pick<EditContext, 'current'>,
): boolean =>
  current.statut !== 'annulee' &&
  type_piste === current.type_piste &&
  date_reservation === current.date_reservation &&
  current.heure_debut <= heure_debut &&
  heure_fin <= current.heure_fin;
