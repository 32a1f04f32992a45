/** The journal, for administrators. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CategorieJournal } from '#domain/journal/categories.ts';
import { orpc } from '../data/queries.ts';

export type FiltreJournal = {
  categorie?: CategorieJournal;
  par?: string;
  du?: string;
  au?: string;
  q?: string;
};

/** One page of the journal. The lines of the previous filter stay until the next ones arrive. */
export const useJournal = (filtre: FiltreJournal & { page: number }) =>
  useQuery(orpc.journal.list.queryOptions({ input: filtre, placeholderData: keepPreviousData }));
