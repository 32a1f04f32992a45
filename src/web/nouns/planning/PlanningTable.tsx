import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Cellule, Row, PlanningReservation } from '#domain/planning/planning.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { useRoving } from '#web/ui/forms/useRoving.ts';
import { useSlices } from '#web/ui/hooks/useSlices.ts';
import { CelluleFermee, CelluleLecon, CelluleLibre } from './PlanningCell.tsx';

export type PlanningColumn = {
  key: string;
  /** The header of the column, on two lines. */
  title: string;
  note: string;
  /** The full text, for screen readers. */
  label: string;
  today: boolean;
  /** How many lessons the column contains, in words for screen readers. */
  lecons?: string;
  /** The day and the arena of its cells, read by a move (DESK-36). */
  jour: string;
  piste: string;
};

type CelluleVide = Exclude<
  Cellule<PlanningReservation>,
  { etat: 'couverte' | 'close' | 'partiel' | 'complet' }
>;

type PlanningTableProps = {
  /** Its accessible name. */
  label: string;
  columns: readonly PlanningColumn[];
  rows: readonly Row<PlanningReservation>[];
  /** The address that a free cell links to. */
  linkOf: (cell: CelluleVide) => string;
  /** The present time, in rows from the top; null if it is not in the table. */
  now?: number | null;
  /** How many rows to draw at once, the others right after them. All of them if absent. */
  first?: number | undefined;
};

/**
 * The height of its head and of each row. A finger needs 44 px; with a mouse a whole day fits into
 * a small window (DESK-34).
 */
const HEIGHTS = '[--row:2.75rem] pointer-fine:[--row:1.5rem]';

/**
 * DESK-04: rows are half hours; a lesson is one cell that spans its rows. One tab stop; the arrow
 * keys move between the controls (`role="grid"`, so that screen readers pass them on). If the days
 * do not fit, the table scrolls in its own box; otherwise its header sticks below the page's
 * header.
 */
