/** Changing and removing a reservation, for administrators, and the day they look at. */
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { ReservationLue } from '#domain/modification.ts';
import { TYPES_PAR_DEFAUT } from '#domain/types_lecons.ts';
import { orpc, useReadAgainAfter } from './queries.ts';

/** A day's reservations, all of them, also cancelled; none are asked without a day. Another day's answer is never shown for this one. */
export const useJournee = (jour: string | null) =>
  useQuery(orpc.reservations.list.queryOptions({ input: jour ? { du: jour, au: jour, sort: 'heure_debut' } : skipToken }));

/** One reservation as it is now: read when asked for, whatever was known of it, and again at each change. */
export const useReservation = (id: string) =>
  useQuery(orpc.reservations.get.queryOptions({ input: { id }, refetchOnMount: 'always', gcTime: 0, select: (lue): ReservationLue => lue }));

/** Every lesson type, also those no longer offered; the six defaults where they cannot be read (decision 26); nothing before either. */
export function useTousLesTypes() {
  const { data, isError } = useQuery(orpc.typesLecons.list.queryOptions({ input: { tous: '1' } }));
  return data ?? (isError ? TYPES_PAR_DEFAUT : undefined);
}

/** Either is done once the page has been read again: where the focus returns, it is as it will stay. */
export const useUpdateReservation = () =>
  useMutation(orpc.reservations.update.mutationOptions({ onSettled: useReadAgainAfter(api.reservations.update, { wait: true }) }));
export const useRemoveReservation = () =>
  useMutation(orpc.reservations.remove.mutationOptions({ onSettled: useReadAgainAfter(api.reservations.remove, { wait: true }) }));
