import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { FIELD_STYLE } from './fieldStyle.ts';

/** One line of text, 44 px high. `dir="auto"`: the direction follows the script of the text. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input dir="auto" {...rest} className={cx(FIELD_STYLE, 'h-11 read-only:bg-sand-soft read-only:text-muted', className)} />;
}
