// chunk: open
/** The lessons that the person may join, and the call that joins one (RIDE-76, RIDE-77). */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { mondayOf } from '#domain/core/calendrier.ts';
import { isAdmin, nomOf } from '#domain/people/users.ts';
import { cleOuverte, daysOfOuvertes, type LeconOuverte } from '#domain/lessons/brouillon_places.ts';
import { openTo } from '#domain/lessons/ouvertes.ts';
import { firstNames } from '#domain/lessons/preremplissage.ts';
import type { DemandeReservation } from '#domain/lessons/reservations.ts';
import { horaireOf } from '#domain/settings/parametres.ts';
import { client, sentenceOf } from '#web/data/client.ts';
import { readDays } from '#web/data/days.ts';
import { useNow } from '#web/data/horloge.ts';
import { Offline } from '#web/data/live.ts';
import { newId } from '#web/data/newId.ts';
import { orpc, useCentre, useMesReservations, useTypesLecons } from '#web/data/queries.ts';
import { useUser } from '#web/data/session.ts';
import { UNSURE } from '#web/data/surely.ts';
import { useCreateReservation } from '../lessons/booking.ts';
import { useMesCavaliers } from '../riders/cavaliers.ts';

type Days = { du: string; au: string };

/** The open lessons of a period that have places left. Nothing is read for null. */
const useOuvertes = (days: Days | null) =>
  useQuery(
    orpc.disponibilites.list.queryOptions({
      input: days ? { ...days, ouvertes: '1' } : skipToken,
      ...(days && {
        queryFn: readDays(days, (some: Days, options) =>
          client.disponibilites.list({ ...some, ouvertes: '1' }, options),
        ),
      }),
    }),
  );

/**
 * Everything that `LeconsOuvertes.tsx` takes. `shown` is false on a centre without open
 * types, and for administrators, whom the planning offers "Compléter" (RIDE-65).
 */
export function useLeconsOuvertes() {
  const maintenant = useNow();
  const user = useUser();
  const regles = useCentre().data?.regles;
  const offered = useTypesLecons();
  const own = useMesReservations(mondayOf(maintenant.jour));
  const types = offered.data?.filter(({ ouverte }) => ouverte) ?? [];
  const shown = !isAdmin(user.role) && types.length > 0 && regles !== undefined;
  const ouvertes = useOuvertes(
    shown ? daysOfOuvertes(maintenant.jour, regles.advanceBookingDays) : null,
  );
  const [chosen, choose] = useState<LeconOuverte | null>(null);
  const cavaliers = useMesCavaliers(chosen !== null).data;
  const moi = nomOf(user);
  return {
    shown,
    /** Undefined until they are read. The person's own lessons are not among them. */
    lecons:
      shown && ouvertes.data && own.data
        ? openTo(ouvertes.data, {
            types,
            own: own.data,
            maintenant,
            horaire: horaireOf(regles, true),
          }).toSorted((a, b) => (cleOuverte(a) < cleOuverte(b) ? -1 : 1))
        : undefined,
    /** The queries that failed. */
    unreadable: [ouvertes, own].filter(({ isError, data }) => isError && !data),
    types,
    /** The person's coming lessons. */
    own: own.data ?? [],
    regles,
    maintenant,
    offline: useContext(Offline),
    moi,
    namesFor: (places: number) => firstNames(own.data ?? [], moi, places),
    cavaliers: cavaliers ?? [],
    chosen,
    choose,
    places: useJoin(),
  };
}

const ECHEC = 'Une erreur est survenue lors de la réservation. Veuillez réessayer.';

function useJoin() {
  const join = useCreateReservation(() => undefined);
  return {
    /** When the seats were taken, or why they were not. */
    send: (demande: DemandeReservation) =>
      join.mutateAsync({ ...demande, id: newId(), joins: true, pour: null, comptes: null }).then(
        ({ created_at }) => ({ created_at }),
        (error: unknown) => ({ refused: sentenceOf(error, ECHEC) }),
      ),
    sending: join.isPending,
    /** Shown while it is unknown whether the seats are stored. */
    unsure: join.unsure ? UNSURE : null,
    refused: join.error ? sentenceOf(join.error, ECHEC) : null,
    reset: join.reset,
  };
}
