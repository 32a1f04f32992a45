import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';

/** Position of a control in the grid: its first row, the number of rows it spans, its column. */
type Place = { element: HTMLElement; row: number; rows: number; column: number };

const STOPS = '[data-row]';

function placeOf(element: HTMLElement): Place {
  const {
    row,
    rows = 1,
    column,
  } = element.dataset as { row: string; rows?: string; column: string };
  return { element, row: Number(row), rows: Number(rows), column: Number(column) };
}

/**
 * Makes a grid of controls one tab stop: the arrow keys move to the next control in that direction,
 * Home and End to the ends of the row, with Ctrl to those of the grid. The controls have
 * `data-row`, `data-rows`, `data-column` and `tabIndex={-1}`. The current stop is set in the DOM,
 * not in React state, so that a move renders nothing.
 */
export function useRoving(grid: RefObject<HTMLElement | null>) {
  // After every render: the control that was the stop may have been removed.
  useEffect(() => {
    if (grid.current?.querySelector(`${STOPS}[tabindex="0"]`) === null)
      grid.current.querySelector(STOPS)?.setAttribute('tabindex', '0');
  });

  const onFocus = ({ target }: FocusEvent) => {
    if (!target.matches(STOPS)) return;
    for (const stop of grid.current?.querySelectorAll(`${STOPS}[tabindex="0"]`) ?? [])
      stop.setAttribute('tabindex', '-1');
    target.setAttribute('tabindex', '0');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (
      !(event.target instanceof HTMLElement) ||
      !event.target.matches(STOPS) ||
      event.altKey ||
      event.shiftKey ||
      event.metaKey
    )
      return;
    const places = [...(grid.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])].map(placeOf);
    const next = nextOf(placeOf(event.target), places, event.key, event.ctrlKey);
    if (next === undefined) return;
    event.preventDefault();
    next.element.focus();
  };
  return { onFocus, onKeyDown };
}

function nextOf(
  from: Place,
  places: readonly Place[],
  key: string,
  ctrl: boolean,
): Place | undefined {
  const beside = places
    .filter(({ row, rows }) => row <= from.row && from.row < row + rows)
    .toSorted((a, b) => a.column - b.column);
  const along = places
    .filter(({ column }) => column === from.column)
    .toSorted((a, b) => a.row - b.row);
  if (key === 'Home') return ctrl ? places[0] : beside[0];
  if (key === 'End') return (ctrl ? places : beside).at(-1);
  if (ctrl) return undefined;
  if (key === 'ArrowLeft') return beside.findLast(({ column }) => column < from.column);
  if (key === 'ArrowRight') return beside.find(({ column }) => column > from.column);
  if (key === 'ArrowUp') return along.findLast(({ row }) => row < from.row);
  if (key === 'ArrowDown') return along.find(({ row }) => row > from.row);
  return undefined;
}
