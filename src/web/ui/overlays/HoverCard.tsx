import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isWithin, placeBeside } from './placement.ts';

/** LIM-21, in milliseconds. */
const OPEN_DELAY = 700;
const CLOSE_DELAY = 300;

/** Keys that move the focus from one trigger to another. */
const MOVES = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

type HoverCardProps = {
  /** The card of a trigger, by the value of its `data-card`. Null if there is none (any more). */
  card: (id: string) => { label: string; content: ReactNode } | null;
  /** Gets the focus if the trigger was removed. */
  fallback: RefObject<HTMLElement | null>;
  children: ReactNode;
};

type Open = {
  id: string;
  /** Opened by a press: it has the focus and stays open when the pointer leaves. */
  pinned: boolean;
};

/**
 * One card shared by every trigger inside (a button with `data-card`). It opens after a delay when
 * the pointer or the focus rests on a trigger. It opens immediately on a press, a tap, Enter or
 * Space, and then takes the focus. It stays open while the pointer is in it. Escape and a press on
 * one of its controls close it and return the focus. The triggers hold no state and do not render
 * again.
 */
export function HoverCard({ card, fallback, children }: HoverCardProps) {
  const zone = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const held = useRef(false);
  const timers = useRef<{
    open?: ReturnType<typeof setTimeout>;
    close?: ReturnType<typeof setTimeout>;
  }>({});
  const [open, setOpen] = useState<Open | null>(null);

  const stay = () => {
    clearTimeout(timers.current.open);
    clearTimeout(timers.current.close);
  };
  const show = (id: string, pinned: boolean) => {
    stay();
    setOpen({ id, pinned });
  };
  const close = () => {
    stay();
    setOpen(null);
  };
  const leave = () => {
    stay();
    if (!open?.pinned) timers.current.close = setTimeout(() => setOpen(null), CLOSE_DELAY);
  };
  /**
   * The pointer or the focus rests on an element: its card opens later, unless a pinned card is
   * open.
   */
  const rest = (target: EventTarget) => {
    if (open?.pinned) return;
    const id = idOf(target);
    if (open && open.id !== id) leave();
    else stay();
    if (id !== null && open?.id !== id)
      timers.current.open = setTimeout(() => show(id, false), OPEN_DELAY);
  };
  useEffect(() => {
    const waiting = timers.current;
    return () => {
      clearTimeout(waiting.open);
      clearTimeout(waiting.close);
    };
  }, []);

  const shown = open && card(open.id);
  // The subject of the open card was removed.
  if (open && !shown) setOpen(null);
  const id = shown ? open.id : null;
  const pinned = shown ? open.pinned : false;

  useLayoutEffect(() => {
    const [around, box, refuge] = [zone.current, panel.current, fallback.current];
    const trigger = id === null ? null : triggerIn(around, id);
    if (id === null || !trigger || !box) return;
    // The trigger may be mounted again elsewhere while its card is open, when the lesson was moved.
    const place = () => placeBeside(box, triggerIn(around, id) ?? trigger);
    const onKeyDown = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape') setOpen(null);
    };
    const onPointerDown = ({ target, pointerType }: globalThis.PointerEvent) => {
      if (isWithin(box, target) || isWithin(trigger, target)) return;
      setOpen(null);
      // A tap outside the card closes it and must not press the element below.
      if (pointerType === 'touch' && around && isWithin(around, target)) swallowClick();
    };
    box.showPopover();
    place();
    trigger.setAttribute('aria-expanded', 'true');
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    // The layout of the triggers may change when the window gets another width.
    const laidOut = new ResizeObserver(place);
    if (around) laidOut.observe(around);
    return () => {
      laidOut.disconnect();
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
      trigger.setAttribute('aria-expanded', 'false');
      const active = document.activeElement;
      // The focused element may have been removed with the card's content; the body then has the
      // focus.
      const hadFocus = isWithin(box, active) || (held.current && active === document.body);
      if (box.matches(':popover-open')) box.hidePopover();
      if (hadFocus) (triggerIn(around, id) ?? refuge)?.focus({ preventScroll: true });
    };
  }, [id, fallback]);

  useLayoutEffect(() => {
    held.current = pinned;
    if (pinned) panel.current?.focus({ preventScroll: true });
  }, [id, pinned]);

  /**
   * Tab moves from a trigger into its open card, even if other triggers come between them in the
   * document.
   */
  const enterByTab = (event: KeyboardEvent) => {
    const first = panel.current?.querySelector<HTMLElement>('button, a[href]');
    if (event.key !== 'Tab' || event.shiftKey || !first || idOf(event.target) !== id) return;
    event.preventDefault();
    first.focus({ preventScroll: true });
  };
  /** Tab past either end of the card closes it and returns the focus to the trigger. */
  const holdTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    const stops = [...(panel.current?.querySelectorAll('button, a[href]') ?? [])];
    const at = stops.indexOf(document.activeElement as Element);
    if (event.shiftKey ? at > 0 : at < stops.length - 1) return;
    event.preventDefault();
    close();
  };
  /** A card that has the focus stays open until the focus leaves it. */
  const hold = () => {
    stay();
    held.current = true;
  };
  const press = ({ target }: MouseEvent) => {
    const trigger = idOf(target);
    if (trigger === null) return;
    const isShown = panel.current?.matches(':popover-open') === true;
    if (isShown && open?.pinned && open.id === trigger) close();
    else show(trigger, true);
  };
  const pressInside = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('button, a')) close();
  };

  return (
    <>
      <div
        ref={zone}
        onPointerOver={({ pointerType, target }: PointerEvent) =>
          pointerType !== 'touch' && rest(target)
        }
        onPointerLeave={leave}
        onKeyDown={enterByTab}
        onKeyUp={({ key, target }) => MOVES.has(key) && rest(target)}
        onBlur={leave}
        onClick={press}
      >
        {children}
      </div>
      <div
        ref={panel}
        popover="manual"
        role="dialog"
        aria-label={shown?.label}
        tabIndex={-1}
        onPointerEnter={stay}
        onFocus={hold}
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && leave()}
        onKeyDown={holdTab}
        onClick={pressInside}
        className="popover fixed m-0 max-h-[calc(100dvh-1rem)] w-88 max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain rounded-card border border-hairline bg-card text-ink shadow-float"
      >
        {shown?.content}
      </div>
    </>
  );
}

/**
 * Cancels the click of the current touch. A touch that becomes a scroll has no click; the next
 * touch is not affected.
 */
function swallowClick(): void {
  const over = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    over.abort();
  };
  document.addEventListener('click', swallow, { capture: true, signal: over.signal });
  for (const next of ['pointerdown', 'pointercancel'])
    document.addEventListener(next, () => over.abort(), { capture: true, signal: over.signal });
}

function triggerIn(zone: Element | null, id: string): HTMLElement | null {
  return zone?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? null;
}

function idOf(target: EventTarget | null): string | null {
  return target instanceof Element
    ? (target.closest<HTMLElement>('[data-card]')?.dataset['card'] ?? null)
    : null;
}
