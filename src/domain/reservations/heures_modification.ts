/** The starts that the edit dialog offers, each with its state for the draft's lesson (DESK-17). */
import {
  type BrouillonModification,
  type ReservationAsRead,
  sizeOf,
} from './brouillon_modification.ts';
import { creneauxOf, dureeOf, findOverlaps, heureFin } from '../slots/creneaux.ts';
import { type Heures, isOutside, plageOf } from '../slots/horaires.ts';
import { isOnPlanning } from './planning.ts';
import type { TypeLecon } from '../settings/types_lecons.ts';

export type OfferedHeure = {
  heure: string;
  /**
   * `trop_tard`: the lesson would end after the last hour of the day's grid. `fermee`: outside of
   * the open periods, which do not bind an administrator's edit.
   */
  etat: 'libre' | 'prise' | 'fermee' | 'trop_tard';
  /** What holds the arena; null unless it is taken. */
  by: ReservationAsRead | null;
};

type Context = {
  original: ReservationAsRead;
  types: readonly TypeLecon[];
  heures: Heures;
  /** Every reservation of the draft's day. */
  dayReservations: readonly ReservationAsRead[];
};

/**
 * The starts of the draft's day, and the stored one where it lies outside of its grid. Neither the
 * edited lesson itself nor cancelled ones take anything.
 */
export function offeredHeures(
  brouillon: BrouillonModification,
  { original, types, heures, dayReservations }: Context,
): OfferedHeure[] {
  const duree = sizeOf(brouillon, original, types)?.duree_minutes ?? 0;
  const others = dayReservations.filter(
    (other) =>
      other.id !== original.id &&
      isOnPlanning(other) &&
      other.type_piste === brouillon.type_piste &&
      other.date_reservation === brouillon.date_reservation,
  );
  const { date_reservation: jour } = brouillon;
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
    return { heure, etat: isOutside(wanted, heures, jour) ? 'fermee' : 'libre', by: null };
  });
}
