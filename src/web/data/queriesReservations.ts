/** Everyone's reservations, for administrators. */
import { type QueryClient, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { ReservationAsRead } from '#domain/brouillon_modification.ts';
import { addDays, mondayOf } from '#domain/calendrier.ts';
import { plannedLecons } from '#domain/planning.ts';
import { client, codeOf } from './client.ts';
import { readDays } from './days.ts';
import { readMoment } from './horloge.ts';
import { LOOK_UP, orpc, useReadAgainAfter, withinMs } from './queries.ts';

/** DESK-02: the three cards. */
export const useResumeReservations = () => useQuery(orpc.reservations.resume.queryOptions());

/** Coming lessons, counted by what a change of the rules may affect. */
export const useAVenir = () => useQuery(orpc.reservations.aVenir.queryOptions());

/**
 * Every reservation from `du` to `au`, both included, by day and hour (DESK-03); nothing is read without a day.
 * The answer for another range is never shown.
 */
export const useReservations = (du: string | null, au = du) =>
  useQuery(orpc.reservations.list.queryOptions({ input: du && au ? { du, au, sort: 'date_reservation' } : skipToken }));

/** What the week's planning shows of the lessons from `du` to `au`, cancelled ones left out (DESK-04). */
export const usePlanning = (du: string, au: string) => useQuery({ ...planning(du, au), select: plannedLecons });

const planning = (du: string, au: string) => orpc.planning.list.queryOptions({ input: { du, au }, queryFn: readDays({ du, au }, client.planning.list) });

/** The planning of the current week. */
export function prefetchPlanning(queries: QueryClient) {
  const lundi = mondayOf(readMoment().jour);
  return queries.prefetchQuery(planning(lundi, addDays(lundi, 6)));
}

/** One reservation, never from the cache; read again at each change. */
export const useReservation = (id: string) =>
  useQuery(orpc.reservations.get.queryOptions({ input: { id }, refetchOnMount: 'always', gcTime: 0, select: (read): ReservationAsRead => read }));

/** Both end once the page has been read again: the focus must return to a page that no longer changes. */
export const useUpdateReservation = () =>
  useMutation(orpc.reservations.update.mutationOptions({ onSettled: useReadAgainAfter(api.reservations.update, { wait: true }) }));
export const useRemoveReservation = () => useMutation(orpc.reservations.remove.mutationOptions({
  mutationFn: (input) => endSurely(input.id, () => client.reservations.remove(input), () => true), onSettled: useReadAgainAfter(api.reservations.remove, { wait: true }),
}));

/** Reservations whose end, by a deletion or by their rider, had no answer. */
const unanswered = new Set<string>();

type Found = Awaited<ReturnType<typeof client.reservations.get>>;

/**
 * Ends a reservation. Where the answer was lost, it is looked up: one that is gone, or such that `lasts` is false, was ended by this
 * call, not by someone else (UI-32).
 */
export async function endSurely(id: string, end: () => Promise<{ success: boolean }>, lasts: (found: Found) => boolean): Promise<{ success: boolean }> {
  try {
    return await end();
  } catch (error) {
    const code = codeOf(error);
    if (code === null) unanswered.add(id);
    const there = code === null ? await isThere(id, lasts) : code !== 'reservation_introuvable' && code !== 'lecon_deja_annulee';
    if (there) unanswered.delete(id); // a later end is someone else's
    if (there !== false || !unanswered.has(id)) throw error;
    return { success: true };
  }
}

/** Whether a reservation is stored and lasts; null where that has no answer either. */
async function isThere(id: string, lasts: (found: Found) => boolean): Promise<boolean | null> {
  const found = client.reservations.get({ id }).then(lasts, (error: unknown) => (codeOf(error) === 'reservation_introuvable' ? false : null));
  return await withinMs(LOOK_UP, found) ?? null;
}
