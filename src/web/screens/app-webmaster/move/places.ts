/**
 * The half hours of the drawn plannings: which one is at a point, beside another, and where it is.
 */
import type { Place } from '#domain/lessons/deplacement.ts';

/** The columns of a table, without that of the hours. */
const columnsOf = (table: HTMLTableElement): HTMLElement[] => [
  ...table.querySelectorAll<HTMLElement>('th[data-jour]'),
];
const rowsOf = (table: HTMLTableElement): HTMLElement[] => [
  ...table.querySelectorAll<HTMLElement>('th[data-heure]'),
];
const placeFrom = (column: HTMLElement, row: HTMLElement): Place => ({
  jour: column.dataset['jour'] ?? '',
  type_piste: column.dataset['piste'] ?? '',
  heure: row.dataset['heure'] ?? '',
});

const headsOf = (table: HTMLTableElement, place: Place) => {
  const column = columnsOf(table).find(
    ({ dataset }) => dataset['jour'] === place.jour && dataset['piste'] === place.type_piste,
  );
  const row = rowsOf(table).find(({ dataset }) => dataset['heure'] === place.heure);
  return column && row ? { column, row } : null;
};

/** The table that shows a place: the same one, if it does. */
export const tableWith = (
  zone: HTMLElement,
  place: Place,
  table: HTMLTableElement | null,
): HTMLTableElement | null =>
  [table, ...zone.querySelectorAll('table')].find(
    (one): one is HTMLTableElement => one !== null && zone.contains(one) && !!headsOf(one, place),
  ) ?? null;

/**
 * The half hour at a point of the window; null outside of the cells. The element in view chooses
 * the table: what is scrolled out of a table's own box, or under its heads, is not pointed at.
 */
export function placeAt(zone: HTMLElement, x: number, y: number) {
  const cell = document
    .elementsFromPoint(x, y)
    .map((one) => one.closest<HTMLElement>('td, th'))
    .find((one) => one !== null && zone.contains(one));
  const table = cell?.matches('td') ? cell.closest('table') : null;
  if (!table) return null;
  const column = columnsOf(table).find((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left <= x && x < right;
  });
  const row = rowsOf(table).find((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top <= y && y < bottom;
  });
  return column && row ? { table, place: placeFrom(column, row) } : null;
}

/** The half hour beside another one in its table; the same one at the edge. */
export function placeBeside(
  table: HTMLTableElement,
  from: Place,
  { x, y }: { x: number; y: number },
): Place {
  const heads = headsOf(table, from);
  if (!heads) return from;
  const [columns, rows] = [columnsOf(table), rowsOf(table)];
  const column = columns[columns.indexOf(heads.column) + x] ?? heads.column;
  const row = rows[rows.indexOf(heads.row) + y] ?? heads.row;
  return placeFrom(column, row);
}

/** Where a lesson of some half hours would be drawn in its table, in pixels from the zone. */
export function boxOf(zone: HTMLElement, table: HTMLTableElement, place: Place, halfHours: number) {
  const heads = headsOf(table, place);
  if (!heads) return null;
  const [from, column, row] = [zone, heads.column, heads.row].map((one) =>
    one.getBoundingClientRect(),
  );
  if (!from || !column || !row) return null;
  return {
    left: column.left - from.left,
    width: column.width,
    top: row.top - from.top,
    height: row.height * halfHours,
  };
}
