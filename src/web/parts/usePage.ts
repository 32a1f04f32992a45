// chunk: people-lists
import { useEffect } from 'react';
import { useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { pageAsked } from '#domain/core/pages.ts';

/**
 * The page of a list, kept in the address so that it survives reloading and going back, and the
 * function that changes it. `name`: its parameter.
 */
export function usePage(name: string): [number, (page: number) => void] {
  const [params, setParams] = useSearchParams();
  const turn = (page: number) => {
    const next = new URLSearchParams(params);
    if (page > 1) next.set(name, String(page));
    else next.delete(name);
    setParams(next, { replace: true });
  };
  return [pageAsked(params.get(name)), turn];
}

/** Replaces a page without rows by the first one: its last row was removed after it was opened. */
export function useFirstPageIfEmpty(
  rows: readonly unknown[] | undefined,
  [page, turn]: ReturnType<typeof usePage>,
): void {
  const empty = page > 1 && rows?.length === 0;
  useEffect(() => {
    if (empty) turn(1);
  });
}
