/** The known lessons of a client: one's own, or those of the day when an administrator books for somebody else. */
import { findOverlaps } from '#domain/creneaux.ts';
import type { DemandeReservation } from '#domain/reservations.ts';
import type { useMesReservations } from '#web/data/queries.ts';
import type { ClientChoisi } from './useClient.ts';

export type Reservation = NonNullable<ReturnType<typeof useMesReservations>['data']>[number];

const isDe = (client: ClientChoisi | null, { nom_client, user_id }: Reservation): boolean =>
  !client || ('user_id' in client ? user_id === client.user_id : user_id === null && nom_client === client.nom);

/** The reservation that equals the request. */
export function reservationOf(demande: DemandeReservation | null, client: ClientChoisi | null, connues: readonly Reservation[] | undefined): Reservation | null {
  const memes = ['date_reservation', 'type_piste', 'heure_debut', 'type_lecon'] as const;
  return connues?.find((une) => demande !== null && isDe(client, une) && une.statut !== 'annulee' && memes.every((champ) => une[champ] === demande[champ])
    && une.noms_participants.join('\n') === demande.noms_participants.join('\n')) ?? null;
}

/** A lesson of the client at the same time as the chosen one, on any arena (BOOK-23). */
export function leconAuMemeMoment(
  moment: { jour: string; heure_debut: string; heure_fin: string }, client: ClientChoisi | null, connues: readonly Reservation[] | undefined,
): Reservation | null {
  const duJour = connues?.filter((une) => une.date_reservation === moment.jour && une.statut !== 'annulee' && isDe(client, une)) ?? [];
  return findOverlaps(moment, duJour, null)[0] ?? null;
}
