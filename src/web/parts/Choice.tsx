import type { ReactNode } from 'react';
import { cx } from '../ui/basics/cx.ts';

type ChoiceProps = {
  /** Name of the radio group: one tab stop; the arrow keys move within it. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  disabled?: boolean;
  /** The accessible name, if the content is not sufficient. */
  label?: string;
  /** Why it cannot be chosen; used as the title of the label. */
  reason?: string | undefined;
  /** Called when it is pressed while disabled. */
  onRefused?: (() => void) | undefined;
  current?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * One choice of a group: a native radio button with a styled label. The transparent radio covers
 * the whole label, so that touch, pointer and scrolling to the focused element all use the visible
 * area.
 */
export function Choice({
  name,
  value,
  checked,
  onChoose,
  disabled,
  label,
  reason,
  onRefused,
  current,
  className,
  children,
}: ChoiceProps) {
  return (
    // The keyboard never reaches a disabled choice, and its name contains the reason.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
    <label
      title={reason}
      onClick={disabled ? onRefused : undefined}
      className={cx(
        'relative select-none transition-[background-color,border-color,box-shadow] duration-150',
        'has-focus-visible:z-10',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        aria-label={label}
        aria-current={current ? 'date' : undefined}
        onChange={onChoose}
        className="absolute inset-0 m-0 size-full cursor-[inherit] scroll-mt-24 scroll-mb-44 opacity-0 disabled:pointer-events-none"
      />
      {children}
    </label>
  );
}

/** The style of a choice shown as a card. */
export const CHOICE_CARD =
  'rounded-field border border-line bg-card hover:border-ink has-checked:border-fir has-checked:bg-fir-soft ' +
  'has-checked:shadow-[inset_0_0_0_1px_var(--border-color-fir)]';
