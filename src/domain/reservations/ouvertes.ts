/** Open lessons: seats may be taken in them by joining (RIDE-10). */
import type { Moment } from '../core/calendrier.ts';
import { isPast, placesLeft } from '../slots/creneaux.ts';
import type { TypeLecon } from '../settings/types_lecons.ts';
import type { BookedLecon } from './reservations.ts';

type OpenType = Pick<TypeLecon, 'ouverte' | 'actif'>;

/** Whether a lesson may be joined while it has places left. `type`: its type as it is now. */
export const isOpen = ({ statut }: Pick<BookedLecon, 'statut'>, type: OpenType): boolean =>
  type.ouverte && type.actif && statut === 'confirmee';

/** Whether the desk is offered to complete a lesson (RIDE-65). */
export const canComplete = (
  lecon: Pick<BookedLecon, 'statut' | 'date_reservation' | 'heure_debut' | 'nombre_personnes'>,
  type: (OpenType & Pick<TypeLecon, 'max_personnes'>) | null,
  maintenant: Moment,
): boolean =>
  type !== null &&
  isOpen(lecon, type) &&
  placesLeft({ personnes: lecon.nombre_personnes, max: type.max_personnes }) > 0 &&
  !isPast(lecon.date_reservation, lecon.heure_debut, maintenant);
