/** The administrator's desk: the counters, and all reservations of some days. */
import { useQuery } from '@tanstack/react-query';
import { orpc } from './queries.ts';

/** §2, decision 33: the three cards. */
export const useResumeReservations = () => useQuery(orpc.reservations.resume.queryOptions());

/** Decision 25: every reservation from `du` to `au`, both included. Another range's answer is never shown for this one. */
export const useReservations = (du: string, au: string) =>
  useQuery(orpc.reservations.list.queryOptions({ input: { du, au, sort: 'date_reservation' } }));
