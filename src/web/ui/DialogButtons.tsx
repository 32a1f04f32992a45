import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type DialogButtonsProps = {
  /** Next to each other on a phone too, for short labels; otherwise stacked there. */
  beside?: boolean;
  className?: string;
  children: ReactNode;
};

/** A dialog's buttons; the last one confirms: on the right on a wide screen, on top on a phone. */
export function DialogButtons({ beside = false, className, children }: DialogButtonsProps) {
  return <div className={cx('flex gap-3 sm:justify-end', beside ? '*:flex-1 sm:*:flex-none' : 'flex-col-reverse sm:flex-row', className)}>{children}</div>;
}

/** The footer of a dialog that is longer than the screen: it stays in view. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 -mb-4 flex flex-col gap-3 rounded-b-card border-t border-hairline bg-card px-4 py-3 sm:-mx-6 sm:-mb-6 sm:px-6 sm:py-4">
      {children}
    </div>
  );
}
