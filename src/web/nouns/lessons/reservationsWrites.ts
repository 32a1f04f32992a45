// chunk: desk-dialogs
/**
 * An administrator's edits and deletions of reservations: a separate file, so that riders' screens
 * do not load it.
 */
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { orpc } from '#web/data/queries.ts';
import { isStored, sure, useSurely } from '#web/data/surely.ts';
import { type Found, findEnded } from './reservations.ts';

const UPDATE = sure({
  write: client.reservations.update,
  find: findChanged,
  own: ['reservation_changee'],
});
const REMOVAL = sure({
  write: client.reservations.remove,
  find: ({ id }) => findEnded(id, () => true),
  ended: ['reservation_introuvable'],
});

/**
 * Both end once the page has been read again, because the focus must return to a page that no
 * longer changes.
 */
export const useUpdateReservation = () =>
  useSurely(UPDATE, {
    call: api.reservations.update,
    wait: true,
    mutationKey: orpc.reservations.update.mutationKey(),
  });
export const useRemoveReservation = () =>
  useSurely(REMOVAL, {
    call: api.reservations.remove,
    wait: true,
    mutationKey: orpc.reservations.remove.mutationKey(),
  });

/** The reservation, if it is stored as requested; null if it is not. */
export async function findChanged({
  id,
  version = 0,
  places: _,
  comptes: _comptes,
  titulaire: _titulaire,
  raison: _raison,
  facturer: _facturer,
  prix = [],
  ...asked
}: Parameters<typeof client.reservations.update>[0]): Promise<Found | null> {
  const found = await client.reservations.get({ id });
  const priced = prix.every((one) =>
    found.tarifs?.some((seat) => seat.place === one.place && seat.prix === one.prix),
  );
  return found.version > version && priced && isStored(found, asked) ? found : null;
}
