import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { cx } from './cx.ts';

type PopoverProps = {
  /** Draws the button that opens; gets what ties it to the panel. */
  trigger: (props: { popoverTarget: string }) => ReactNode;
  className?: string;
  children: ReactNode;
};

/**
 * A panel that a button opens and closes. The browser's own: Escape and a press elsewhere close it, the focus
 * returns, the button tells whether it is open, and Tab goes from the button into the panel. A link followed closes it.
 */
export function Popover({ trigger, className, children }: PopoverProps) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const press = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a')) ref.current?.hidePopover();
  };
  return (
    <>
      {trigger({ popoverTarget: id })}
      {/* oxlint-disable-next-line click-events-have-key-events -- a link pressed by the keyboard clicks too */}
      <div
        ref={ref}
        id={id}
        popover="auto"
        onClick={press}
        className={cx('m-0 rounded-card border border-hairline bg-card text-ink shadow-float', className)}
      >
        {children}
      </div>
    </>
  );
}
