// chunk: forms
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** Pixels between a list and the edge of what is visible. */
const EDGE = 8;
/** Pixels of two options: a list is not made lower. */
const LEAST = 96;

/**
 * Brings a field and its list into the part of the window, or of their dialog, that a phone's
 * keyboard leaves, and makes the list lower if both are higher than that.
 */
function fit(field: HTMLElement, list: HTMLElement, view: VisualViewport): void {
  const dialog = list.closest('dialog');
  /** The part that is visible now: a dialog grows with its content. */
  const visible = () => {
    const box = dialog?.getBoundingClientRect() ?? { top: -Infinity, bottom: Infinity };
    return {
      top: Math.max(box.top, view.offsetTop) + EDGE,
      bottom: Math.min(box.bottom, view.offsetTop + view.height) - EDGE,
    };
  };
  // The box of the list ends with its note.
  const end = () => (list.parentElement ?? list).getBoundingClientRect().bottom;
  const lower = (by: number) => {
    if (by > 0) list.style.maxHeight = `${Math.max(LEAST, list.offsetHeight - by)}px`;
  };
  list.style.maxHeight = '';
  const { top, bottom } = visible();
  lower(end() - field.getBoundingClientRect().top - (bottom - top));
  const over = end() - visible().bottom;
  if (over > 0) (dialog ?? document.scrollingElement)?.scrollBy({ top: over, behavior: 'instant' });
  lower(end() - visible().bottom);
}

/** Keeps an open list below its field in view, also when its options change (UI-127). */
export function useListRoom(
  field: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  options: number,
): void {
  const follow = useEffectEvent(() => {
    const view = window.visualViewport;
    if (view && field.current && list.current) fit(field.current, list.current, view);
  });
  useLayoutEffect(() => {
    if (options === 0) return;
    follow();
    const onResize = () => follow();
    window.visualViewport?.addEventListener('resize', onResize);
    return () => window.visualViewport?.removeEventListener('resize', onResize);
  }, [options]);
}
