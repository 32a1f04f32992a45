/** A lesson that is booked again (RIDE-70 to RIDE-72); it is stored by `booking.ts`. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { orpc } from '#web/data/queries.ts';

/** The usual lessons, each at its next free moment. */
export const useReprises = () => useQuery(orpc.reprises.list.queryOptions());

/** One of the person's own lessons a week later. */
export const useEncore = (id: string | null) =>
  useQuery(orpc.reprises.encore.queryOptions({ input: id === null ? skipToken : { id } }));
