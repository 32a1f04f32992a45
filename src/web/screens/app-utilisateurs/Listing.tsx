import type { ReactNode, RefObject } from 'react';
import { PER_PAGE, pagesOf } from '#domain/core/pages.ts';
import { Pill } from '#web/ui/messages/Badge.tsx';
import { Pagination } from '#web/ui/pages/Pagination.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';

type ListingProps<Row> = {
  /** Its place in the address and in the counters. */
  cle: string;
  titre: string;
  /** Below the title. */
  intro?: string;
  /** Beside the title. */
  action?: ReactNode;
  query: {
    data: Row[] | undefined;
    isError: boolean;
    isPlaceholderData: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Shown if nothing could be read. */
  illisible: string;
  columns: readonly Column<Row>[];
  /** Further classes of a row that is a card. */
  cardClass?: string;
  /** Between title and table. */
  above?: ReactNode;
  empty: ReactNode;
  /** How many rows match. Undefined if it is unknown. */
  total: number | undefined;
  page: number;
  onPage: (page: number) => void;
  /** Gets the focus when the page is turned. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** Its dialogs. */
  children: ReactNode;
};

/** One table of this screen with its title and its pages. */
export function Listing<Row extends { id: string }>({
  cle,
  titre,
  intro,
  action,
  query,
  illisible,
  columns,
  cardClass,
  above,
  empty,
  total,
  page,
  onPage,
  heading,
  children,
}: ListingProps<Row>) {
  const turn = (next: number) => {
    onPage(next);
    heading.current?.focus();
  };
  return (
    <section aria-labelledby={`titre-${cle}`} className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2
            ref={heading}
            id={`titre-${cle}`}
            tabIndex={-1}
            className="flex scroll-mt-20 items-center gap-2.5 rounded-field"
          >
            {titre}
            {total !== undefined && <Pill>{total}</Pill>}
          </h2>
          {intro && <p className="mt-1 text-muted">{intro}</p>}
        </div>
        {action}
      </div>
      {above}
      {query.isError && !query.data ? (
        <Unreadable queries={[query]}>{illisible}</Unreadable>
      ) : (
        <div
          className={
            query.isPlaceholderData ? 'opacity-60 transition-opacity delay-150' : undefined
          }
          aria-busy={query.isPlaceholderData}
        >
          <Table
            dense
            label={titre}
            columns={columns}
            {...(cardClass && { cardClass })}
            rows={query.data ?? []}
            keyOf={({ id }) => id}
            loading={!query.data}
            empty={empty}
          />
        </div>
      )}
      <Pagination
        label={`Pages\u202f: ${titre}`}
        page={page}
        pages={total === undefined ? null : pagesOf(total)}
        hasNext={total === undefined ? query.data?.length === PER_PAGE : page < pagesOf(total)}
        onPage={turn}
      />
      {children}
    </section>
  );
}
