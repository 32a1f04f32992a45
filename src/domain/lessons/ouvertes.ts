/** Open lessons: seats may be taken in them by joining (RIDE-10). */
import type { Moment } from '../core/calendrier.ts';
import { premierJour } from './apres_coup.ts';
import { isPast, placesLeft } from '../slots/creneaux.ts';
import { lessonsToJoin, type Start, type Wish } from '../slots/creneaux_libres.ts';
import type { TypeLecon } from '../types/types_lecons.ts';
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

type Own = readonly Pick<
  BookedLecon,
  'statut' | 'date_reservation' | 'heure_debut' | 'type_piste'
>[];

/** Whether one of an account's lessons begins there: it cannot join it again (RIDE-15). */
export const ridesAt = (own: Own, { jour, heure, type_piste }: Start): boolean =>
  own.some(
    (lecon) =>
      lecon.statut !== 'annulee' &&
      lecon.date_reservation === jour &&
      lecon.type_piste === type_piste &&
      lecon.heure_debut === heure,
  );

/** The known lessons that an account may join (RIDE-76, RIDE-78). `own`: its lessons. */
export const openTo = <T extends Parameters<typeof lessonsToJoin>[0][number]>(
  known: readonly T[],
  {
    types,
    own,
    ...now
  }: Pick<Wish, 'maintenant' | 'horaire'> & { types: readonly TypeLecon[]; own: Own },
): T[] =>
  lessonsToJoin(known, {
    ...now,
    rejoindre: {
      types: types.filter(({ ouverte }) => ouverte),
      nombre_personnes: null,
      mine: (start) => ridesAt(own, start),
    },
  });

/** Whether the desk is offered to add a seat to a lesson from its card (DESK-76). */
export const hasRoom = (
  lecon: Pick<BookedLecon, 'statut' | 'date_reservation' | 'nombre_personnes'>,
  type: Pick<TypeLecon, 'max_personnes'> | null,
  maintenant: Moment,
): boolean =>
  type !== null &&
  lecon.statut !== 'annulee' &&
  placesLeft({ personnes: lecon.nombre_personnes, max: type.max_personnes }) > 0 &&
  lecon.date_reservation >= premierJour(maintenant.jour);
