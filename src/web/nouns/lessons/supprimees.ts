/** The deleted reservations and the participants taken out, for administrators (DESK-31, DESK-33). */
import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { RetireLu } from '#contract/reservations.ts';
import { client, codeOf } from '#web/data/client.ts';
import { orpc } from '#web/data/queries.ts';
import { sure, useSurely } from '#web/data/surely.ts';

/** One page of the deleted reservations, the latest deletion first (DESK-31). */
export const useSupprimees = (page: number) =>
  useQuery(orpc.reservations.listDeleted.queryOptions({ input: { page } }));

/** One page of the participants whom an administrator removed, the latest first (DESK-33). */
export const useRetires = (page: number) =>
  useQuery(orpc.reservations.listRetires.queryOptions({ input: { page } }));

const getReservation = (id: string) =>
  client.reservations.get({ id }).catch((error: unknown) => {
    if (codeOf(error) !== 'reservation_introuvable') throw error;
    return null;
  });
const RESTORING = sure({
  write: client.reservations.restore,
  find: ({ id }) => getReservation(id),
  ended: ['reservation_introuvable'],
});
/** `page`: the page that lists the participant. */
type Remise = Pick<RetireLu, 'id' | 'nom' | 'reservation_id'> & { page: number };
const PUTTING_BACK = sure({
  write: ({ id }: Remise) => client.reservations.putBack({ id }),
  find: async ({ id, nom, reservation_id, page }) => {
    const retires = await client.reservations.listRetires({ page });
    const lecon = retires.some((one) => one.id === id)
      ? null
      : await getReservation(reservation_id);
    return lecon?.noms_participants.includes(nom) ? lecon : null;
  },
  ended: ['participant_introuvable'],
});

/**
 * Both end once the list has been read again, because the focus must return to a page that no
 * longer changes.
 */
export const useRestore = () =>
  useSurely(RESTORING, { call: api.reservations.restore, once: true, wait: true });
export const usePutBack = () =>
  useSurely(PUTTING_BACK, { call: api.reservations.putBack, once: true, wait: true });
