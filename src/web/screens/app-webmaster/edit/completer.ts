import type { Moment } from '#domain/core/calendrier.ts';
import { canComplete } from '#domain/lessons/ouvertes.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { reservationLink } from '#web/paths/reservation.ts';

type Lecon = Parameters<typeof canComplete>[0] & { type_piste: string; type_lecon: string };

/** The address of 'Compléter': the booking form that joins the lesson. Undefined if it cannot be. */
export const completerLink = (
  lecon: Lecon,
  type: TypeLecon | null,
  maintenant: Moment,
): string | undefined => {
  const { date_reservation: jour, heure_debut: heure, type_piste, type_lecon } = lecon;
  return canComplete(lecon, type, maintenant)
    ? reservationLink({ jour, heure, type_piste, type_lecon, pour: true })
    : undefined;
};
