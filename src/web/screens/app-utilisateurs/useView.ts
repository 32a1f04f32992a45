import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { pageAsked } from '#domain/core/pages.ts';
import type { SectionUsers } from './textes.ts';

type TableName = SectionUsers['cle'] | 'clients';

export type View = {
  /** The text as it was typed. */
  query: string;
  /** Another search starts at the first page of each table. */
  search: (query: string) => void;
  pageOf: (table: TableName) => number;
  turn: (table: TableName, page: number) => void;
};

/**
 * The search and the page of each table, kept in the address so that they survive reloading and
 * going back.
 */
export function useView(): View {
  const [params, setParams] = useSearchParams();
  // The typed text is drawn immediately. The address follows when its lists are drawn.
  const [shown, show] = useOptimistic(params);
  const go = (next: URLSearchParams) =>
    startTransition(() => {
      show(next);
      setParams(next, { replace: true });
    });
  return {
    query: (shown.get('q') ?? '').slice(0, 200),
    search: (q) => go(new URLSearchParams(q && { q })),
    pageOf: (table) => pageAsked(shown.get(table)),
    turn: (table, page) => {
      const next = new URLSearchParams(shown);
      next.set(table, String(page));
      go(next);
    },
  };
}
