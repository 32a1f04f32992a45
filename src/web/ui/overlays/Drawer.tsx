import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../basics/cx.ts';
import { useModalPlace } from './openModals.ts';
import { useOutsidePress } from './useOutsidePress.ts';

type DrawerProps = {
  label: string;
  open: boolean;
  onClose: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * A panel that opens over the page from the left. It is a native modal dialog: the rest of the page
 * is inert, the focus stays inside and returns to the opener, Escape closes. Its content is
 * rendered when it is first opened.
 */
export function Drawer({ label, open, onClose, className, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  useModalPlace(place, open);
  const outside = useOutsidePress(onClose);
  return (
    <dialog
      ref={ref}
      aria-label={label}
      onClose={onClose}
      {...outside}
      className={cx(
        'drawer fixed inset-y-0 left-0 m-0 h-dvh max-h-none max-w-[calc(100vw-min(3rem,12vw))] overflow-y-auto overscroll-contain text-ink shadow-float backdrop:bg-shade/45',
        className,
      )}
    >
      <div ref={place} className="contents" />
      {wanted && children}
    </dialog>
  );
}
