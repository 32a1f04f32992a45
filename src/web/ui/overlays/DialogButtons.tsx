// chunk: base
import type { ReactNode } from 'react';
import { cx } from '../basics/cx.ts';

type DialogButtonsProps = {
  /** Next to each other on a phone too, for short labels; otherwise stacked there. */
  beside?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * The buttons of a dialog. The last one confirms: it is on the right on a wide screen, on top on a
 * phone.
 */
export function DialogButtons({ beside = false, className, children }: DialogButtonsProps) {
  return (
    <div
      className={cx(
        'flex gap-3 sm:justify-end',
        beside
          ? 'flex-wrap-reverse *:flex-[1_1_7.5rem] sm:*:flex-none'
          : 'flex-col-reverse sm:flex-row',
        className,
      )}
    >
      {children}
    </div>
  );
}

/**
 * The footer of a dialog that is longer than the screen: it stays in view if there is enough room
 * for the rest.
 */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div
      data-foot
      className="bottom-0 z-10 -mx-edge -mb-edge flex flex-col gap-3 rounded-b-card border-t border-hairline bg-card px-edge py-3 [@media(height>=24rem)]:sticky sm:-mx-6 sm:-mb-6 sm:px-6 sm:py-4"
    >
      {children}
    </div>
  );
}
