import { type ComponentProps, useState } from 'react';
import { Input } from './Input.tsx';
import * as TEXTS from '../basics/texts.ts';

type PasswordInputProps = Omit<ComponentProps<typeof Input>, 'type'> & {
  /** The noun for the content that the button shows and hides, with its article. */
  what?: string;
};

/** A password field with a button that shows and hides the password. Small screens: narrow.css. */
export function PasswordInput({ what = TEXTS.thePassword, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const action = shown ? TEXTS.hide : TEXTS.show;
  return (
    <div className="password relative">
      <Input
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        className="pr-26"
      />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={`${action} ${what}`}
        className="absolute inset-y-0 right-0 min-w-24 rounded-field px-3 text-sm font-semibold text-muted hover:text-ink"
      >
        {action}
      </button>
    </div>
  );
}
