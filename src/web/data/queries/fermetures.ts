/** Closures of arenas, which every rider may read. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { addDays, mondayOf } from '#domain/core/calendrier.ts';
import { fermeturesOfDay } from '#domain/slots/fermetures.ts';
import { orpc } from '../queries.ts';

/** The closures on some days. Nothing is read without a day. */
export const useFermetures = (du: string | null, au = du) =>
  useQuery(orpc.fermetures.list.queryOptions({ input: du && au ? { du, au } : skipToken }));

/** The closures on a day. They are read with its week, which the planning mostly shows already. */
export function useFermeturesOfDay(jour: string | null) {
  const du = jour && mondayOf(jour);
  return useQuery(
    orpc.fermetures.list.queryOptions({
      input: du ? { du, au: addDays(du, 6) } : skipToken,
      select: (week) => fermeturesOfDay(week, jour ?? ''),
    }),
  );
}
