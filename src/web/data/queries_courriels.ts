/** Emails, for administrators: the outbox, the previews, and what is done with them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { StatutCourriel } from '#domain/courriels.ts';
import { invalidateNouns } from './nouns.ts';
import { orpc } from './queries.ts';

/** Decision 38: how many stand in each state, and whether this server sends at all. */
export const useResumeCourriels = () => useQuery(orpc.courriels.resume.queryOptions());

/** One page of the outbox, of one state or of all. */
export const useCourriels = (statut: StatutCourriel | null, page: number) =>
  useQuery(orpc.courriels.list.queryOptions({ input: statut ? { statut, page } : { page } }));

/** The emails that were given up, the newest first; asked only when `enabled`. */
export const useCourrielsEchoues = (enabled: boolean) =>
  useQuery(orpc.courriels.list.queryOptions({ input: { statut: 'echoue', page: 1 }, enabled }));

export const useCourriel = (id: string) => useQuery(orpc.courriels.get.queryOptions({ input: { id } }));

/** §2: each email as it is sent, with a sample name. */
export const useApercuCourriels = () => useQuery(orpc.courriels.preview.queryOptions());

/** What either changes is read again, also after a refusal: the row is no longer what one saw. */
function useApresCourriel() {
  const queries = useQueryClient();
  return {
    onSettled: () => {
      void invalidateNouns(queries, api.courriels.resend['~orpc'].meta.changes ?? []);
    },
  };
}

export const useResendCourriel = () => useMutation(orpc.courriels.resend.mutationOptions(useApresCourriel()));
export const useSendTest = () => useMutation(orpc.courriels.sendTest.mutationOptions(useApresCourriel()));
