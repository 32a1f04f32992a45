/** The person's own account: its changes and its open sessions. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { normalizeEmail, type User } from '#domain/people/users.ts';
import { client } from '#web/data/client.ts';
import type { Procedure } from '#web/data/nouns.ts';
import { orpc, useReadAgainAfter } from '#web/data/queries.ts';
import { endAccount } from '#web/data/session.ts';
import { isStored, isTyped, sure, type Sure, useSurely } from '#web/data/surely.ts';

/** The person's open sessions, the latest first (PEOPLE-17). */
export const useSessions = () => useQuery(orpc.profil.listSessions.queryOptions());
export const prefetchSessions = (queries: QueryClient) =>
  queries.prefetchQuery(orpc.profil.listSessions.queryOptions());

/** The person's own account after a change, if `isDone` is true for it. */
const change = <I>(write: (input: I) => Promise<User>, isDone: (user: User, input: I) => boolean) =>
  sure<I, User>({
    write,
    find: async (input) => {
      const found = await client.profil.get();
      return isDone(found, input) ? found : null;
    },
  });
const UPDATE = change(client.profil.update, isTyped);
/** `avant`: the address of the photo that is replaced. */
const PHOTO = change(
  ({ fichier }: { fichier: File; avant: string | null }) => client.profil.setPhoto(fichier),
  ({ profile_image_url: url }, { avant }) => url !== null && url !== avant,
);
const PHOTO_REMOVAL = change<void>(
  () => client.profil.removePhoto(),
  ({ profile_image_url: url }) => url === null,
);
const EMAIL = change(client.profil.changeEmail, (user, { email }) =>
  [user.email, user.email_demande].includes(normalizeEmail(email)),
);
const WITHDRAWAL = change<void>(
  () => client.profil.withdrawEmail(),
  ({ email_demande }) => email_demande === null,
);

/** A change of the account. The answer replaces the cached account immediately. */
function useChange<I>(
  look: Sure<I, User>,
  call: Procedure,
  options: { once?: boolean; onSaved?: () => void } = { once: true },
) {
  const queries = useQueryClient();
  return useSurely(look, {
    call,
    ...(options.once && { once: true }),
    onSuccess: (profil) => {
      queries.setQueryData(orpc.profil.get.queryKey(), profil);
      options.onSaved?.();
    },
  });
}

/** `onSaved` is called even if the screen has been left in the meantime. */
export const useUpdateProfil = (onSaved: () => void) =>
  useChange(UPDATE, api.profil.update, { onSaved });
export const useSetPhoto = () => useChange(PHOTO, api.profil.setPhoto);
export const useRemovePhoto = () => useChange(PHOTO_REMOVAL, api.profil.removePhoto);

const EMAILS = sure({
  write: client.profil.setEmails,
  find: async (asked: Parameters<typeof client.profil.setEmails>[0]) => {
    const found = await client.profil.emails();
    return isStored(found, asked) ? found : null;
  },
});

/** Which emails the person wants (MAIL-24). */
export const useEmails = () => useQuery(orpc.profil.emails.queryOptions());
export const useSetEmails = () => useSurely(EMAILS, { call: api.profil.setEmails, once: true });

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
 * Everything that is stored about the person (PEOPLE-33). A mutation, not a query: its result is
 * not cached.
 */
export const useDonnees = () => useMutation({ mutationFn: () => client.profil.donnees() });

/** Deletes the person's account (PEOPLE-30). */
export const useDeleteAccount = () =>
  useMutation(orpc.profil.remove.mutationOptions({ onSuccess: endAccount }));

const ENDING = sure<string, { success: boolean }>({
  write: (id) =>
    id === 'autres' ? client.profil.endOtherSessions() : client.profil.endSession({ id }),
  find: async (asked) =>
    (await client.profil.listSessions()).some(({ id, courante }) =>
      asked === 'autres' ? !courante : id === asked,
    )
      ? null
      : { success: true },
  ended: ['session_introuvable'],
});

/** Ends one of the person's sessions by its id; with 'autres', all except this one. */
export const useEndSessions = () => useSurely(ENDING, { call: api.profil.endSession, once: true });

/** Replaces or removes the email of the person's own account (PEOPLE-40). */
export const useChangeEmail = () => useChange(EMAIL, api.profil.changeEmail);
export const useWithdrawEmail = () => useChange(WITHDRAWAL, api.profil.withdrawEmail);