export const PlanningTable = memo(function PlanningTable({
  label,
  columns,
  rows,
  linkOf,
  now = null,
  first = Infinity,
}: PlanningTableProps) {
  const drawn = useSlices(rows.length, first);
  const table = useRef<HTMLTableElement>(null);
  const roving = useRoving(table);
  const box = useRef<HTMLDivElement>(null);
  useTodayInView(
    box,
    columns.findIndex(({ today }) => today),
  );
  // The seven days of a week. If the columns are the arenas of a day, three fit on a phone.
  const wide = columns.length > 3;
  // UI-71: a past week without lessons contains no control.
  const empty =
    wide &&
    !rows.some(({ cellules }) =>
      cellules.some(
        (cell) =>
          cell.etat === 'libre' ||
          cell.etat === 'passe' ||
          cell.etat === 'close' ||
          'reservation' in cell,
      ),
    );
  const still = useScrolls(box, empty);
  const noted = columns.some(({ note }) => note !== '');
  return (
    <div
      className={cx(
        '@container relative',
        HEIGHTS,
        noted ? '[--head:3rem]' : '[--head:2.75rem] pointer-fine:[--head:1.625rem]',
      )}
    >
      {now !== null && (
        <div
          aria-hidden
          data-now
          style={{ top: `calc(var(--head) + ${now} * var(--row))` }}
          className="pointer-events-none absolute inset-x-0 z-1 border-t-2 border-cognac"
        />
      )}
      <div
        ref={box}
        {...(still && { role: 'group', tabIndex: 0, 'aria-label': label })}
        className={cx(
          'relative',
          wide &&
            '@max-[45rem]:max-h-[80dvh] @max-[45rem]:overflow-auto @max-[45rem]:overscroll-contain',
        )}
      >
        <table
          ref={table}
          // ARIA allows this role for a table of controls.
          // oxlint-disable-next-line no-noninteractive-element-to-interactive-role -- see above
          role="grid"
          aria-label={label}
          {...roving}
          className={cx(
            'w-full table-fixed border-separate border-spacing-0',
            wide && 'min-w-[45rem]',
          )}
        >
          <thead>
            <tr>
              <th
                scope="col"
                className={cx(
                  HEADER,
                  'start-0 z-3 bg-sand',
                  wide ? 'w-16' : 'w-13',
                  wide && '@max-[45rem]:top-0',
                )}
              >
                Heure
              </th>
              {columns.map(
                ({ key, title, note, label: columnLabel, today, lecons, jour, piste }) => (
                  <th
                    key={key}
                    scope="col"
                    data-jour={jour}
                    data-piste={piste}
                    abbr={lecons ? `${columnLabel}, ${lecons}` : columnLabel}
                    aria-current={today ? 'date' : undefined}
                    className={cx(
                      HEADER,
                      'border-s border-hairline',
                      today ? 'bg-cognac text-white' : 'bg-sand',
                      wide && '@max-[45rem]:top-0',
                    )}
                  >
                    <span className="block leading-5 font-semibold wrap-break-word first-letter:uppercase">
                      {title}
                    </span>
                    {note && (
                      <span
                        className={cx(
                          'block text-xs leading-4 font-normal',
                          !today && 'text-muted',
                        )}
                      >
                        {note}
                      </span>
                    )}
                    {lecons && <span className="sr-only">, {lecons}</span>}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, drawn).map(({ heure, cellules }, row) => (
              <tr key={heure} className="h-(--row)">
                <th
                  scope="row"
                  data-heure={heure}
                  aria-current={now !== null && Math.floor(now) === row ? 'time' : undefined}
                  className="sticky start-0 z-1 border-t border-hairline bg-card text-center text-sm leading-5 font-semibold"
                >
                  {heure}
                </th>
                {cellules.map((cell, column) => (
                  <TableCell
                    key={columns[column]?.key}
                    cellule={cell}
                    row={row}
                    column={column}
                    planningColumn={columns[column]}
                    linkOf={linkOf}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {/* Nothing below the table moves when its last rows are drawn. */}
        {drawn < rows.length && (
          <div style={{ height: `calc(${rows.length - drawn} * var(--row))` }} />
        )}
      </div>
    </div>
  );
});

/** Whether the content of a box overflows. False if it is not `asked`. */
function useScrolls(boite: RefObject<HTMLElement | null>, asked: boolean): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const box = boite.current;
    if (!asked || !box) return;
    const observer = new ResizeObserver(() =>
      setScrolls(box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight),
    );
    observer.observe(box);
    return () => observer.disconnect();
  }, [boite, asked]);
  return asked && scrolls;
}

/** If the days do not fit, scrolls the box so that today's column is in the middle. */
function useTodayInView(boite: RefObject<HTMLElement | null>, column: number) {
  useLayoutEffect(() => {
    const [box, head] = [
      boite.current,
      boite.current?.querySelector<HTMLElement>('th[aria-current=date]'),
    ];
    if (column !== -1 && box && head)
      box.scrollLeft = head.offsetLeft + (head.offsetWidth - box.clientWidth) / 2;
  }, [boite, column]);
}

const HEADER = 'sticky top-16 z-2 h-(--head) px-1 text-center text-sm';

type TableCellProps = Pick<PlanningTableProps, 'linkOf'> & {
  cellule: Cellule<PlanningReservation>;
  planningColumn: PlanningColumn | undefined;
  row: number;
  column: number;
};

function TableCell({ cellule: cell, planningColumn, row, column, linkOf }: TableCellProps) {
  if (cell.etat === 'couverte') return null;
  const place = { row, column, columnLabel: planningColumn?.label ?? '' };
  const td = cx(
    'relative border-s border-t border-hairline p-0',
    planningColumn?.today && 'bg-cognac-soft',
  );
  if ('reservation' in cell) {
    return (
      <td rowSpan={cell.rows} className={td}>
        <CelluleLecon {...place} {...cell} />
      </td>
    );
  }
  if (cell.etat === 'close')
    return (
      <td rowSpan={cell.rows} className={td}>
        <CelluleFermee {...place} {...cell} />
      </td>
    );
  if (cell.etat === 'libre' || cell.etat === 'passe')
    return (
      <td className={td}>
        <CelluleLibre
          {...place}
          heure={cell.heure}
          href={linkOf(cell)}
          past={cell.etat === 'passe'}
        />
      </td>
    );
  return (
    <td className={td}>
      <span
        className={cx(
          'absolute inset-px grid place-items-center rounded-md text-xs',
          cell.etat === 'fermee' ? 'bg-sand text-muted' : 'bg-sand-soft text-muted',
        )}
      >
        {cell.etat === 'fermee' ? (
          'Fermé'
        ) : (
          <>
            <span aria-hidden>–</span>
            <span className="sr-only">Passé</span>
          </>
        )}
      </span>
    </td>
  );
}
