import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../basics/cx.ts';
import { NoBreakText } from '../messages/NoBreakText.tsx';

export type FieldControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** At the end of the label's line: a link or a small button. */
  aside?: ReactNode;
  className?: string;
  children: (props: FieldControlProps) => ReactNode;
};

/** A label, its control, a hint and an error, linked for screen readers. */
export function Field({ label, hint, error, aside, className, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error ? { 'aria-invalid': true as const } : undefined),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The error of a field. */
export function FieldError({
  id,
  className,
  children,
}: {
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <p
      id={id}
      className={cx('flex items-start gap-1.5 text-sm font-medium text-danger', className)}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <NoBreakText>{children}</NoBreakText>
      </span>
    </p>
  );
}
