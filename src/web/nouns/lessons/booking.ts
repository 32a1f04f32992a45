// chunk: app
/**
 * The write of the booking form: it books or joins a lesson. What riders do with their lessons
 * afterwards is in `mesReservations.ts`, what administrators do is in `reservations.ts`.
 */
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { ClientChoisi } from '#domain/lessons/clients_des_places.ts';
import type { Client, DemandeReservation } from '#domain/lessons/reservations.ts';
import { client } from '#web/data/client.ts';
import { findBy } from '#web/data/ecritures.ts';
import { orpc } from '#web/data/queries.ts';
import { sure, UNSURE, useSurely } from '#web/data/surely.ts';

/**
 * `id`: of the attempt (UI-113). `pour`: for whom an administrator books. Null to book for themselves. `comptes`: the customer of each
 * name, if one is chosen for some of them.
 */
export type Booking = DemandeReservation & {
  id: string;
  joins: boolean | undefined;
  pour: ClientChoisi | null;
  comptes: readonly (ClientChoisi | null)[] | null;
};
export type Booked = Awaited<ReturnType<typeof client.reservations.create>>;

/** The client in the form that the call expects. */
const clientOf = (pour: ClientChoisi): Client =>
  'user_id' in pour ? { user_id: pour.user_id } : pour;

const write = ({ id, joins, pour, comptes, ...demande }: Booking): Promise<Booked> =>
  client.reservations[joins ? 'join' : 'create']({
    ...demande,
    ...(pour && { pour: clientOf(pour) }),
    ...(comptes && { comptes: comptes.map((one) => one && clientOf(one)) }),
    ecriture: id,
  });
const BOOKING = sure<Booking, Booked>({
  write,
  find: findBy(write),
});

/**
 * Books or joins a lesson. The person's own lesson is added to the cached list immediately, because
 * it gets the focus there.
 */
export function useCreateReservation(onUnsure: (message: string) => void) {
  const queries = useQueryClient();
  return useSurely(BOOKING, {
    call: api.reservations.create,
    onUnsure: () => onUnsure(UNSURE),
    onSuccess: async (booked, { pour, comptes }) => {
      if (pour ?? comptes) return;
      const queryKey = orpc.reservations.list.key({ type: 'query', input: { miennes: '1' } });
      // an answer from before the booking would remove it again
      await queries.cancelQueries({ queryKey });
      // A reading caused by the live stream may have added it already.
      queries.setQueriesData(
        { queryKey },
        (cached: Booked[] | undefined) =>
          cached && [...cached.filter(({ id }) => id !== booked.id), booked],
      );
    },
  });
}
