/** Turning to the day or the week before or after, by keys and by touch. */
import { type KeyboardEvent, type RefObject, type TouchEvent, useRef } from 'react';
import { holdFocus } from '#web/ui/overlays/holdFocus.ts';
import { SWIPE } from '../shared/textes.ts';

/**
 * PageUp and PageDown turn to the week or the day before or after. The focus stays at the same
 * position of the same table (UI-76).
 */
export function useTurnKeys(
  box: RefObject<HTMLElement | null>,
  previous: (() => void) | null,
  next: (() => void) | null,
) {
  const gridsOf = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=grid]') ?? [])];
  return (event: KeyboardEvent) => {
    const go = event.key === 'PageUp' ? previous : event.key === 'PageDown' ? next : null;
    const from =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (!go || !from || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const table = gridsOf().findIndex((grid) => grid.contains(from));
    const farness = ({ dataset: { row, column } }: HTMLElement) =>
      Math.abs(Number(column) - Number(from.dataset['column'])) * 100 +
      Math.abs(Number(row) - Number(from.dataset['row']));
    holdFocus(
      () =>
        [...(gridsOf()[table]?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].toSorted(
          (a, b) => farness(a) - farness(b),
        )[0] ?? null,
      { waits: true },
    );
    go();
  };
}

/**
 * On a phone, a swipe turns to the day before or after (DESK-10); not a finger that drags a lesson
 * or scrolls a wide table sideways. The element must have `touch-pan-y`: without it, browsers take
 * the swipe for a step back in their history, which leaves the page.
 */
export function useSwipe(previous: (() => void) | null, next: (() => void) | null) {
  const from = useRef<{ x: number; y: number; box: Element | null; left: number } | null>(null);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const one = touches.length === 1 ? touches[0] : null;
      const grid = target instanceof Element ? target.closest('[role=grid]') : null;
      const box = grid?.parentElement ?? null;
      from.current = one
        ? { x: one.clientX, y: one.clientY, box, left: box?.scrollLeft ?? 0 }
        : null;
    },
    onTouchMove: (event: TouchEvent) => {
      // A drag keeps the browser from scrolling.
      if (event.defaultPrevented) from.current = null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [start, one] = [from.current, changedTouches[0]];
      from.current = null;
      if (!start || !one || (start.box?.scrollLeft ?? 0) !== start.left) return;
      const [x, y] = [one.clientX - start.x, one.clientY - start.y];
      if (Math.abs(x) >= SWIPE && Math.abs(x) > 2 * Math.abs(y)) (x < 0 ? next : previous)?.();
    },
  };
}
