/**
 * Addresses with the day and hour of a lesson. Not in `paths.ts`, because /login loads that file.
 */
import { isJour } from '#domain/core/calendrier.ts';
import { DEMI_HEURES } from '#domain/slots/creneaux.ts';
import type { TypePiste } from '#domain/slots/pistes.ts';
import { PATHS } from './paths.ts';

/** Arena, day and hour of a lesson in an address. */
type Start = {
  jour: string;
  heure: string;
  type_piste: TypePiste;
  /** The lesson type to choose. */
  type_lecon?: string | undefined;
  /** An administrator arrives to say for whom (RIDE-65). */
  pour?: boolean | undefined;
};

/** DESK-07: a booking with day, hour and arena already chosen. */
export function reservationLink({ jour, heure, type_piste, type_lecon, pour }: Start): string {
  return `${PATHS.reservation.path}?${new URLSearchParams({ jour, heure, piste: type_piste, ...(type_lecon && { lecon: type_lecon }), ...(pour && { pour: '1' }) }).toString()}`;
}

/** A booking for a customer, chosen in "Réserver pour" (BOOK-31). */
export const bookForLink = (clientId: string): string =>
  `${PATHS.reservation.path}?pour=${clientId}`;

/** The customer of such an address, by its id; null if it names none. */
export const customerAsked = (params: URLSearchParams): string | null =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.exec(params.get('pour') ?? '')?.[0] ?? null;

/** The dashboard with the day of a lesson, scrolled to the lesson. */
export function leconLink({
  id,
  date_reservation: jour,
}: {
  id: string;
  date_reservation: string;
}): string {
  return `${PATHS.webmaster.path}?${new URLSearchParams({ jour, lecon: id }).toString()}`;
}

/** The dashboard on a day. */
export const jourLink = (jour: string): string => `${PATHS.webmaster.path}?jour=${jour}`;

/** The statistics of a name, of all time. */
export const cavalierLink = (cavalier: string): string =>
  `${PATHS.statistiques.path}?${new URLSearchParams({ du: '', au: '', cavalier }).toString()}`;

/** Reads such an address. Null if it is incomplete or invalid. The arena may be unknown. */
export function startOf(params: URLSearchParams): Start | null {
  const [jour, heure, type_piste] = [
    params.get('jour') ?? '',
    params.get('heure') ?? '',
    params.get('piste') ?? '',
  ];
  return type_piste !== '' && isJour(jour) && DEMI_HEURES.includes(heure)
    ? {
        jour,
        heure,
        type_piste,
        type_lecon: params.get('lecon') ?? undefined,
        pour: params.has('pour'),
      }
    : null;
}

/** The landing page with the same lesson a week later, ready to be booked (RIDE-72). */
export const encoreLink = (id: string): string => `${PATHS.accueil.path}?encore=${id}`;

/** The lesson of such an address; null if it names none. */
export const encoreOf = (params: URLSearchParams): string | null =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.exec(params.get('encore') ?? '')?.[0] ?? null;
