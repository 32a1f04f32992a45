// chunk: forms-people
import { type ReactNode, useId } from 'react';
import { cx } from '../basics/cx.ts';

type SwitchProps = {
  name: string;
  label: ReactNode;
  checked: boolean;
  onChange: (on: boolean) => void;
  hint?: ReactNode;
  className?: string;
};

/**
 * On or off: an invisible native checkbox over a drawn switch. Both the position and the colour of
 * the knob show the state.
 */
export function Switch({ name, label, checked, onChange, hint, className }: SwitchProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className="relative flex min-h-11 items-center justify-between gap-4 rounded-field py-1">
        <span className="min-w-0 font-medium hyphens-auto wrap-anywhere">{label}</span>
        <input
          type="checkbox"
          role="switch"
          name={name}
          checked={checked}
          aria-checked={checked}
          aria-describedby={hint ? id : undefined}
          onChange={({ target }) => onChange(target.checked)}
          className="absolute inset-0 m-0 size-full cursor-[inherit] opacity-0"
        />
        <span
          aria-hidden
          className={cx(
            'flex h-7 w-12 forced-color-adjust-none shrink-0 items-center rounded-full border p-0.5 transition-colors',
            checked ? 'border-fir bg-fir' : 'border-line bg-sand',
          )}
        >
          <span
            className={cx(
              'size-5.5 rounded-full transition-transform',
              checked ? 'translate-x-5 bg-white' : 'bg-line',
            )}
          />
        </span>
      </label>
      {hint && (
        <p id={id} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
