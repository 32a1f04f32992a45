import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { FIELD_STYLE } from './fieldStyle.ts';

/** Several lines of text. Grows in height with its content where the browser supports it, never in width. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" rows={3} {...rest} className={cx(FIELD_STYLE, 'field-sizing-content contain-inline-size max-h-80 min-h-22 resize-y py-2.5', className)} />;
}
