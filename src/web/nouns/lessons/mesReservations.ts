/** Riders' actions on their own lessons (RIDE-11, RIDE-13). */
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { orpc, type useMesReservations } from '#web/data/queries.ts';
import { findEnded } from './reservations.ts';
import { sure, useSurely } from '#web/data/surely.ts';

export type MaReservation = NonNullable<ReturnType<typeof useMesReservations>['data']>[number];

const FIELDS = [
  'date_reservation',
  'type_piste',
  'heure_debut',
  'remarques',
  'noms_participants',
] as const;

/** True if a lesson is stored as a change requested it. */
export const isAsAsked = (
  lecon: Pick<MaReservation, (typeof FIELDS)[number]>,
  asked: typeof lecon,
): boolean =>
  FIELDS.every((field) => JSON.stringify(lecon[field]) === JSON.stringify(asked[field]));

const LEAVING = sure({
  write: client.reservations.leave,
  find: ({ id }) => findEnded(id, ({ statut }) => statut !== 'annulee'),
  ended: ['reservation_introuvable', 'lecon_deja_annulee'],
});
const CHANGE = sure({
  write: client.reservations.change,
  find: async (
    asked: Parameters<typeof client.reservations.change>[0],
  ): Promise<MaReservation | null> => {
    const found = await client.reservations.get({ id: asked.id });
    return found.version > asked.version &&
      isAsAsked(found, { ...asked, remarques: asked.remarques ?? null })
      ? found
      : null;
  },
  own: ['reservation_changee'],
});

/**
 * Both end once the page has been read again, because the focus must return to a page that no
 * longer changes.
 */
export const useLeaveReservation = () =>
  useSurely(LEAVING, {
    call: api.reservations.leave,
    wait: true,
    mutationKey: orpc.reservations.leave.mutationKey(),
  });
export const useChangeReservation = () =>
  useSurely(CHANGE, {
    call: api.reservations.change,
    wait: true,
    mutationKey: orpc.reservations.change.mutationKey(),
  });
