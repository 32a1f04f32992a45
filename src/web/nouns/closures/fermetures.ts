// chunk: app
/** Closures of arenas, which every rider may read. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { addDays, mondayOf } from '#domain/core/calendrier.ts';
import { fermeturesOfDay } from '#domain/closures.ts';
import { orpc } from '#web/data/queries.ts';

/** The closures from one day to another. */
export const useFermetures = (du: string, au: string) =>
  useQuery(orpc.fermetures.list.queryOptions({ input: { du, au } }));

/**
 * The closures on a day, read with its week, which the planning mostly shows already. Nothing is
 * read without a day.
 */
export function useFermeturesOfDay(jour: string | null) {
  const du = jour && mondayOf(jour);
  return useQuery(
    orpc.fermetures.list.queryOptions({
      input: du ? { du, au: addDays(du, 6) } : skipToken,
      select: (week) => fermeturesOfDay(week, jour ?? ''),
    }),
  );
}
