import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isWithin, placeBeside } from './placement.ts';

/** §9, in milliseconds. */
const OPEN_DELAY = 700;
const CLOSE_DELAY = 300;

/** What moves the keyboard from one trigger to another. */
const MOVES = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

type HoverCardProps = {
  /** What stands in the card of a trigger, by its `data-carte`; null when there is nothing (any more). */
  card: (cle: string) => { label: string; content: ReactNode } | null;
  /** Where the focus goes when the trigger is gone too. */
  fallback: RefObject<HTMLElement | null>;
  children: ReactNode;
};

type Open = { cle: string; /** Pressed open: it has the focus, and stays when the pointer leaves. */ pinned: boolean };

/**
 * One card for every trigger inside: a button with `data-carte`. The pointer or the keyboard resting on it opens it
 * after a while; a press, a tap, Enter or Space at once, and then the focus goes into it. It stays while the pointer is
 * in it; Escape closes it, and so does what is pressed in it: the focus goes back first. The triggers themselves hold
 * no state and are not drawn again.
 */
export function HoverCard({ card, fallback, children }: HoverCardProps) {
  const zone = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const held = useRef(false);
  const timers = useRef<{ open?: ReturnType<typeof setTimeout>; close?: ReturnType<typeof setTimeout> }>({});
  const [open, setOpen] = useState<Open | null>(null);

  const stay = () => {
    clearTimeout(timers.current.open);
    clearTimeout(timers.current.close);
  };
  const show = (cle: string, pinned: boolean) => {
    stay();
    setOpen({ cle, pinned });
  };
  const close = () => {
    stay();
    setOpen(null);
  };
  const leave = () => {
    stay();
    if (!open?.pinned) timers.current.close = setTimeout(() => setOpen(null), CLOSE_DELAY);
  };
  /** The pointer or the keyboard rests on something: its card follows, unless one was pressed open. */
  const rest = (target: EventTarget) => {
    if (open?.pinned) return;
    const cle = cleOf(target);
    if (open && open.cle !== cle) leave();
    else stay();
    if (cle !== null && open?.cle !== cle) timers.current.open = setTimeout(() => show(cle, false), OPEN_DELAY);
  };
  useEffect(() => {
    const waiting = timers.current;
    return () => {
      clearTimeout(waiting.open);
      clearTimeout(waiting.close);
    };
  }, []);

  const shown = open && card(open.cle);
  // What the card was about has gone while one looked at it.
  if (open && !shown) setOpen(null);
  const cle = shown ? open.cle : null;
  const pinned = shown ? open.pinned : false;

  useLayoutEffect(() => {
    const [around, box, refuge] = [zone.current, panel.current, fallback.current];
    const trigger = cle === null ? null : triggerIn(around, cle);
    if (cle === null || !trigger || !box) return;
    // The trigger may be drawn anew elsewhere while its card is open: the lesson was moved.
    const place = () => placeBeside(box, triggerIn(around, cle) ?? trigger);
    const onKeyDown = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape') setOpen(null);
    };
    const onPointerDown = ({ target, pointerType }: globalThis.PointerEvent) => {
      if (isWithin(box, target) || isWithin(trigger, target)) return;
      setOpen(null);
      // A finger beside the card means to be rid of it, not to press what lies there.
      if (pointerType === 'touch' && around && isWithin(around, target)) swallowClick();
    };
    box.showPopover();
    place();
    trigger.setAttribute('aria-expanded', 'true');
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
      trigger.setAttribute('aria-expanded', 'false');
      const active = document.activeElement;
      // What had the focus may have left with the card's content: the page itself has it then.
      const hadFocus = isWithin(box, active) || (held.current && active === document.body);
      if (box.matches(':popover-open')) box.hidePopover();
      if (hadFocus) (triggerIn(around, cle) ?? refuge)?.focus({ preventScroll: true });
    };
  }, [cle, fallback]);

  useLayoutEffect(() => {
    held.current = pinned;
    if (pinned) panel.current?.focus({ preventScroll: true });
  }, [cle, pinned]);

  /** Tab goes from a trigger into its open card, though other triggers may stand between the two. */
  const enterByTab = (event: KeyboardEvent) => {
    const first = panel.current?.querySelector<HTMLElement>('button, a[href]');
    if (event.key !== 'Tab' || event.shiftKey || !first || cleOf(event.target) !== cle) return;
    event.preventDefault();
    first.focus({ preventScroll: true });
  };
  /** Tab goes round no further than the card: past its ends it closes, and the place in the page is the trigger's. */
  const holdTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    const stops = [...panel.current?.querySelectorAll('button, a[href]') ?? []];
    const at = stops.indexOf(document.activeElement as Element);
    if (event.shiftKey ? at > 0 : at < stops.length - 1) return;
    event.preventDefault();
    close();
  };
  /** Who has come into it by the keyboard stays until leaving it. */
  const hold = () => {
    stay();
    held.current = true;
  };
  const press = ({ target }: MouseEvent) => {
    const pressed = cleOf(target);
    if (pressed === null) return;
    if (open?.cle === pressed && open.pinned) close();
    else show(pressed, true);
  };
  const pressInside = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('button, a')) close();
  };

  return (
    <>
      <div
        ref={zone}
        onPointerOver={({ pointerType, target }: PointerEvent) => pointerType !== 'touch' && rest(target)}
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

/** The click that this touch ends in reaches nothing. One that becomes a scroll ends in none, and the next touch is meant. */
function swallowClick(): void {
  const over = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    over.abort();
  };
  document.addEventListener('click', swallow, { capture: true, signal: over.signal });
  for (const next of ['pointerdown', 'pointercancel']) document.addEventListener(next, () => over.abort(), { capture: true, signal: over.signal });
}

function triggerIn(zone: Element | null, cle: string): HTMLElement | null {
  return zone?.querySelector<HTMLElement>(`[data-carte="${CSS.escape(cle)}"]`) ?? null;
}

function cleOf(target: EventTarget | null): string | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-carte]')?.dataset['carte'] ?? null : null;
}
