/** Accounts, for administrators: who they are, and what is decided about them. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { FiltreUsers } from '#domain/users.ts';
import { statusOf } from './client.ts';
import { invalidateNouns } from './nouns.ts';
import { orpc } from './queries.ts';

/** One page of the accounts. The rows of the last search stay until those of the next are there. */
export const useUsers = ({ q, ...filtre }: FiltreUsers & { page: number }) =>
  useQuery(orpc.users.list.queryOptions({ input: { ...filtre, ...(q && { q }) }, placeholderData: keepPreviousData }));

/** §2: the three counters; with `q`, of the accounts that match. */
export const useResumeUsers = (q = '') =>
  useQuery(orpc.users.resume.queryOptions({ input: q ? { q } : {}, placeholderData: keepPreviousData }));

/**
 * What a decision changes is read again, also after a refusal: the account is no longer what one saw. Not when the
 * session is over: its screen has a word to say before the guard leads out (decision 3).
 */
function useApresDecision() {
  const queries = useQueryClient();
  return {
    onSettled: (_: unknown, error: unknown) => {
      if (statusOf(error) !== 401) void invalidateNouns(queries, api.users.remove['~orpc'].meta.changes ?? []);
    },
  };
}

export const useApproveUser = () => useMutation(orpc.users.approve.mutationOptions(useApresDecision()));
export const useRefuseUser = () => useMutation(orpc.users.refuse.mutationOptions(useApresDecision()));
export const useUpdateUser = () => useMutation(orpc.users.update.mutationOptions(useApresDecision()));
export const useRemoveUser = () => useMutation(orpc.users.remove.mutationOptions(useApresDecision()));
