/** The address that carries a lesson's beginning. Apart from the others: what /login loads knows nothing of hours. */
import { isJour } from '#domain/calendrier.ts';
import { CRENEAUX, TYPES_PISTE, type TypePiste } from '#domain/creneaux.ts';
import { PATHS } from './paths.ts';

/** Where and when a lesson begins, as an address carries it. */
type Debut = { jour: string; heure: string; type_piste: TypePiste };

/** Decision 28: a booking with its day, hour and arena already chosen. */
export function lienDeReservation({ jour, heure, type_piste }: Debut): string {
  return `${PATHS.reservation.path}?${new URLSearchParams({ jour, heure, piste: type_piste }).toString()}`;
}

/** The day of a lesson on the dashboard, in its week, with the lesson in view. */
export function lienDeLecon({ id, date_reservation: jour }: { id: string; date_reservation: string }): string {
  return `${PATHS.webmaster.path}?${new URLSearchParams({ semaine: jour, jour, lecon: id }).toString()}`;
}

/** What such an address asks for; null when it asks for nothing, or for what there is not. */
export function debutOf(params: URLSearchParams): Debut | null {
  const [jour, heure, piste] = [params.get('jour') ?? '', params.get('heure') ?? '', params.get('piste')];
  const type_piste = TYPES_PISTE.find((une) => une === piste);
  return type_piste && isJour(jour) && CRENEAUX.includes(heure) ? { jour, heure, type_piste } : null;
}
