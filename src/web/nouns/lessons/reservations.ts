/** Everyone's reservations, for administrators. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import { plannedLecons } from '#domain/planning/journees.ts';
import { client, codeOf } from '#web/data/client.ts';
import { readDays } from '#web/data/days.ts';
import { orpc } from '#web/data/queries.ts';

/** DESK-02: the figures of the three cards. */
export const useResumeReservations = () => useQuery(orpc.reservations.resume.queryOptions());

/** CLI-09: the seats without a customer. */
export const useSansClient = () => useQuery(orpc.reservations.sansClient.queryOptions());

/** Future lessons, counted by what a change of the rules may affect. */
export const useAVenir = () => useQuery(orpc.reservations.aVenir.queryOptions());

/**
 * Every reservation from `du` to `au`, both included, by day and hour (ADR-015). Nothing is read
 * without a day. The answer for another range is never shown.
 */
export const useReservations = (du: string | null, au = du) =>
  useQuery(reservationsQuery(du && au ? { du, au } : null));

/** The query of `useReservations`. */
export const reservationsQuery = (days: { du: string; au: string } | null) =>
  orpc.reservations.list.queryOptions({
    input: days ? { ...days, sort: 'date_reservation' } : skipToken,
  });

/** The data of the week's planning from `du` to `au`, without cancelled lessons (DESK-04). */
export const usePlanning = (du: string, au: string) =>
  useQuery({ ...planningQuery(du, au), select: plannedLecons });

/** The query of `usePlanning`. */
export const planningQuery = (du: string, au: string) =>
  orpc.planning.list.queryOptions({
    input: { du, au },
    queryFn: readDays({ du, au }, client.planning.list),
  });

/** One reservation, never from the cache; read again at each change. Nothing is read for null. */
export const useReservation = (id: string | null) =>
  useQuery(
    orpc.reservations.get.queryOptions({
      input: id ? { id } : skipToken,
      refetchOnMount: 'always',
      gcTime: 0,
      select: (read): ReservationAsRead => read,
    }),
  );

export type Found = Awaited<ReturnType<typeof client.reservations.get>>;

/** Finds out whether a reservation is gone, or `lasts` is no longer true for it. */
export async function findEnded(
  id: string,
  lasts: (found: Found) => boolean,
): Promise<{ success: boolean } | null> {
  const there = await client.reservations.get({ id }).then(lasts, (error: unknown) => {
    if (codeOf(error) !== 'reservation_introuvable') throw error;
    return false;
  });
  return there ? null : { success: true };
}
