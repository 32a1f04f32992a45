import type { EditState } from '#domain/lessons/brouillon_modification.ts';
import { clientsOf } from '#domain/lessons/places_modification.ts';
import { alsoIn, standingOf } from '#domain/lessons/doublons.ts';
import { offeredHeures } from '#domain/lessons/heures_modification.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { openingHoursOf } from '#domain/slots/horaires.ts';
import { useCentre } from '#web/data/queries.ts';
import { useFermeturesOfDay } from '#web/nouns/closures/fermetures.ts';
import { useReservations } from '#web/nouns/lessons/reservations.ts';

/**
 * The state of each start of the draft's day and arena for this lesson, updated live; null while it
 * is unknown (DESK-17). Also who is in another lesson then (DESK-32).
 */
export function useHeures(
  { brouillon, original }: EditState,
  types: readonly TypeLecon[] | undefined,
  heure_fin: string | null,
) {
  const journee = useReservations(brouillon.date_reservation);
  const centre = useCentre();
  const fermetures = useFermeturesOfDay(brouillon.date_reservation);
  const unreadable = [journee, centre, fermetures].filter(({ isError }) => isError);
  const horaire = centre.data ? openingHoursOf(centre.data.regles) : null;
  const others = journee.data?.filter(({ id }) => id !== original.id).map(standingOf) ?? [];
  const aussi =
    heure_fin === null
      ? []
      : alsoIn({ ...brouillon, heure_fin, comptes: clientsOf(brouillon, original) }, others);
  const known =
    unreadable.length === 0 && types && horaire && journee.data && fermetures.data !== undefined;
  return {
    horaire,
    heures: known
      ? offeredHeures(brouillon, {
          original,
          types,
          heures: horaire,
          dayReservations: journee.data,
          fermetures: fermetures.data,
        })
      : null,
    unreadable,
    aussi,
  };
}
