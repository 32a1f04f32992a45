import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { TEXTES } from './textes.ts';

/** How many the server gives at once (§7). */
const PAR_PAGE = 100;

type PagesProps = { page: number; total: number | undefined; onPage: (page: number) => void };

/** From one page of the list to the next; nothing while one is enough. */
export function Pages({ page, total, onPage }: PagesProps) {
  const pages = Math.max(1, Math.ceil((total ?? 0) / PAR_PAGE));
  if (pages === 1 && page === 1) return null;
  const go = (next: number) => {
    onPage(next);
    window.scrollTo(0, 0);
  };
  return (
    <nav aria-label={TEXTES.pages} className="mt-4 flex flex-wrap items-center justify-center gap-3">
      <Button variant="secondary" disabled={page <= 1} onClick={() => go(Math.min(page - 1, pages))} icon={<ChevronLeft aria-hidden className="size-5 shrink-0" />}>{TEXTES.precedents}</Button>
      <p role="status">Page {page} sur {pages}</p>
      <Button variant="secondary" disabled={page >= pages} onClick={() => go(page + 1)}>
        {TEXTES.suivants}
        <ChevronRight aria-hidden className="size-5 shrink-0" />
      </Button>
    </nav>
  );
}
