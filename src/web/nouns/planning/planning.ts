/** What the screen of the planning reads first. In the code of that screen: riders never load it. */
import type { QueryClient } from '@tanstack/react-query';
import { addDays, mondayOf } from '#domain/core/calendrier.ts';
import { readMoment } from '#web/data/horloge.ts';
import { orpc } from '#web/data/queries.ts';
import { planningQuery, reservationsQuery } from '../lessons/reservations.ts';

/** The planning of the current week, what it is drawn with, the counters above it, and today. */
export function prefetchPlanning(queries: QueryClient) {
  const { jour } = readMoment();
  const today = { du: jour, au: jour };
  const du = mondayOf(jour);
  const au = addDays(du, 6);
  return Promise.all([
    queries.prefetchQuery(planningQuery(du, au)),
    queries.prefetchQuery(orpc.fermetures.list.queryOptions({ input: { du, au } })),
    queries.prefetchQuery(orpc.typesLecons.list.queryOptions({ input: { tous: '1' } })),
    queries.prefetchQuery(reservationsQuery(today)),
    queries.prefetchQuery(orpc.cavaliers.notes.queryOptions({ input: today })),
    queries.prefetchQuery(orpc.reservations.resume.queryOptions()),
    queries.prefetchQuery(orpc.reservations.sansClient.queryOptions()),
    queries.prefetchQuery(orpc.users.resume.queryOptions({ input: {} })),
    queries.prefetchQuery(orpc.courriels.resume.queryOptions()),
  ]);
}
