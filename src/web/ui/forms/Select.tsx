// chunk: base
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../basics/cx.ts';
import { FIELD_STYLE } from './fieldStyle.ts';

/** A native select, 44 px high. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block rounded-field', className)}>
      <select
        {...rest}
        className={cx(FIELD_STYLE, 'h-11 cursor-pointer appearance-none truncate pr-10')}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-3 right-3 size-5 text-muted"
      />
    </span>
  );
}
