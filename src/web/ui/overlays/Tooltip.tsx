import { type ReactNode, useEffect, useRef } from 'react';
import { placeName } from './placement.ts';

/**
 * UI-08, in milliseconds: the first tooltip waits. One that follows within `SKIP_DELAY` after
 * another closed opens immediately.
 */
const DELAY = 700;
const SKIP_DELAY = 300;

let lastClosed = -Infinity;
/** Closes the open tooltip; at most one is open. */
let closeOpen = (): void => {};
// Independent of the focus: a tooltip that the pointer opened does not have it.
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeOpen();
});

/** How long it stays once the pointer has left, so that the pointer can reach it. */
const LINGER = 150;

type TooltipProps = { label: string; disabled?: boolean; children: ReactNode };

/**
 * Shows the name of an icon to the pointer and the keyboard. The control inside has the same
 * accessible name, so the tooltip is hidden from screen readers. The pointer may move onto it;
 * Escape closes it. Its control stays mounted when it is disabled, and keeps the focus.
 */
export function Tooltip({ label, disabled = false, children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const isOpen = () => bubble.current?.matches(':popover-open') ?? false;
  const open = () => {
    const target = anchor.current?.firstElementChild;
    if (disabled || !bubble.current || !target || isOpen()) return;
    bubble.current.showPopover();
    placeName(bubble.current, target);
    closeOpen = close;
  };
  const close = () => {
    clearTimeout(timer.current);
    if (!isOpen()) return;
    bubble.current?.hidePopover();
    lastClosed = performance.now();
  };
  const wait = () => {
    clearTimeout(timer.current);
    if (isOpen()) return; // the pointer has returned from the bubble
    closeOpen();
    timer.current = setTimeout(open, performance.now() - lastClosed < SKIP_DELAY ? 0 : DELAY);
  };
  // Not during the event: a popover that returns the focus here is still closing, and none may
  // open.
  const focus = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(open);
  };
  const leave = () => {
    clearTimeout(timer.current);
    if (isOpen()) timer.current = setTimeout(close, LINGER);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    // The control inside handles keys itself. A press only closes the tooltip.
    // oxlint-disable-next-line click-events-have-key-events -- see above
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && wait()}
      onPointerLeave={leave}
      onPointerDown={close}
      onClick={close}
      onFocus={({ target }) => target.matches(':focus-visible') && focus()}
      onBlur={close}
    >
      {children}
      <span
        ref={bubble}
        popover="manual"
        aria-hidden
        className="fixed m-0 w-max max-w-[calc(100vw-1rem)] rounded-lg border border-transparent bg-ink px-3 py-1.5 text-sm font-medium text-paper shadow-float"
      >
        {label}
      </span>
    </span>
  );
}
