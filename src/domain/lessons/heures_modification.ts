/** The starts that the edit dialog offers, each with its state for the draft's lesson (DESK-17). */
import { sizeOf } from './brouillon_modification.ts';
import type { BrouillonModification, ReservationAsRead } from './places_modification.ts';
import { creneauxOf, dureeOf, findOverlaps, heureFin } from '../slots/creneaux.ts';
import { type Heures, isOutside, plageOf } from '../slots/horaires.ts';
import { type Fermeture, fermeturesOfDay } from '../closures.ts';
import { isWithinOwn } from './modification.ts';
import { isOnPlanning } from './reservations.ts';
import type { TypeLecon } from '../types/types_lecons.ts';

export type OfferedHeure = {
  heure: string;
  /**
   * `trop_tard`: the lesson would end after the last hour of the day's grid. `fermee`: outside the
   * open periods, which do not bind an administrator's edit.
   */
  etat: 'libre' | 'prise' | 'piste_fermee' | 'fermee' | 'trop_tard';
  /** The lesson that holds the arena; null unless the start is taken. */
  by: ReservationAsRead | null;
  /** The closure that holds the arena. */
  fermeture?: Fermeture;
};

type Context = {
  original: ReservationAsRead;
  types: readonly TypeLecon[];
  heures: Heures;
  /** Every reservation of the draft's day. */
  dayReservations: readonly ReservationAsRead[];
  /** The closures of the draft's day. */
  fermetures?: readonly Fermeture[];
};

/**
 * The starts of the draft's day, and the stored start if it lies outside the grid of that day
 * (DESK-17). The edited lesson itself and cancelled lessons take no start.
 */
export function offeredHeures(
  brouillon: BrouillonModification,
  { original, types, heures, dayReservations, fermetures = [] }: Context,
): OfferedHeure[] {
  const duree = sizeOf(brouillon, original, types)?.duree_minutes ?? 0;
  const others = dayReservations.filter(
    (other) =>
      other.id !== original.id &&
      isOnPlanning(other) &&
      other.type_piste === brouillon.type_piste &&
      other.date_reservation === brouillon.date_reservation,
  );
  const { date_reservation: jour, type_piste } = brouillon;
  const closed = fermeturesOfDay(fermetures, jour, type_piste);
  const plage = plageOf(heures, jour);
  const stored = jour === original.date_reservation ? original : null;
  const offered = new Set([...creneauxOf(plage), ...(stored ? [stored.heure_debut] : [])]);
  return [...offered].toSorted().map((heure): OfferedHeure => {
    const heure_fin =
      heure === stored?.heure_debut && duree === dureeOf(stored)
        ? stored.heure_fin
        : heureFin(heure, duree, plage);
    if (heure_fin === null) return { heure, etat: 'trop_tard', by: null };
    const wanted = { heure_debut: heure, heure_fin };
    const [by] = findOverlaps(wanted, others, null);
    if (by) return { heure, etat: 'prise', by };
    const lecon = { ...wanted, type_piste, date_reservation: jour };
    const [fermeture] = isWithinOwn(lecon, { current: original })
      ? []
      : findOverlaps(wanted, closed, null);
    if (fermeture) return { heure, etat: 'piste_fermee', by: null, fermeture };
    return { heure, etat: isOutside(wanted, heures, jour) ? 'fermee' : 'libre', by: null };
  });
}
