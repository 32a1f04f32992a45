import { type ComponentProps, useState } from 'react';
import { Input } from './Input.tsx';
import * as TEXTS from './texts.ts';

type PasswordInputProps = Omit<ComponentProps<typeof Input>, 'type'> & {
  /** What the button shows and hides, with its article. */
  what?: string;
};

/** A password field with a button that shows and hides the password: in the field, or below it where text of twice the size leaves no room. */
export function PasswordInput({ what = TEXTS.thePassword, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const action = shown ? TEXTS.hide : TEXTS.show;
  return (
    <div className="relative">
      <Input {...rest} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} dir="ltr" className="min-[18rem]:pr-26" />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={`${action} ${what}`}
        className="min-h-11 min-w-24 rounded-field px-3 text-sm font-semibold text-muted hover:text-ink min-[18rem]:absolute min-[18rem]:inset-y-0 min-[18rem]:right-0"
      >
        {action}
      </button>
    </div>
  );
}
