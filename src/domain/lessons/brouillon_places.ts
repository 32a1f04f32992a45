// chunk: open
/** The form with which a rider takes seats in an open lesson (RIDE-77). */
import { addDays } from '../core/calendrier.ts';
import type { CodeReservation } from '../errors/reservation.ts';
import type { TypeLecon } from '../types/types_lecons.ts';
import { type Disponibilite, placesLeft } from '../slots/creneaux.ts';
import { SEARCH_WEEKS } from '../slots/creneaux_libres.ts';
import { type Brouillon, firstObstacle, newBrouillon } from './brouillon.ts';
import { lastJour } from './reservations.ts';

/** A lesson of an open type, as riders read it. */
export type LeconOuverte = Omit<Disponibilite, 'etat' | 'ouverte' | 'ferme' | 'recente'> & {
  ouverte?: string | undefined;
};

/** What identifies such a lesson: no other one begins there. */
export const cleOuverte = ({
  date_reservation,
  heure_debut,
  type_piste,
}: Pick<LeconOuverte, 'date_reservation' | 'heure_debut' | 'type_piste'>): string =>
  `${date_reservation} ${heure_debut} ${type_piste}`;

/** The days in which open lessons are looked for (RIDE-76, LIM-104). */
export function daysOfOuvertes(
  aujourdhui: string,
  delai: number | null,
): { du: string; au: string } {
  const [last, end] = [lastJour(aujourdhui, delai), addDays(aujourdhui, SEARCH_WEEKS * 7 - 1)];
  return { du: aujourdhui, au: last < end ? last : end };
}

/** The form for a lesson, with these names. */
export const openPlaces = (lecon: LeconOuverte, noms: readonly string[]): Brouillon => ({
  ...newBrouillon(lecon.date_reservation),
  type_lecon: lecon.ouverte ?? null,
  type_piste: lecon.type_piste,
  heure_debut: lecon.heure_debut,
  nombre_personnes: noms.length,
  noms_participants: [...noms],
  noms_saisis: [...noms],
});

/** Why the form cannot be sent yet; null if it may be. */
export const placesObstacle = (
  brouillon: Brouillon,
  lecon: LeconOuverte,
  type: TypeLecon | null,
): CodeReservation | null =>
  (brouillon.nombre_personnes ?? 0) > placesLeft(lecon)
    ? 'places_insuffisantes'
    : firstObstacle(brouillon, type);
