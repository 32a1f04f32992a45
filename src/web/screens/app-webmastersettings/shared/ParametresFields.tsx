import type { ReactNode } from 'react';
import type { Retard } from '#domain/settings/parametres.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Switch } from '#web/ui/forms/Switch.tsx';
import type {
  NumberName,
  FieldName,
  ParametresFaults,
  SwitchName,
  ParametresDraft,
} from './parametresDraft.ts';
import { LIBELLES } from './textes.parametres.ts';

/** The props of every section of the form. */
export type FormValues = {
  values: ParametresDraft;
  faults: ParametresFaults;
  write: <K extends FieldName>(field: K, value: ParametresDraft[K]) => void;
};

type NumberFieldProps = {
  field: NumberName;
  form: FormValues;
  min: number;
  max: number;
  step?: number;
  hint: ReactNode;
};

/**
 * A number of the settings. The wheel scrolls the page instead of changing the number, which could
 * go unnoticed.
 */
export function NumberField({
  field,
  form: { values, faults, write },
  min,
  max,
  step = 1,
  hint,
}: NumberFieldProps) {
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

type ChoiceFieldProps = {
  field: 'lateCharge';
  form: FormValues;
  /** Each value with its name. */
  choices: Record<Retard, string>;
  hint: ReactNode;
};

/** A setting with a few named values. */
export function ChoiceField({ field, form: { values, write }, choices, hint }: ChoiceFieldProps) {
  return (
    <Field label={LIBELLES[field]} hint={hint}>
      {(control) => (
        <Select
          {...control}
          name={field}
          value={values[field]}
          onChange={({ target }) => write(field, target.value as Retard)}
        >
          {Object.entries(choices).map(([value, nom]) => (
            <option key={value} value={value}>
              {nom}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

type SwitchFieldProps = {
  field: SwitchName;
  form: FormValues;
  /** The visible first part of its name. Screen readers read the whole name. */
  short?: string;
  hint?: ReactNode;
  className?: string;
};

export function SwitchField({
  field,
  form: { values, write },
  short = '',
  ...others
}: SwitchFieldProps) {
  const label = (
    <>
      {short && `${short} `}
      <span className={short && 'sr-only'}>{LIBELLES[field].slice(short.length).trimStart()}</span>
    </>
  );
  return (
    <Switch
      {...others}
      name={field}
      label={label}
      checked={values[field]}
      onChange={(on) => write(field, on)}
    />
  );
}
