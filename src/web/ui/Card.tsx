import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** A sheet on the paper. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cx('rounded-card border border-hairline bg-card p-4 shadow-card sm:p-6', className)} />;
}
