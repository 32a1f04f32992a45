import type { KeyboardEvent, ReactNode } from 'react';
import { ADMIN_REFUS } from '#domain/errors/admin.ts';
import { formatCentimes, isPrix } from '#domain/prices.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { TEXTES } from './textes.ts';
import type { Amount } from './usePrixDraft.ts';

/** Step of the arrow keys, in cents. A page key steps by one euro. */
const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 100, PageDown: -100 };

type AmountFieldProps = {
  label: string;
  /** The lesson type, for screen readers. */
  type: string;
  name: string;
  amount: Amount;
  hint?: ReactNode;
  onText: (text: string) => void;
  /** Called when the field loses the focus. */
  onLeft: () => void;
};

/**
 * A price. A text field with the role of a number field: the native one refuses the comma or the
 * point depending on the browser's language, and changes the price when the wheel turns over it.
 */
export function AmountField({
  label,
  type,
  name,
  amount: { text, typed, centimes },
  hint,
  onText,
  onLeft,
}: AmountFieldProps) {
  const step = (event: KeyboardEvent) => {
    const pas = STEPS[event.key];
    if (pas === undefined) return;
    event.preventDefault();
    onText(formatCentimes(Math.max(0, centimes + pas)));
  };
  return (
    <Field
      label={
        <>
          {label}
          <span className="sr-only"> {type}</span>{' '}
          <span className="font-normal text-muted">en euros</span>
        </>
      }
      hint={hint ?? (typed !== null && TEXTES.pasUnNombre(typed))}
      error={!isPrix(centimes) && ADMIN_REFUS.prix_invalide.message}
    >
      {(props) => (
        <div className="relative">
          <Input
            {...props}
            role="spinbutton"
            aria-valuemin={0}
            aria-valuenow={centimes / 100}
            aria-valuetext={`${formatCentimes(centimes)} €`}
            name={name}
            type="text"
            dir="ltr"
            inputMode="decimal"
            enterKeyHint="done"
            autoComplete="off"
            maxLength={20}
            value={text}
            onChange={({ target }) => onText(target.value)}
            onFocus={({ target }) => target.select()}
            onBlur={onLeft}
            onKeyDown={step}
            className="pr-10 text-right text-lg font-semibold"
          />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3.5 grid place-items-center text-muted"
          >
            €
          </span>
        </div>
      )}
    </Field>
  );
}
