/** Accounts, for administrators: lists and decisions. */
import { keepPreviousData, type QueryClient, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { UserFilter } from '#domain/users.ts';
import { orpc, useReadAgainAfter } from './queries.ts';

/** One page of the accounts. The rows of the last search stay until the next ones arrive. */
export const useUsers = ({ q, ...filter }: UserFilter & { page: number }) =>
  useQuery(orpc.users.list.queryOptions({ input: { ...filter, ...(q && { q }) }, placeholderData: keepPreviousData }));

/** The active accounts that match a text; nothing is read without a text. The last matches stay until the next ones arrive. */
export const useActiveUsers = (q: string) =>
  useQuery(orpc.users.list.queryOptions({ input: q ? { statut: 'actif', q } : skipToken, placeholderData: keepPreviousData }));

/** PEOPLE-01: the three counters; with `q`, of the accounts that match. */
export const useResumeUsers = (q = '') =>
  useQuery(orpc.users.resume.queryOptions({ input: q ? { q } : {}, placeholderData: keepPreviousData }));

/** What the page of accounts shows first: the counters and the first table. */
export const prefetchUsers = (queries: QueryClient) => Promise.all([
  queries.prefetchQuery(orpc.users.resume.queryOptions({ input: {} })),
  queries.prefetchQuery(orpc.users.list.queryOptions({ input: { statut: 'en_attente', role: 'utilisateur', page: 1 } })),
]);

export const useApproveUser = () => useMutation(orpc.users.approve.mutationOptions({ onSettled: useReadAgainAfter(api.users.approve) }));
export const useRefuseUser = () => useMutation(orpc.users.refuse.mutationOptions({ onSettled: useReadAgainAfter(api.users.refuse) }));
export const useUpdateUser = () => useMutation(orpc.users.update.mutationOptions({ onSettled: useReadAgainAfter(api.users.update) }));
export const useRemoveUser = () => useMutation(orpc.users.remove.mutationOptions({ onSettled: useReadAgainAfter(api.users.remove) }));
export const useResetSecondFactor = () =>
  useMutation(orpc.users.resetSecondFactor.mutationOptions({ onSettled: useReadAgainAfter(api.users.resetSecondFactor) }));
export const useUnlockUser = () => useMutation(orpc.users.unlock.mutationOptions({ onSettled: useReadAgainAfter(api.users.unlock) }));
export const useResendConfirmation = () =>
  useMutation(orpc.users.resendConfirmation.mutationOptions({ onSettled: useReadAgainAfter(api.users.resendConfirmation) }));
export const useCorrectUser = () => useMutation(orpc.users.correct.mutationOptions({ onSettled: useReadAgainAfter(api.users.correct) }));
export const useWithdrawUserEmail = () => useMutation(orpc.users.withdrawEmail.mutationOptions({ onSettled: useReadAgainAfter(api.users.withdrawEmail, { wait: true }) }));
/** A day of sign-ups (ACC-82): until when one is open; opened and closed. */
export const useOpenDay = () => useQuery(orpc.users.openDay.queryOptions());
export const useSetOpenDay = () => useMutation(orpc.users.setOpenDay.mutationOptions({ onSettled: useReadAgainAfter(api.users.setOpenDay, { wait: true }) }));
