import { type RefObject, useEffect, useRef } from 'react';

/** Pixels that a mouse moves before a press becomes a drag, and a finger before it scrolls. */
const SLOP = 6;
/** Milliseconds that a finger rests before it drags. */
const LONG_PRESS = 200;
/** Pixels from the edge of the window at which a drag scrolls, and by how much each frame. */
const EDGE = 56;
const STEP = 12;

type Drag = {
  /** Whether the lesson can be dragged now. */
  start: (id: string) => boolean;
  /** The point at which the top of the lesson is held. */
  move: (x: number, y: number) => void;
  /** The same for the release: what was last drawn may be of an earlier point. */
  drop: (x: number, y: number) => void;
  cancel: () => void;
};

/**
 * Dragging a lesson with a mouse, or with a finger after a long press; the page scrolls at the
 * edges of the window. Escape and an interrupted touch cancel.
 */
export function useDrag(zone: RefObject<HTMLElement | null>, drag: Drag): void {
  const latest = useRef(drag);
  useEffect(() => {
    latest.current = drag;
  });
  useEffect(() => {
    const box = zone.current;
    if (!box) return;
    const over = new AbortController();
    box.classList.add('movable');
    /** The press: where in its lesson, in pixels from the middle of its first half hour. */
    let press: { id: string; x: number; y: number; pointer: number; grip: number } | null = null;
    let dragging = false;
    /** Whether the pointer has left the place of the press. */
    let far = false;
    let at = { x: 0, y: 0 };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;

    const aim = () => latest.current.move(at.x, at.y - (press?.grip ?? 0));
    const scroll = () => {
      const by = at.y < EDGE * 2 ? -STEP : at.y > innerHeight - EDGE ? STEP : 0;
      if (by !== 0) {
        scrollBy(0, by);
        aim();
      }
      frame = requestAnimationFrame(scroll);
    };
    const begin = () => {
      if (!press || !latest.current.start(press.id)) return end();
      dragging = true;
      box.setPointerCapture(press.pointer);
      frame = requestAnimationFrame(scroll);
      aim();
    };
    const end = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      press = null;
      dragging = false;
      far = false;
    };
    const cancel = () => {
      if (dragging) latest.current.cancel();
      end();
    };
    const isOther = (event: PointerEvent) => event.pointerId !== press?.pointer;
    const onDown = (event: PointerEvent) => {
      const cell = event.target instanceof Element ? event.target.closest('[data-card]') : null;
      const id = cell instanceof HTMLElement ? (cell.dataset['card'] ?? '') : '';
      if (!cell || event.button !== 0 || !event.isPrimary || id.includes(' ')) return;
      const { top, height } = cell.getBoundingClientRect();
      const rows = Number((cell as HTMLElement).dataset['rows'] ?? 1);
      at = { x: event.clientX, y: event.clientY };
      press = {
        id,
        ...at,
        pointer: event.pointerId,
        grip: event.clientY - top - height / rows / 2,
      };
      if (event.pointerType !== 'mouse') timer = setTimeout(begin, LONG_PRESS);
    };
    const onMove = (event: PointerEvent) => {
      if (!press || isOther(event)) return;
      at = { x: event.clientX, y: event.clientY };
      far ||= Math.hypot(at.x - press.x, at.y - press.y) >= SLOP;
      if (dragging) return aim();
      // Released outside, where nothing was heard of it.
      if (event.pointerType === 'mouse' && (event.buttons & 1) === 0) return end();
      if (!far) return;
      if (event.pointerType === 'mouse') begin();
      else end();
    };
    const onUp = (event: PointerEvent) => {
      if (isOther(event)) return;
      // A slow tap opens the card.
      if (!far) return cancel();
      if (dragging) {
        // The click of this press must open nothing.
        const swallow = new AbortController();
        document.addEventListener(
          'click',
          (click) => {
            click.preventDefault();
            click.stopPropagation();
          },
          { capture: true, once: true, signal: swallow.signal },
        );
        setTimeout(() => swallow.abort());
        latest.current.drop(event.clientX, event.clientY - (press?.grip ?? 0));
      }
      end();
    };
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      heard: (event: HTMLElementEventMap[K]) => void,
    ) => box.addEventListener(type, heard, { signal: over.signal, passive: false });
    listen('pointerdown', onDown);
    listen('pointermove', onMove);
    listen('pointerup', onUp);
    listen('pointercancel', (event) => isOther(event) || cancel());
    // A finger that drags does not scroll, and its long press opens no menu.
    for (const type of ['touchmove', 'contextmenu', 'dragstart'] as const)
      listen(type, (event) => dragging && event.preventDefault());
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape' && dragging) cancel();
      },
      { signal: over.signal },
    );
    return () => {
      cancel();
      over.abort();
      box.classList.remove('movable');
    };
  }, [zone]);
}
