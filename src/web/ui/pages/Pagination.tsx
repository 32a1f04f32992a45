// chunk: people-lists
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../basics/Button.tsx';
import * as TEXTS from '../basics/texts.ts';

type PaginationProps = {
  /** Accessible name of the navigation: the name of the list. */
  label: string;
  page: number;
  /** The number of pages. Null if it is unknown. */
  pages: number | null;
  /** Whether another page follows. */
  hasNext: boolean;
  onPage: (page: number) => void;
};

/** Previous and next page. Renders nothing if there is only one page. */
export function Pagination({ label, page, pages, hasNext, onPage }: PaginationProps) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav
      aria-label={label}
      className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-2"
    >
      <Button
        variant="secondary"
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
        icon={<ChevronLeft aria-hidden className="size-5" />}
      >
        {TEXTS.previous}
      </Button>
      <p className="order-first w-full text-center sm:order-none sm:w-auto">
        {TEXTS.page} {page}
        {pages !== null && ` ${TEXTS.of} ${pages}`}
      </p>
      <Button variant="secondary" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        {TEXTS.next}
        <ChevronRight aria-hidden className="size-5" />
      </Button>
    </nav>
  );
}
