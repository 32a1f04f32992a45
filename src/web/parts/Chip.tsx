import type { ReactNode } from 'react';
import { cx } from '../ui/basics/cx.ts';

type ChipProps = {
  /** Whether its value is chosen; undefined if it is an action. */
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** A proposed value: one press instead of typing or choosing it. */
export function Chip({ pressed, onClick, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={cx(
        'min-h-11 rounded-full border border-line bg-card px-3.5 py-1 text-sm font-medium hover:border-ink',
        pressed && 'border-fir bg-fir text-white',
      )}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
