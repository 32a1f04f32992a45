/** What riders do with their own lessons (RIDE-11, RIDE-13). */
import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client, codeOf } from './client.ts';
import { LOOK_UP, orpc, type useMesReservations, useReadAgainAfter, withinMs } from './queries.ts';
import { endSurely } from './queriesReservations.ts';

export type MaReservation = NonNullable<ReturnType<typeof useMesReservations>['data']>[number];

/** Both end once the page has been read again: the focus must return to a page that no longer changes. */
export const useLeaveReservation = () => useMutation(orpc.reservations.leave.mutationOptions({
  mutationFn: ({ id }) => endSurely(id, () => client.reservations.leave({ id }), ({ statut }) => statut !== 'annulee'),
  onSettled: useReadAgainAfter(api.reservations.leave, { wait: true }),
}));
export const useChangeReservation = () => useMutation(orpc.reservations.change.mutationOptions({
  mutationFn: changeSurely, onSettled: useReadAgainAfter(api.reservations.change, { wait: true }),
}));

const FIELDS = ['date_reservation', 'type_piste', 'heure_debut', 'remarques', 'noms_participants'] as const;

/** True where a lesson is stored as a change asks. */
export const isAsAsked = (lecon: Pick<MaReservation, (typeof FIELDS)[number]>, asked: typeof lecon): boolean =>
  FIELDS.every((field) => JSON.stringify(lecon[field]) === JSON.stringify(asked[field]));

/** Changes. Perhaps it was stored by this very call, whose answer was lost, now or at an earlier press: the lesson tells (UI-32). */
async function changeSurely(input: Parameters<typeof client.reservations.change>[0]): Promise<MaReservation> {
  try {
    return await client.reservations.change(input);
  } catch (error) {
    const code = codeOf(error);
    const found = code === null || code === 'reservation_changee'
      ? await withinMs(LOOK_UP, client.reservations.get({ id: input.id }).catch(() => undefined)) : undefined;
    if (!found || found.version <= input.version || !isAsAsked(found, { ...input, remarques: input.remarques ?? null })) throw error;
    return found;
  }
}
