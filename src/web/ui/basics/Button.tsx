import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './buttonStyle.ts';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** An action is running: shows a spinner and `busyLabel`, and ignores presses. */
  busy?: boolean;
  busyLabel?: string;
  icon?: ReactNode;
};

/**
 * At least 44 px. While busy it stays focusable (`aria-disabled`), so that the focus is not lost;
 * cancelling the click also prevents the implicit submission of a form by Enter.
 */
export function Button({
  variant,
  size,
  busy = false,
  busyLabel,
  icon,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonStyle(variant, className, size)}
      onClick={press}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
    >
      {busy ? <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" /> : icon}
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}
