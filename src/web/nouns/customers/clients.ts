// chunk: people-lists
/** Customers: who pays (CLI-01). For administrators. */
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Client, ClientSaisi } from '#domain/customers/clients.ts';
import { client, codeOf, sentenceOf } from '#web/data/client.ts';
import { orpc } from '#web/data/queries.ts';
import { isStored, sure, useSurely } from '#web/data/surely.ts';

/**
 * One page of the customers without an account. The rows of the previous search stay until the next
 * ones arrive.
 */
export const useClients = ({ q, page }: { q: string | undefined; page: number }) =>
  useQuery(
    orpc.clients.list.queryOptions({
      input: { page, ...(q && { q }) },
      placeholderData: keepPreviousData,
    }),
  );

/**
 * The customers that a text finds, for the person who chooses one (CLI-04). The previous ones stay
 * until the next ones arrive.
 */
export const useFoundClients = (q: string) =>
  useQuery(
    orpc.clients.search.queryOptions({
      input: q === '' ? skipToken : { q },
      placeholderData: keepPreviousData,
    }),
  );

/**
 * The customers that a text finds, with their riders and usual lesson types (DESK-72). The previous
 * ones stay until the next ones arrive.
 */
export const usePropositions = (q: string) =>
  useQuery(
    orpc.clients.propose.queryOptions({
      input: q === '' ? skipToken : { q },
      placeholderData: keepPreviousData,
    }),
  );

/** The lesson type that the desk booked last; null if there is none. */
export const useLastType = (): string | null =>
  useQuery(orpc.clients.propose.queryOptions({ input: { q: '' } })).data?.dernier ?? null;

/** `nom` and `email`: used to look the customer up. */
type Asked = Pick<Client, 'id' | 'nom' | 'email'>;

/** The stored customer that is as `asked`. Null if there is none. */
const findClient = async (asked: ClientSaisi & { id?: string }) =>
  (await client.clients.list({ q: asked.email ?? asked.nom })).find((one) =>
    isStored(one, asked),
  ) ?? null;
const findSame = async ({ id, nom, email }: Asked) =>
  (await client.clients.list({ q: email ?? nom })).find((one) => one.id === id) ?? null;

const ADDITION = sure<ClientSaisi, Client>({
  write: client.clients.create,
  find: findClient,
  ended: ['client_existe'],
});
const UPDATE = sure<ClientSaisi & { id: string; version: number }, Client>({
  write: client.clients.update,
  find: findClient,
  own: ['client_change'],
});
/** `compte`: whether the customer has an account. */
type Paid = Asked & { payeur: string | null; avant: string | null; compte?: boolean };
const PAYEUR = sure<Paid, { success: boolean }>({
  write: ({ id, payeur, avant }) => client.clients.setPayeur({ id, payeur, avant }),
  own: ['client_change'],
  find: async ({ payeur, avant: _, compte, ...asked }) => {
    const { id, email, nom } = asked;
    const found = compte
      ? (await client.users.list({ q: email ?? nom, page: 1 })).find((one) => one.id === id)
      : await findSame(asked);
    return found && (found.payeur?.id ?? null) === payeur ? { success: true } : null;
  },
});
const INVITATION = sure<{ id: string; email: string }, { courriel: string | null }>({
  write: client.clients.invite,
  find: async ({ id, email }) =>
    (await client.users.list({ q: email, page: 1 })).some((one) => one.id === id)
      ? { courriel: null }
      : null,
  own: ['client_deja_invite', 'email_pris'],
});
const FUSION = sure<Asked & { vers: string }, { success: boolean }>({
  write: ({ id, vers }) => client.clients.merge({ id, vers }),
  find: async (asked) => ((await findSame(asked)) ? null : { success: true }),
  ended: ['client_inconnu'],
});
const REMOVAL = sure<Asked, { success: boolean }>({
  write: ({ id }) => client.clients.remove({ id }),
  find: async (asked) => ((await findSame(asked)) ? null : { success: true }),
  ended: ['client_inconnu'],
});

/** All end once the list has been read again, because the focus returns to a row of it. */
export const useAddClient = () =>
  useSurely(ADDITION, { call: api.clients.create, once: true, wait: true });
/** Replaces all fields. */
const useUpdateClient = () =>
  useSurely(UPDATE, { call: api.clients.update, once: true, wait: true });
export const useSetPayeur = () =>
  useSurely(PAYEUR, { call: api.clients.setPayeur, once: true, wait: true });
const useInviteClient = () =>
  useSurely(INVITATION, { call: api.clients.invite, once: true, wait: true });
export const useMergeClient = () =>
  useSurely(FUSION, { call: api.clients.merge, once: true, wait: true });
export const useRemoveClient = () =>
  useSurely(REMOVAL, { call: api.clients.remove, once: true, wait: true });

const NON_ENREGISTRE = "Le client n'a pas pu être enregistré. Veuillez réessayer.";
const NON_INVITE = "L'invitation n'a pas pu être faite. Veuillez réessayer.";

/**
 * Stores a customer without an account, a new one if `stored` is null. Answers what the form shows: a
 * sentence, or that of a field; null if it is stored.
 */
export function useSaveClient() {
  const [add, update] = [useAddClient(), useUpdateClient()];
  return async (
    stored: { id: string; version: number } | null,
    asked: ClientSaisi,
  ): Promise<string | { nom: string } | null> => {
    try {
      await (stored === null
        ? add.mutateAsync(asked)
        : update.mutateAsync({ ...stored, ...asked }));
      return null;
    } catch (error) {
      const sentence = sentenceOf(error, NON_ENREGISTRE);
      return codeOf(error) === 'client_existe' ? { nom: sentence } : sentence;
    }
  };
}

/** Invites a customer at an address (CLI-10); answers in the same way. */
export function useSendInvitation() {
  const invite = useInviteClient();
  return async (id: string, email: string): Promise<string | { email: string } | null> => {
    try {
      await invite.mutateAsync({ id, email });
      return null;
    } catch (error) {
      const sentence = sentenceOf(error, NON_INVITE);
      return codeOf(error) === 'email_pris' ? { email: sentence } : sentence;
    }
  };
}
