import { PER_PAGE } from '#domain/core/pages.ts';
import { useClients } from '#web/nouns/customers/clients.ts';
import { useFirstPageIfEmpty } from '#web/parts/usePage.ts';
import type { View } from './useView.ts';

export type ClientList = {
  clients: ReturnType<typeof useClients>;
  /** How many customers match in total. Undefined until a page with less than `PER_PAGE` is read. */
  total: number | undefined;
  page: number;
  turnTo: (page: number) => void;
};

/** The page of the customers without an account. */
export function useClientList({ pageOf, turn }: View, q: string | undefined): ClientList {
  const page = pageOf('clients');
  const turnTo = (next: number) => turn('clients', next);
  const clients = useClients({ q, page });
  useFirstPageIfEmpty(clients.data, [page, turnTo]);
  const { data, isPlaceholderData } = clients;
  const total =
    data && !isPlaceholderData && data.length < PER_PAGE
      ? (page - 1) * PER_PAGE + data.length
      : undefined;
  return { clients, total, page, turnTo };
}
