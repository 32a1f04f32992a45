// chunk: desk-dialogs
/** How long the planning may take to be drawn again, in milliseconds. */
const PATIENCE = 15_000;
/** Any action of the person ends the wait. */
const ENDING_EVENTS = ['wheel', 'pointerdown', 'keydown'];

let end = (): void => {};

/**
 * Gives the focus to what `find` returns, each time that it is drawn and the focus is nowhere: what
 * an act has changed is drawn again, perhaps more than once, and what had the focus is gone then.
 * Ends with the next action of the person (DESK-50, DESK-71).
 */
export function focusDrawn(find: () => HTMLElement | null): void {
  end();
  const over = new AbortController();
  const look = () => {
    const { activeElement: active } = document;
    if (active === document.body || active?.matches('h1, h2'))
      find()?.focus({ preventScroll: true });
  };
  const drawn = new MutationObserver(look);
  end = () => {
    over.abort();
    drawn.disconnect();
  };
  const timer = setTimeout(end, PATIENCE);
  over.signal.addEventListener('abort', () => clearTimeout(timer));
  for (const type of ENDING_EVENTS)
    window.addEventListener(type, end, { capture: true, signal: over.signal });
  drawn.observe(document.body, { childList: true, subtree: true });
  look();
}

/** The cell of a lesson, in this table if it is still there. */
export const cellOf = (id: string, table: Element | null | undefined): HTMLElement | null =>
  (table?.isConnected ? table : document).querySelector(`[data-card="${CSS.escape(id)}"]`);

/** Finds what is drawn at the place of this cell once the cell is gone. */
export function sameSpot(cell: HTMLElement | null): () => HTMLElement | null {
  const table = cell?.closest('table');
  const { row, column } = cell?.dataset ?? {};
  return () => table?.querySelector(`[data-row="${row}"][data-column="${column}"]`) ?? null;
}
