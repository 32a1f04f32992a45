import { type ReactNode, useId } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import type { NumberName, FieldName, ParametresFaults, SwitchName, ParametresDraft } from './parametresDraft.ts';
import { LIBELLES } from './textes.parametres.ts';

/** The props of every section of the form. */
export type FormValues = {
  /** The id of the form, because one section stands outside its element. */
  id: string;
  values: ParametresDraft;
  faults: ParametresFaults;
  write: <K extends FieldName>(field: K, value: ParametresDraft[K]) => void;
};

type NumberFieldProps = { field: NumberName; form: FormValues; min: number; max: number; step?: number; hint: ReactNode };

/** A number of the settings. The wheel scrolls the page and does not change the number, which would go unnoticed. */
export function NumberField({ field, form: { values, faults, write }, min, max, step = 1, hint }: NumberFieldProps) {
  return (
    <Field label={LIBELLES[field]} hint={hint} error={faults[field]}>
      {(control) => (
        <Input
          {...control}
          type="number"
          name={field}
          min={min}
          max={max}
          step={step}
          value={values[field]}
          onChange={({ target }) => write(field, target.value)}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          required
        />
      )}
    </Field>
  );
}

type SwitchFieldProps = {
  field: SwitchName;
  form: FormValues;
  /** The visible beginning of its name; screen readers read the whole name. */
  short?: string;
  hint?: ReactNode;
  className?: string;
};

/** On or off: an invisible native checkbox over a drawn switch. The place of the knob shows the state, as its colour does. */
export function SwitchField({ field, form: { id: formId, values, write }, short = '', hint, className }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className="relative flex min-h-11 items-center justify-between gap-4 rounded-field py-1">
        <span className="min-w-0 font-medium hyphens-auto wrap-anywhere">{short && `${short} `}<span className={short && 'sr-only'}>{LIBELLES[field].slice(short.length).trimStart()}</span></span>
        <input
          form={formId}
          type="checkbox"
          role="switch"
          name={field}
          checked={values[field]}
          aria-checked={values[field]}
          aria-describedby={hint ? id : undefined}
          onChange={({ target }) => write(field, target.checked)}
          className="absolute inset-0 m-0 size-full cursor-[inherit] opacity-0"
        />
        <span aria-hidden className={cx('flex h-7 w-12 forced-color-adjust-none shrink-0 items-center rounded-full border p-0.5 transition-colors', values[field] ? 'border-fir bg-fir' : 'border-line bg-sand')}>
          <span className={cx('size-5.5 rounded-full transition-transform', values[field] ? 'translate-x-5 bg-white' : 'bg-line')} />
        </span>
      </label>
      {hint && <p id={id} className="text-sm text-muted">{hint}</p>}
    </div>
  );
}
