// chunk: app
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { cx } from '../basics/cx.ts';
import { holdFocus } from './holdFocus.ts';
import { useModalPlace } from './openModals.ts';
import { useOutsidePress } from './useOutsidePress.ts';

export type ModalProps = {
  open: boolean;
  onClose: () => void;
  /** An action is running: nothing closes the panel. */
  busy?: boolean;
  /**
   * Called before Escape, a phone's back gesture and the cross close the panel. False keeps it
   * open, usually after a question.
   */
  mayClose?: (() => boolean) | undefined;
  /** Gets the focus if the element that opened the panel was removed. */
  fallback?: RefObject<HTMLElement | null> | undefined;
};

type Props = ModalProps & {
  role?: 'alertdialog';
  labelledBy: string;
  describedBy?: string;
  /**
   * Gets the focus on opening. By default the first field of the form, otherwise the browser's
   * choice: the first control.
   */
  initialFocus?: RefObject<HTMLElement | null>;
  /** A press outside closes it. */
  light?: boolean;
  className?: string;
  children: ReactNode;
};

/** In a form the first field gets the focus, not the button that closes the dialog. */
const FIRST_FIELD = 'form :is(input, select, textarea):not(:disabled, [readonly])';

/**
 * Of radio buttons, that is the chosen one: an arrow key or Space on another would change the
 * choice.
 */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const first = dialog.querySelector<HTMLInputElement>(FIRST_FIELD);
  return (
    (first?.type === 'radio' &&
      dialog.querySelector<HTMLElement>(`input[name="${first.name}"]:checked`)) ||
    first
  );
}

/**
 * The base of every modal panel: a native dialog. The rest of the page is inert, the focus stays
 * inside and returns to the opener, Escape closes. The content is mounted each time the panel
 * opens.
 */
export function Modal({
  open,
  onClose,
  busy = false,
  mayClose,
  fallback,
  role,
  labelledBy,
  describedBy,
  initialFocus,
  light = false,
  className,
  children,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const place = useRef<HTMLDivElement>(null);
  // In the same task as the rendering, so that `close` finds either both or neither.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) {
      dialog.showModal();
      (initialFocus?.current ?? firstField(dialog))?.focus();
    }
    if (!open && dialog?.open) dialog.close();
  }, [open, initialFocus]);
  useModalPlace(place, open);

  const close = () => {
    // the event of an earlier closing, which fires in a separate task
    if (ref.current?.open) return;
    // The browser has already restored the focus, unless the opener was removed.
    const active = document.activeElement;
    if (active === document.body || ref.current?.contains(active))
      fallback?.current?.focus({ preventScroll: true });
    else if (fallback) holdFocus(() => fallback.current);
    if (open) onClose(); // the browser closed it by itself
  };
  const outside = useOutsidePress(() => {
    if (light && !busy) onClose();
  });
  const hold = (event: SyntheticEvent): boolean => {
    const held = busy || mayClose?.() === false;
    if (held) event.preventDefault();
    return held;
  };
  // Escape and a phone's back gesture. `close` fires in a separate task: a press before it would
  // open the panel again while the state is still open, and `close` would undo that. So the state
  // is set immediately, and the effect above closes.
  const cancel = (event: SyntheticEvent) => {
    // A file field inside fires the same event for itself.
    if (event.target !== event.currentTarget) return;
    if (hold(event) || !event.cancelable) return;
    event.preventDefault();
    onClose();
  };
  // Preventing the key event also prevents `cancel`.
  const holdKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // An open popover inside closes first. It is closed here, because WebKit would close the dialog
    // with the same key. Tooltips are manual popovers and do not count.
    const popover = ref.current?.querySelector<HTMLElement>('[popover=auto]:popover-open');
    if (!popover) {
      hold(event);
      return;
    }
    event.preventDefault();
    popover.hidePopover();
  };
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClose={close}
      onCancel={cancel}
      onKeyDown={holdKey}
      {...outside}
      className={cx(
        'animate-enter m-auto max-h-[calc(100dvh-2*var(--spacing-edge))] w-[calc(100vw-2*var(--spacing-edge))] overflow-y-auto overscroll-contain has-[[data-foot]]:scroll-pb-32 rounded-card bg-card text-ink shadow-float backdrop:bg-shade/45',
        className,
      )}
    >
      <div ref={place} className="contents" />
      {open && children}
    </dialog>
  );
}
