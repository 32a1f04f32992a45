import type { ReactNode } from 'react';

type ChoiceBoxProps = {
  type: 'checkbox' | 'radio';
  name: string;
  checked: boolean;
  onChange: () => void;
  children: ReactNode;
};

/** A visible checkbox or radio button and its label, in a box that can be pressed anywhere. */
export function ChoiceBox({ children, ...input }: ChoiceBoxProps) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 rounded-field border border-line px-3 py-1 has-checked:border-fir has-checked:bg-sand-soft has-focus-visible:outline-2">
      <input {...input} className="size-5 shrink-0 accent-fir" />
      {children}
    </label>
  );
}
