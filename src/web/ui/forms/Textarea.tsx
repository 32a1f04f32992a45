// chunk: base
import type { ComponentProps } from 'react';
import { cx } from '../basics/cx.ts';
import { FIELD_STYLE } from './fieldStyle.ts';

/**
 * Several lines of text. Grows in height with its content if the browser supports it, never in
 * width.
 */
export function Textarea({ rows = 3, className, ...rest }: ComponentProps<'textarea'>) {
  // Browsers with `field-sizing` ignore `rows`.
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...rest}
      className={cx(
        FIELD_STYLE,
        'field-sizing-content contain-inline-size max-h-80 scroll-mb-44 resize-y py-2.5',
        rows < 3 ? 'min-h-18' : 'min-h-22',
        className,
      )}
    />
  );
}
