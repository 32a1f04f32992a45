import type { ComponentProps } from 'react';
import { cx } from '../basics/cx.ts';
import { FIELD_STYLE } from './fieldStyle.ts';

const EMAIL = { autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const;

/**
 * One line of text, 44 px high. `dir="auto"`: the direction follows the script of the text; an
 * email is written left to right.
 */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      dir="auto"
      {...(rest.type === 'email' && EMAIL)}
      {...rest}
      className={cx(FIELD_STYLE, 'h-11 read-only:bg-sand-soft read-only:text-muted', className)}
    />
  );
}
