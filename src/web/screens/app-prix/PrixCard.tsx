import type { KeyboardEvent } from 'react';
import { ADMIN_REFUS } from '#domain/errors/admin.ts';
import { formatCentimes, isPrix } from '#domain/settings/prix.ts';
import type { TypeLecon } from '#domain/settings/types_lecons.ts';
import { Divergence } from '#web/parts/Divergence.tsx';
import { TypeLeconIcon } from '#web/parts/TypeLeconCards.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import { TEXTES } from './textes.ts';
import type { PrixRow } from './usePrixDraft.ts';

type PrixCardProps = {
  type: TypeLecon;
  row: PrixRow;
  onText: (text: string) => void;
  /** Called when the field loses the focus. */
  onLeft: () => void;
  /**
   * For a price that someone else has stored meanwhile: keep the one entered here, or take theirs.
   */
  onKeep: () => void;
  onTake: () => void;
};

/** Step of the arrow keys, in cents. A page key steps by one euro. */
const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 100, PageDown: -100 };

/**
 * One lesson type and its price. A text field with the role of a number field: the native one
 * refuses the comma or the point depending on the browser's language, and changes the price when
 * the wheel turns over it.
 */
export function PrixCard({
  type,
  row: { text, typed, centimes, elsewhere },
  onText,
  onLeft,
  onKeep,
  onTake,
}: PrixCardProps) {
  const step = (event: KeyboardEvent) => {
    const pas = STEPS[event.key];
    if (pas === undefined) return;
    event.preventDefault();
    onText(formatCentimes(Math.max(0, centimes + pas)));
  };
  return (
    <li className="flex flex-col gap-4 rounded-card border border-hairline bg-card p-4 shadow-card sm:p-5">
      <div className="flex items-center gap-3">
        <TypeLeconIcon type={type} className="size-11 text-xl" />
        <div className="min-w-0">
          <h2 className="text-lg leading-6">
            <bdi>{type.label}</bdi>
          </h2>
          <p className="text-sm text-muted">
            {type.duree_minutes} minutes{!type.actif && ` · ${TEXTES.inactif}`}
          </p>
        </div>
      </div>
      <Field
        label={
          <>
            {TEXTES.tarif}
            <span className="sr-only"> {type.label}</span>{' '}
            <span className="font-normal text-muted">en euros</span>
          </>
        }
        hint={
          elsewhere !== null
            ? `${TEXTES.ailleurs}${formatCentimes(elsewhere)} €.`
            : typed !== null && TEXTES.pasUnNombre(typed)
        }
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
              name={type.value}
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
      {elsewhere !== null && (
        <Divergence
          field={type.value}
          label={`${TEXTES.tarif} ${type.label}`}
          mine={`${formatCentimes(centimes)} €`}
          theirs={`${formatCentimes(elsewhere)} €`}
          onKeep={onKeep}
          onTake={onTake}
        />
      )}
    </li>
  );
}
