/** The journal and the deleted reservations, for administrators. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { CategorieJournal } from '#domain/journal/categories.ts';
import { orpc, useReadAgainAfter } from '../queries.ts';

export type FiltreJournal = {
  categorie?: CategorieJournal;
  par?: string;
  du?: string;
  au?: string;
  q?: string;
};

/** One page of the journal. The lines of the last filter stay until the next ones arrive. */
export const useJournal = (filtre: FiltreJournal & { page: number }) =>
  useQuery(orpc.journal.list.queryOptions({ input: filtre, placeholderData: keepPreviousData }));

/** One page of the deleted reservations, the latest deletion first (DESK-31). */
export const useSupprimees = (page: number) =>
  useQuery(orpc.reservations.listDeleted.queryOptions({ input: { page } }));

/** One page of the participants whom the desk took out, the latest first (DESK-33). */
export const useRetires = (page: number) =>
  useQuery(orpc.reservations.listRetires.queryOptions({ input: { page } }));

/**
 * Both end once the list has been read again: the focus must return to a page that no longer
 * changes.
 */
export const useRestore = () =>
  useMutation(
    orpc.reservations.restore.mutationOptions({
      onSettled: useReadAgainAfter(api.reservations.restore, { wait: true }),
    }),
  );
export const usePutBack = () =>
  useMutation(
    orpc.reservations.putBack.mutationOptions({
      onSettled: useReadAgainAfter(api.reservations.putBack, { wait: true }),
    }),
  );
