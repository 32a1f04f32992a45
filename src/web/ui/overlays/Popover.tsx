import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { cx } from '../basics/cx.ts';

type PopoverProps = {
  /** Renders the button that opens the panel. Receives the attribute that links them. */
  trigger: (props: { popoverTarget: string }) => ReactNode;
  className?: string;
  children: ReactNode;
};

/**
 * A panel that a button opens and closes. It is a native popover: Escape and a press outside close
 * it, the focus returns to the button, and Tab goes from the button into the panel. Following a
 * link inside closes it.
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
      {/* oxlint-disable-next-line click-events-have-key-events -- Enter on a link clicks too */}
      <div
        ref={ref}
        id={id}
        popover="auto"
        onClick={press}
        className={cx(
          'm-0 rounded-card border border-hairline bg-card text-ink shadow-float',
          className,
        )}
      >
        {children}
      </div>
    </>
  );
}
