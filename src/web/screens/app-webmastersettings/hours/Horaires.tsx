import { useId } from 'react';
import { formatHeure } from '#domain/core/calendrier.ts';
import { CRENEAUX } from '#domain/slots/creneaux.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { Field, FieldError } from '#web/ui/forms/Field.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { type FormValues, NumberField, SwitchField } from '../shared/ParametresFields.tsx';
import { LIBELLES, TEXTES } from '../shared/textes.parametres.ts';

/** The last hour cannot be an opening time, nor the first one a closing time. */
const HEURES = { openingTime: CRENEAUX.slice(0, -1), closingTime: CRENEAUX.slice(1) } as const;

/** When riders may book, and the pause between two lessons (SET-04, SET-05). */
export function Horaires({ form }: { form: FormValues }) {
  return (
    <Card aria-labelledby="titre-horaires">
      <h2 id="titre-horaires">{TEXTES.horaires}</h2>
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <div className="flex flex-col gap-5">
          <Heures form={form} />
          <NumberField
            field="lessonDuration"
            form={form}
            min={15}
            max={240}
            step={15}
            hint={TEXTES.duree}
          />
        </div>
        <div>
          <NumberField
            field="breakBetweenLessons"
            form={form}
            min={0}
            max={120}
            step={5}
            hint={
              <>
                {TEXTES.pause}{' '}
                <span aria-live="polite">{roundedPause(form.values.breakBetweenLessons)}</span>
              </>
            }
          />
          <SwitchField
            field="breakBetweenLessonsApplied"
            form={form}
            short={TEXTES.appliquer}
            className="mt-1"
          />
        </div>
      </div>
    </Card>
  );
}

/**
 * The rounded value of a pause that is not a multiple of half an hour, because lessons begin on
 * half hours.
 */
function roundedPause(text: string): string {
  const minutes = Number(text);
  const rounded = Math.ceil(minutes / 30) * 30;
  return rounded > minutes && minutes > 0
    ? `${minutes} minutes en font ${rounded}, parce que les leçons commencent aux demi-heures.`
    : '';
}

/** The two hours share one error, which is shown once beneath both. */
function Heures({
  form: {
    values,
    faults: { closingTime: fault },
    write,
  },
}: {
  form: FormValues;
}) {
  const id = useId();
  return (
    <div className="grid items-start min-[18rem]:grid-cols-2 gap-x-4 gap-y-1.5">
      {(['openingTime', 'closingTime'] as const).map((field) => (
        <Field key={field} label={LIBELLES[field]}>
          {(control) => (
            <Select
              {...control}
              name={field}
              value={values[field]}
              aria-invalid={fault ? true : undefined}
              aria-describedby={fault ? id : undefined}
              onChange={({ target }) => write(field, target.value)}
            >
              {HEURES[field].map((heure) => (
                <option key={heure} value={heure}>
                  {formatHeure(heure)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      {fault && (
        <FieldError id={id} className="min-[18rem]:col-span-2">
          {fault}
        </FieldError>
      )}
    </div>
  );
}
