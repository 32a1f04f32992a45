/** The person's own account: its changes and its open sessions. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { User } from '#domain/people/users.ts';
import { client } from '../client.ts';
import type { Procedure } from '../nouns.ts';
import { orpc, useReadAgainAfter } from '../queries.ts';
import { endAccount } from '../session.ts';
import { sure, useSurely } from '../surely.ts';

/** The person's open sessions, the latest first (PEOPLE-17). */
export const useSessions = () => useQuery(orpc.profil.listSessions.queryOptions());
export const prefetchSessions = (queries: QueryClient) =>
  queries.prefetchQuery(orpc.profil.listSessions.queryOptions());

/** Options of a change of the account: the answer replaces the cached one at once. */
function useProfilOptions(call: Procedure) {
  const queries = useQueryClient();
  return {
    onSuccess: (profil: User) => {
      queries.setQueryData(orpc.profil.get.queryKey(), profil);
    },
    onSettled: useReadAgainAfter(call),
  };
}

const UPDATE = sure<Parameters<typeof client.profil.update>[0], User>({
  write: client.profil.update,
  find: async (asked) => {
    const found = await client.profil.get();
    // What is empty is stored as null, and without spaces around it (PEOPLE-12).
    return Object.entries(asked).every(
      ([field, value]) => (found[field as keyof User] ?? '') === (value ?? '').trim(),
    )
      ? found
      : null;
  },
});

/** `onSaved` is called also when the screen was left meanwhile. */
export function useUpdateProfil(onSaved: () => void) {
  const queries = useQueryClient();
  return useSurely(UPDATE, {
    call: api.profil.update,
    onSuccess: (profil) => {
      queries.setQueryData(orpc.profil.get.queryKey(), profil);
      onSaved();
    },
  });
}
export const useSetPhoto = () =>
  useMutation(orpc.profil.setPhoto.mutationOptions(useProfilOptions(api.profil.setPhoto)));
export const useRemovePhoto = () =>
  useMutation(orpc.profil.removePhoto.mutationOptions(useProfilOptions(api.profil.removePhoto)));

/** Which emails the person wants (MAIL-24). */
export const useEmails = () => useQuery(orpc.profil.emails.queryOptions());
export const useSetEmails = () =>
  useMutation(
    orpc.profil.setEmails.mutationOptions({ onSettled: useReadAgainAfter(api.profil.setEmails) }),
  );

/** PEOPLE-23. */
export const useChangePassword = () =>
  useMutation(
    orpc.profil.changePassword.mutationOptions({
      onSettled: useReadAgainAfter(api.profil.changePassword),
    }),
  );

export const useSendPasswordEmail = () =>
  useMutation(orpc.profil.sendPasswordEmail.mutationOptions());

/**
 * Everything that is stored about the person (PEOPLE-33). A change, not a query: nothing of it is
 * kept here.
 */
export const useDonnees = () => useMutation({ mutationFn: () => client.profil.donnees() });

/** Deletes the person's account (PEOPLE-30). */
export const useDeleteAccount = () =>
  useMutation(orpc.profil.remove.mutationOptions({ onSuccess: endAccount }));

/** Ends one of the person's sessions by its id; with 'autres', all but this one. */
export const useEndSessions = () =>
  useMutation({
    mutationFn: (id: string) =>
      id === 'autres' ? client.profil.endOtherSessions() : client.profil.endSession({ id }),
    onSettled: useReadAgainAfter(api.profil.endSession),
  });

/** Another address of one's own account, or none (PEOPLE-40). */
export const useChangeEmail = () =>
  useMutation(orpc.profil.changeEmail.mutationOptions(useProfilOptions(api.profil.changeEmail)));
export const useWithdrawEmail = () =>
  useMutation(
    orpc.profil.withdrawEmail.mutationOptions(useProfilOptions(api.profil.withdrawEmail)),
  );
