import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A dialog's buttons, the one that does it last: at the right on a wide screen, in the order of the keyboard; above on a phone. */
export function DialogButtons({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('flex flex-col-reverse gap-3 sm:flex-row sm:justify-end', className)}>{children}</div>;
}

/** The foot of a dialog that is longer than its screen: it stays in view. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 -mb-4 flex flex-col gap-3 rounded-b-card border-t border-hairline bg-card px-4 py-3 sm:-mx-6 sm:-mb-6 sm:px-6 sm:py-4">
      {children}
    </div>
  );
}
