import type { ComponentProps } from 'react';
import { Input } from './Input.tsx';

/** An email address: written left to right, neither capitalized nor spell-checked. */
export function EmailInput(props: Omit<ComponentProps<typeof Input>, 'type'>) {
  return <Input autoCapitalize="none" spellCheck={false} dir="ltr" {...props} type="email" />;
}
