/** The starts that the edit dialog offers, each with its state for the draft's lesson (DESK-17). */
import { type BrouillonModification, type ReservationLue, regleOf } from './brouillon_modification.ts';
import { CRENEAUX, findOverlaps, heureFin, type Horaire, isHorsHoraire } from './creneaux.ts';
import { isPlanifiee } from './planning.ts';
import type { TypeLecon } from './types_lecons.ts';

export type HeureProposee = {
  heure: string;
  /** `trop_tard`: the lesson would end after 20:00. `fermee`: outside the opening hours, which do not bind an administrator's edit. */
  etat: 'libre' | 'prise' | 'fermee' | 'trop_tard';
  /** What holds the arena; null unless it is taken. */
  par: ReservationLue | null;
};

type Contexte = {
  lue: ReservationLue;
  types: readonly TypeLecon[];
  horaire: Pick<Horaire, 'ouverture' | 'fermeture'>;
  /** Every reservation of the draft's day. */
  journee: readonly ReservationLue[];
};

/** The 25 starts. Neither the edited lesson itself nor cancelled ones take anything. */
export function heuresOf(brouillon: BrouillonModification, { lue, types, horaire, journee }: Contexte): HeureProposee[] {
  const duree = regleOf(brouillon, lue, types)?.duree_minutes ?? 0;
  const autres = journee.filter((autre) => autre.id !== lue.id && isPlanifiee(autre)
    && autre.type_piste === brouillon.type_piste && autre.date_reservation === brouillon.date_reservation);
  return CRENEAUX.map((heure): HeureProposee => {
    const heure_fin = heureFin(heure, duree);
    if (heure_fin === null) return { heure, etat: 'trop_tard', par: null };
    const voulu = { heure_debut: heure, heure_fin };
    const [par] = findOverlaps(voulu, autres, null);
    if (par) return { heure, etat: 'prise', par };
    return { heure, etat: isHorsHoraire(voulu, horaire) ? 'fermee' : 'libre', par: null };
  });
}
