// chunk: people-lists
/* oxlint-disable no-redundant-roles, no-interactive-element-to-noninteractive-role --
   `display: block` removes the roles of a table, so they are written out */
import type { ReactNode } from 'react';
import { cx } from '../basics/cx.ts';
import { Skeleton } from '../messages/Skeleton.tsx';
import { useSlices } from '../hooks/useSlices.ts';

/**
 * From this number of rows on, and while there are placeholders, a card outside the screen is laid
 * out only when it comes near.
 */
const LONG = 30;

/** UI-09: placeholder rows until the first answer. */
const SKELETON_ROWS = 8;

export type Column<Row> = {
  /** The header of the column. On a phone it precedes each value. */
  header: string;
  /** Null if there is no value: a dash in the table, nothing on the card. */
  cell: (row: Row) => ReactNode;
  /**
   * On a phone the value takes the whole width of the card, without the header: for the name of the
   * row, or its buttons.
   */
  bare?: boolean;
  /** The cell is the header of its row, with this id, and can be given the focus. */
  headOf?: (row: Row) => string;
  /** For the header and every cell. */
  className?: string;
};

type TableProps<Row> = {
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The rows have not been read yet. */
  loading?: boolean;
  /** How many rows there will be, if known. */
  expected?: number | undefined;
  /** Narrow cells for many columns, and rows of 56 px if their content has two lines at most. */
  dense?: boolean;
  /** Further classes of a card whose content is about 5.5rem high; of others it is about 14rem. */
  cardClass?: string;
  /** Shown when there are no rows. */
  empty: ReactNode;
};

/**
 * A table if there is room, otherwise one card per row. Both use the same elements with another
 * `display`. A row is `relative`: a control in it may cover the row with
 * `after:absolute after:inset-0`. Many rows are drawn in slices.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  loading = false,
  expected = SKELETON_ROWS,
  dense = false,
  cardClass,
  empty,
}: TableProps<Row>) {
  const padding = dense ? '@4xl:px-3' : '@4xl:px-4';
  const rowClass = cx(
    dense && '@4xl:h-14',
    cardClass,
    (loading || rows.length >= LONG) && '@max-4xl:[content-visibility:auto]',
    cardClass
      ? '@max-4xl:[contain-intrinsic-size:auto_5.5rem]'
      : '@max-4xl:[contain-intrinsic-size:auto_14rem]',
  );
  const cellClass = cx(padding, dense ? '@4xl:py-1' : '@4xl:py-3');
  const drawn = useSlices(rows.length);
  if (!loading && rows.length === 0) return <>{empty}</>;
  return (
    <div className="@container">
      <table
        role="table"
        aria-label={label}
        aria-busy={loading || drawn < rows.length}
        className="block w-full border-separate border-spacing-0 @4xl:table @4xl:rounded-card @4xl:border @4xl:border-hairline @4xl:bg-card @4xl:shadow-card"
      >
        <thead role="rowgroup" className="sr-only @4xl:not-sr-only">
          <tr role="row">
            {columns.map(({ header, className }) => (
              <th
                key={header}
                role="columnheader"
                scope="col"
                className={cx(
                  padding,
                  'bg-sand py-3 text-start text-sm font-semibold first:rounded-ss-card last:rounded-se-card @4xl:sticky @4xl:top-16 @4xl:z-10',
                  className,
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className={cx('flex flex-col @4xl:table-row-group', cardClass ? 'gap-2' : 'gap-3')}
        >
          {loading
            ? Array.from({ length: expected }, (_, i) => (
                <Row
                  key={i}
                  columns={columns}
                  className={rowClass}
                  cellClass={cellClass}
                  cellOf={() => <Skeleton className="my-0.5 h-5 w-full max-w-40" />}
                />
              ))
            : rows
                .slice(0, drawn)
                .map((row) => (
                  <Row
                    key={keyOf(row)}
                    columns={columns}
                    className={rowClass}
                    cellClass={cellClass}
                    row={row}
                    cellOf={({ cell }) => cell(row)}
                  />
                ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps<Row> = {
  /** Undefined: a placeholder. */
  row?: Row;
  columns: readonly Column<Row>[];
  className: string;
  cellClass: string;
  cellOf: (column: Column<Row>) => ReactNode;
};

function Row<Row>({ row, columns, className, cellClass, cellOf }: RowProps<Row>) {
  return (
    <tr
      role="row"
      className={cx(
        'group/row relative block rounded-card border border-hairline bg-card px-edge py-3 shadow-card @max-4xl:hover:bg-sand-soft @4xl:table-row @4xl:bg-transparent @4xl:shadow-none',
        className,
      )}
    >
      {columns.map((column) => {
        const value = cellOf(column);
        const head = row === undefined ? undefined : column.headOf?.(row);
        const Cell = head === undefined ? 'td' : 'th';
        return (
          <Cell
            key={column.header}
            {...(head === undefined
              ? { role: 'cell' }
              : { role: 'rowheader', scope: 'row', id: head, tabIndex: -1 })}
            className={cx(
              'block py-1 @4xl:group-last/row:first:rounded-es-card @4xl:group-last/row:last:rounded-ee-card @4xl:group-hover/row:bg-sand-soft @4xl:table-cell @4xl:border-t @4xl:border-hairline @4xl:align-middle',
              cellClass,
              head !== undefined && 'text-start font-normal',
              value === null
                ? '@max-4xl:hidden'
                : !column.bare &&
                    '@max-4xl:grid @max-4xl:grid-cols-1 @max-4xl:gap-x-2 @max-4xl:@3xs:grid-cols-[6rem_minmax(0,1fr)]',
              column.className,
            )}
          >
            {!column.bare && (
              <span aria-hidden className="text-sm leading-6 text-muted @4xl:hidden">
                {column.header}
              </span>
            )}
            <div className="min-w-0">{value ?? <span className="text-muted">—</span>}</div>
          </Cell>
        );
      })}
    </tr>
  );
}
