/** The reservations of all, for administrators. */
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { ReservationLue } from '#domain/brouillon_modification.ts';
import { orpc, useReadAgainAfter } from './queries.ts';

/** §2, decision 33: the three cards. */
export const useResumeReservations = () => useQuery(orpc.reservations.resume.queryOptions());

/** The lessons to come, counted by what a change of the rules may touch. */
export const useAVenir = () => useQuery(orpc.reservations.aVenir.queryOptions());

/**
 * Decision 25: every reservation from `du` to `au`, both included, by day and hour; none are asked without a day.
 * Another range's answer is never shown for this one.
 */
export const useReservations = (du: string | null, au = du) =>
  useQuery(orpc.reservations.list.queryOptions({ input: du && au ? { du, au, sort: 'date_reservation' } : skipToken }));

/** One reservation as it is now: read when asked for, whatever was known of it, and again at each change. */
export const useReservation = (id: string) =>
  useQuery(orpc.reservations.get.queryOptions({ input: { id }, refetchOnMount: 'always', gcTime: 0, select: (lue): ReservationLue => lue }));

/** Either is done once the page has been read again: where the focus returns, it is as it will stay. */
export const useUpdateReservation = () =>
  useMutation(orpc.reservations.update.mutationOptions({ onSettled: useReadAgainAfter(api.reservations.update, { wait: true }) }));
export const useRemoveReservation = () =>
  useMutation(orpc.reservations.remove.mutationOptions({ onSettled: useReadAgainAfter(api.reservations.remove, { wait: true }) }));
