import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';
import * as TEXTS from './texts.ts';
import { closeToast, getToasts, pauseToasts, resumeToasts, subscribeToasts, type Toast } from './toasts.ts';

const KINDS = {
  success: { role: 'status', Icon: CircleCheck, style: 'border-libre-line text-libre-ink' },
  error: { role: 'alert', Icon: CircleAlert, style: 'border-danger-line text-danger' },
  info: { role: 'status', Icon: Info, style: 'border-line text-ink' },
} as const;

/**
 * The region of toasts: below the header on a phone, whose bottom edge holds the booking bar; at the bottom right
 * elsewhere. F8 moves the focus there, closing the last toast moves it back. Pointer and focus pause the countdown.
 */
export function Toaster() {
  const open = useSyncExternalStore(subscribeToasts, getToasts).filter((toast) => toast.open);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const empty = open.length === 0;

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const last = region.current?.querySelector<HTMLElement>('div:last-child > button');
      if (event.key !== 'F8' || !last) return;
      event.preventDefault();
      if (!region.current?.contains(document.activeElement)) cameFrom.current = document.activeElement;
      last.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  // A hidden tab pauses the countdown, so that its toasts are still there on return.
  useEffect(() => {
    const onVisibility = () => (document.visibilityState === 'hidden' ? pauseToasts() : resumeToasts());
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, []);

  // A removed toast fires neither pointerleave nor blur.
  useEffect(() => {
    if (empty) resumeToasts();
  }, [empty]);

  /** Moves the focus to a neighbour, or back to where it was before F8. */
  const close = (id: number) => {
    const buttons = [...region.current?.querySelectorAll('button') ?? []];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = at < 0 ? undefined : buttons[at + 1] ?? buttons[at - 1] ?? cameFrom.current;
    closeToast(id);
    if (next instanceof HTMLElement) next.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) resumeToasts();
  };
  const onLeave = () => {
    if (!region.current?.contains(document.activeElement)) resumeToasts();
  };

  return (
    <section
      ref={region}
      aria-label={TEXTS.notifications}
      aria-live="polite"
      onPointerEnter={pauseToasts}
      onPointerLeave={onLeave}
      onFocus={pauseToasts}
      onBlur={onBlur}
      className="pointer-events-none fixed inset-x-4 top-18 z-40 flex flex-col gap-2 md:inset-x-auto md:top-auto md:right-8 md:bottom-6 md:w-96"
    >
      {open.map((toast) => <Item key={toast.id} toast={toast} onClose={() => close(toast.id)} />)}
    </section>
  );
}

function Item({ toast: { kind, text, link }, onClose }: { toast: Toast; onClose: () => void }) {
  const { role, Icon, style } = KINDS[kind];
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
  };
  return (
    <div role={role} onKeyDown={onKeyDown} className={cx('animate-enter pointer-events-auto flex items-center gap-3 rounded-field border bg-card py-1 pr-1 pl-4 font-medium shadow-float', style)}>
      <Icon aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 py-2">
        {text}
        {link && <>{' '}<Link to={link.to} onClick={onClose} className="link whitespace-nowrap">{link.label}</Link></>}
      </p>
      {/* No IconButton: /login would have to load Tooltip for it. */}
      <button type="button" onClick={onClose} aria-label={TEXTS.closeNotification} className="grid size-11 shrink-0 place-items-center rounded-field text-muted hover:bg-sand hover:text-ink">
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
