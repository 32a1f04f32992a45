import { type ReactNode, useId, useRef } from 'react';
import { cx } from './cx.ts';

type PopoverProps = {
  /** Draws the button that opens; gets what ties it to the panel. */
  trigger: (props: { popoverTarget: string }) => ReactNode;
  className?: string;
  children: (close: () => void) => ReactNode;
};

/**
 * A panel that a button opens and closes. The browser's own: Escape and a press elsewhere close it, the focus
 * returns, the button tells whether it is open, and Tab goes from the button into the panel.
 */
export function Popover({ trigger, className, children }: PopoverProps) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  return (
    <>
      {trigger({ popoverTarget: id })}
      <div
        ref={ref}
        id={id}
        popover="auto"
        className={cx('popover m-0 rounded-card border border-hairline bg-card text-ink shadow-float', className)}
      >
        {children(() => ref.current?.hidePopover())}
      </div>
    </>
  );
}
