import { CalendarClock } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { addDays } from '#domain/core/calendrier.ts';
import { lastJour } from '#domain/lessons/reservations.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { focusField } from '#web/ui/forms/focusField.ts';
import { AmountField } from './AmountField.tsx';
import { TEXTES } from './textes.ts';
import type { PrixActions, PrixRow } from './usePrixDraft.ts';

/** The names of fields and buttons, by which the form finds them. */
export const nameOf = {
  prix: (type: string) => `suivant ${type}`,
  jour: (type: string) => `du ${type}`,
};
const opener = (type: string) => `ouvrir ${type}`;

type ProchainProps = {
  type: TypeLecon;
  row: PrixRow;
  aujourdhui: string;
  /** The fault of its first day, null if there is none. */
  fault: string | null;
  actions: PrixActions;
};

/** The next price of a lesson type: a button that opens its fields, the fields, or what is stored. */
export function Prochain({ type, row, aujourdhui, fault, actions }: ProchainProps) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  // The pressed button disappears: the focus goes to what replaces it.
  useLayoutEffect(() => {
    if (wanted.current !== null) focusField(box.current?.closest('form') ?? null, wanted.current);
    wanted.current = null;
  });
  const then = (name: string, act: () => void) => () => {
    wanted.current = name;
    act();
  };
  const open = then(nameOf.prix(type.value), actions.open);
  const remove = (
    <Button
      variant="ghost"
      size="small"
      onClick={then(opener(type.value), actions.remove)}
      className="-mr-3"
    >
      {TEXTES.retirer}
      <span className="sr-only"> {TEXTES.prochainDe(type.label)}</span>
    </Button>
  );
  const { edited, stored } = row;
  return (
    <div ref={box} className={cx('border-t border-hairline', edited ? 'pt-1' : '-mb-2 pt-1')}>
      {edited ? (
        <div role="group" aria-label={TEXTES.prochainDe(type.label)} className="grid gap-3">
          <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-3">
            <h3 className="text-base font-semibold">{TEXTES.prochainPrix}</h3>
            {remove}
          </div>
          <AmountField
            label={TEXTES.nouveauTarif}
            type={type.label}
            name={nameOf.prix(type.value)}
            amount={edited}
            onText={(text) => actions.writeSuivant({ text })}
            onLeft={actions.settleSuivant}
          />
          <Field label={TEXTES.aPartirDu} error={fault}>
            {(props) => (
              <DatePicker
                {...props}
                name={nameOf.jour(type.value)}
                label={`${TEXTES.aPartirDu}, ${type.label}`}
                placeholder={TEXTES.choisirJour}
                jour={edited.du}
                today={aujourdhui}
                first={addDays(aujourdhui, 1)}
                last={lastJour(aujourdhui)}
                onJour={(du) => actions.writeSuivant({ du })}
              />
            )}
          </Field>
        </div>
      ) : stored.suivant && row.wanted.suivant ? (
        <>
          <p className="mt-2">{TEXTES.prochain(stored.suivant)}</p>
          <div className="-ml-3 flex flex-wrap">
            <Button variant="ghost" size="small" name={opener(type.value)} onClick={open}>
              {TEXTES.changer}
              <span className="sr-only"> {TEXTES.prochainDe(type.label)}</span>
            </Button>
            {remove}
          </div>
        </>
      ) : stored.suivant ? (
        <>
          <p className="mt-2 text-muted">{TEXTES.seraRetire(stored.suivant)}</p>
          <Button
            variant="ghost"
            size="small"
            name={opener(type.value)}
            onClick={then(opener(type.value), actions.restore)}
            className="-ml-3"
          >
            {TEXTES.garder}
            <span className="sr-only"> {TEXTES.prochainDe(type.label)}</span>
          </Button>
        </>
      ) : (
        <Button
          variant="ghost"
          size="small"
          name={opener(type.value)}
          icon={<CalendarClock aria-hidden className="size-5 shrink-0 text-muted" />}
          onClick={open}
          className="-ml-3"
        >
          {TEXTES.dUnJour}
          <span className="sr-only"> ({type.label})</span>
        </Button>
      )}
    </div>
  );
}
