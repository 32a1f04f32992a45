import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link } from '../hooks/navigation.tsx';
import { holdBy } from '../hooks/countdown.ts';
import { cx } from '../basics/cx.ts';
import { NoBreakText } from '../messages/NoBreakText.tsx';
import { useTopModal } from './openModals.ts';
import * as TEXTS from '../basics/texts.ts';
import {
  closeToast,
  getToasts,
  pauseToasts,
  resumeToasts,
  subscribeToasts,
  type Toast,
} from '../hooks/toasts.ts';

const KINDS = {
  success: { Icon: CircleCheck, style: 'border-libre-line text-libre-ink' },
  error: { Icon: CircleAlert, style: 'border-danger-line text-danger' },
  info: { Icon: Info, style: 'border-line text-ink' },
} as const;

const HOLD = holdBy({ pause: pauseToasts, resume: resumeToasts });

/**
 * The region of toasts. On a phone it is below the header, because the booking bar is at the
 * bottom; elsewhere at the bottom right. F8 moves the focus there, closing the last toast moves it
 * back. Pointer and focus pause the countdown. While a modal panel is open, the region is inside
 * the topmost one, because everything else is inert (UI-41). There it is on the left, because the
 * panel's buttons are on the right.
 */
export function Toaster() {
  const open = useSyncExternalStore(subscribeToasts, getToasts).filter((toast) => toast.open);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const empty = open.length === 0;
  const modal = useTopModal();

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const last = [...(region.current?.querySelectorAll('button') ?? [])].at(-1);
      if (event.key !== 'F8' || !last) return;
      event.preventDefault();
      if (!region.current?.contains(document.activeElement))
        cameFrom.current = document.activeElement;
      last.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  // A hidden tab pauses the countdown, so that its toasts are still there on return.
  useEffect(() => {
    const onVisibility = () =>
      document.visibilityState === 'hidden' ? pauseToasts() : resumeToasts();
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, []);

  // A removed toast fires neither pointerleave nor blur. The same applies to a toast that moves
  // between the page and a dialog.
  useEffect(() => {
    if (empty) resumeToasts();
  }, [empty]);
  useEffect(() => {
    if (document.visibilityState === 'visible') resumeToasts();
  }, [modal]);

  /** Moves the focus to a neighbour, or back to where it was before F8. */
  const close = (id: number) => {
    const buttons = [...(region.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = at < 0 ? undefined : (buttons[at + 1] ?? buttons[at - 1] ?? cameFrom.current);
    closeToast(id);
    if (next instanceof HTMLElement) next.focus();
  };
  const items = (urgent: boolean) =>
    open
      .filter(({ kind }) => (kind === 'error') === urgent)
      .map((toast) => <Item key={toast.id} toast={toast} onClose={() => close(toast.id)} />);

  const list = (
    <section
      ref={region}
      aria-label={TEXTS.notifications}
      {...HOLD}
      className={cx(
        'pointer-events-none fixed inset-x-4 top-18 z-40 flex flex-col gap-2 md:inset-x-auto md:top-auto md:bottom-6 md:w-96',
        modal ? 'md:left-8' : 'md:right-8',
      )}
    >
      <div aria-live="polite" className="flex flex-col gap-2 empty:absolute">
        {items(false)}
      </div>
      {items(true)}
    </section>
  );
  return modal ? createPortal(list, modal) : list;
}

function Item({ toast: { kind, text, link }, onClose }: { toast: Toast; onClose: () => void }) {
  const { Icon, style } = KINDS[kind];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault(); // the panel around it stays open
    onClose();
  };
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      onKeyDown={onKeyDown}
      className={cx(
        'animate-enter pointer-events-auto flex items-center gap-3 rounded-field border bg-card py-1 pr-1 pl-4 font-medium shadow-float',
        style,
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 py-2">
        <NoBreakText>{text}</NoBreakText>
        {link && (
          <>
            {' '}
            <Link to={link.to} onClick={onClose} className="link whitespace-nowrap">
              {link.label}
            </Link>
          </>
        )}
      </p>
      {/* Not an IconButton: /login would have to load Tooltip for it. */}
      <button
        type="button"
        onClick={onClose}
        aria-label={TEXTS.closeNotification}
        className="grid size-11 shrink-0 place-items-center rounded-field text-muted hover:bg-sand hover:text-ink"
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
