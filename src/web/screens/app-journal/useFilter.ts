import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { isJour } from '#domain/core/calendrier.ts';
import { CATEGORIES, type CategorieJournal } from '#domain/journal/categories.ts';
import { pageAsked } from '#domain/core/pages.ts';
import type { FiltreJournal } from '#web/nouns/journal.ts';

type Fields = {
  categorie: CategorieJournal | null;
  par: string | null;
  du: string | null;
  au: string | null;
  q: string;
  page: number;
};

export type Filter = {
  fields: Fields;
  /** The filter as the input of the call. */
  input: FiltreJournal & { page: number };
  /** The end is before the start. */
  reversed: boolean;
  /** Another filter starts at the first page. */
  change: (fields: Partial<Fields>) => void;
  reset: () => void;
};

const NONE: Fields = { categorie: null, par: null, du: null, au: null, q: '', page: 1 };

const jourOf = (text: string | null): string | null =>
  text !== null && isJour(text) ? text : null;

function read(params: URLSearchParams): Fields {
  return {
    categorie: CATEGORIES.find((one) => one === params.get('categorie')) ?? null,
    par: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(params.get('par') ?? '')?.[0] ?? null,
    du: jourOf(params.get('du')),
    au: jourOf(params.get('au')),
    q: (params.get('q') ?? '').slice(0, 200),
    page: pageAsked(params.get('page')),
  };
}

/** The filter and the page, kept in the address so that they survive reloading and going back. */
export function useFilter(): Filter {
  const [params, setParams] = useSearchParams();
  // The choice is drawn immediately. The address follows when its page is drawn.
  const [fields, show] = useOptimistic(read(params));
  const go = (next: Fields) =>
    startTransition(() => {
      show(next);
      const given = Object.entries({
        ...next,
        page: next.page > 1 ? String(next.page) : '',
      }).filter(([, value]) => value !== null && value !== '');
      setParams(given as [string, string][], { replace: true });
    });
  const { categorie, par, du, au, q, page } = fields;
  return {
    fields,
    input: {
      ...(categorie && { categorie }),
      ...(par && { par }),
      ...(du && { du }),
      ...(au && { au }),
      ...(q.trim() && { q: q.trim() }),
      page,
    },
    reversed: du !== null && au !== null && au < du,
    change: (changed) => go({ ...fields, page: 1, ...changed }),
    reset: () => go(NONE),
  };
}
