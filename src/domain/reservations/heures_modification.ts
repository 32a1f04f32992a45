/** The starts that the edit dialog offers, each with its state for the draft's lesson (DESK-17). */
import {
  type BrouillonModification,
  type ReservationAsRead,
  sizeOf,
} from './brouillon_modification.ts';
import {
  CRENEAUX,
  findOverlaps,
  heureFin,
  type Horaire,
  isOutsideHoraire,
} from '../slots/creneaux.ts';
import { isOnPlanning } from './planning.ts';
import type { TypeLecon } from '../settings/types_lecons.ts';

export type OfferedHeure = {
  heure: string;
  /**
   * `trop_tard`: the lesson would end after 20:00. `fermee`: outside the opening hours, which do
   * not bind an administrator's edit.
   */
  etat: 'libre' | 'prise' | 'fermee' | 'trop_tard';
  /** What holds the arena; null unless it is taken. */
  by: ReservationAsRead | null;
};

type Context = {
  original: ReservationAsRead;
  types: readonly TypeLecon[];
  horaire: Pick<Horaire, 'ouverture' | 'fermeture'>;
  /** Every reservation of the draft's day. */
  dayReservations: readonly ReservationAsRead[];
};

/** The 25 starts. Neither the edited lesson itself nor cancelled ones take anything. */
export function offeredHeures(
  brouillon: BrouillonModification,
  { original, types, horaire, dayReservations }: Context,
): OfferedHeure[] {
  const duree = sizeOf(brouillon, original, types)?.duree_minutes ?? 0;
  const others = dayReservations.filter(
    (other) =>
      other.id !== original.id &&
      isOnPlanning(other) &&
      other.type_piste === brouillon.type_piste &&
      other.date_reservation === brouillon.date_reservation,
  );
  return CRENEAUX.map((heure): OfferedHeure => {
    const heure_fin = heureFin(heure, duree);
    if (heure_fin === null) return { heure, etat: 'trop_tard', by: null };
    const wanted = { heure_debut: heure, heure_fin };
    const [by] = findOverlaps(wanted, others, null);
    if (by) return { heure, etat: 'prise', by };
    return { heure, etat: isOutsideHoraire(wanted, horaire) ? 'fermee' : 'libre', by: null };
  });
}
