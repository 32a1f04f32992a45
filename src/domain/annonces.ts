/** What a rider is told about lessons that the centre has cancelled, moved or deleted (UI-13). */
import { formatHeure, formatJour, type Moment } from './calendrier.ts';
import { isPast, PISTES } from './creneaux.ts';
import type { BookedLecon } from './reservations.ts';

export type FollowedLecon = Pick<BookedLecon, 'date_reservation' | 'heure_debut' | 'heure_fin' | 'type_piste' | 'statut'> & { id: string };

type Place = Pick<FollowedLecon, 'date_reservation' | 'heure_debut' | 'type_piste'>;

const when = ({ date_reservation, heure_debut }: Place): string => `${formatJour(date_reservation, 'moyen')} à ${formatHeure(heure_debut)}`;
const piste = ({ type_piste }: Place): string => PISTES[type_piste].nom.toLowerCase();

/** One sentence for each coming lesson of `avant` that is cancelled, moved or missing in `apres`. */
export function annoncesOf(before: readonly FollowedLecon[], after: readonly FollowedLecon[], maintenant: Moment): { id: string; texte: string }[] {
  const readAgain = new Map(after.map((lecon) => [lecon.id, lecon]));
  return before.flatMap((lecon) => {
    const { id, statut, date_reservation, heure_fin } = lecon;
    if (statut === 'annulee' || isPast(date_reservation, heure_fin, maintenant)) return [];
    const outcome = outcomeOf(lecon, readAgain.get(id));
    return outcome === null ? [] : [{ id, texte: `Votre leçon du ${when(lecon)}, ${piste(lecon)}, ${outcome}` }];
  });
}

function outcomeOf(before: FollowedLecon, after: FollowedLecon | undefined): string | null {
  if (!after) return 'a été supprimée par le centre.';
  if (after.statut === 'annulee') return 'a été annulée par le centre.';
  const same = (['date_reservation', 'heure_debut', 'type_piste'] as const).every((field) => after[field] === before[field]);
  return same ? null : `a été déplacée par le centre au ${when(after)}, ${piste(after)}.`;
}
