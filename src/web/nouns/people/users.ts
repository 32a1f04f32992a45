/** Lists of accounts, for administrators. */
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import type { UserFilter } from '#domain/people/users.ts';
import { orpc } from '#web/data/queries.ts';

/** One page of the accounts. The rows of the previous search stay until the next ones arrive. */
export const useUsers = ({ q, ...filter }: UserFilter & { page: number }) =>
  useQuery(
    orpc.users.list.queryOptions({
      input: { ...filter, ...(q && { q }) },
      placeholderData: keepPreviousData,
    }),
  );

/** PEOPLE-01: the three counters; with `q`, of the matching accounts. */
export const useResumeUsers = (q = '') =>
  useQuery(
    orpc.users.resume.queryOptions({ input: q ? { q } : {}, placeholderData: keepPreviousData }),
  );

/** What the page of accounts shows first: all of it, so that it is drawn once (ADR-030). */
export const prefetchUsers = (queries: QueryClient) =>
  Promise.all([
    queries.prefetchQuery(orpc.users.resume.queryOptions({ input: {} })),
    ...(['en_attente', 'approuve', 'refuse'] as const).map((statut) =>
      queries.prefetchQuery(
        orpc.users.list.queryOptions({ input: { statut, role: 'utilisateur', page: 1 } }),
      ),
    ),
    queries.prefetchQuery(orpc.clients.list.queryOptions({ input: { page: 1 } })),
    queries.prefetchQuery(orpc.users.openDay.queryOptions()),
    queries.prefetchQuery(orpc.courriels.resume.queryOptions()),
  ]);

/** A day of sign-ups (ACC-82): until when sign-ups are open. */
export const useOpenDay = () => useQuery(orpc.users.openDay.queryOptions());
