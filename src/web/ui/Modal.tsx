import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { holdFocus } from './holdFocus.ts';

export type ModalProps = {
  open: boolean;
  onClose: () => void;
  /** Something is under way: nothing closes it. */
  busy?: boolean;
  /** Hears of Escape, of a phone's back gesture and of a dialog's cross in the place of closing: something would be lost. */
  onEscape?: (() => void) | undefined;
  /** Where the focus goes when what opened it is no longer there. */
  fallback?: RefObject<HTMLElement | null> | undefined;
};

type Props = ModalProps & {
  role?: 'alertdialog';
  labelledBy: string;
  describedBy?: string;
  /** What has the focus at first; else the first field of its form; else the browser's choice, the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** A press beside it closes it. */
  light?: boolean;
  className?: string;
  children: ReactNode;
};

/** Not what closes the dialog: who opens a form means to fill it. */
const FIRST_FIELD = 'form :is(input, select, textarea):not(:disabled, [readonly])';

/**
 * What every modal panel has in common. The browser's own dialog: the rest is inert, the focus stays inside and
 * comes back, Escape closes. What is inside is mounted anew each time it opens.
 */
export function Modal({ open, onClose, busy = false, onEscape, fallback, role, labelledBy, describedBy, initialFocus, light = false, className, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) {
      dialog.showModal();
      (initialFocus?.current ?? dialog.querySelector<HTMLElement>(FIRST_FIELD))?.focus();
    }
    if (!open && dialog?.open) dialog.close();
  }, [open, initialFocus]);

  const close = () => {
    // The browser has given the focus back by now, unless the place is gone.
    const active = document.activeElement;
    if (active === document.body || ref.current?.contains(active)) fallback?.current?.focus({ preventScroll: true });
    else if (fallback) holdFocus(() => fallback.current);
    onClose();
  };
  const pressOutside = (event: MouseEvent<HTMLDialogElement>) => {
    if (light && !busy && event.target === event.currentTarget) onClose();
  };
  const hold = (event: SyntheticEvent) => {
    if (!busy && !onEscape) return;
    event.preventDefault();
    if (!busy) onEscape?.();
  };
  // Two doors: the key, and the back gesture of a phone. A key that is swallowed asks nothing of the other.
  const holdKey = (event: KeyboardEvent) => {
    // What is open inside closes first; an icon's name, which the browser does not close, stands in nobody's way.
    if (event.key === 'Escape' && !ref.current?.querySelector('[popover=auto]:popover-open')) hold(event);
  };
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClose={close}
      onCancel={hold}
      onKeyDown={holdKey}
      onClick={pressOutside}
      className={cx('animate-enter m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto overscroll-contain rounded-card bg-card text-ink shadow-float backdrop:bg-ink/45', className)}
    >
      {open && children}
    </dialog>
  );
}
