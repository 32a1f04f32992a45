import type { ComponentProps } from 'react';
import { cx } from '../basics/cx.ts';

/** A section on a white background. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={cx(
        'rounded-card border border-hairline bg-card p-edge shadow-card sm:p-6',
        className,
      )}
    />
  );
}
