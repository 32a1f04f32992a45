// chunk: app
import { REMARQUES_MAX } from '#domain/lessons/reservations.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { Textarea } from '#web/ui/forms/Textarea.tsx';

/** From this length on, a counter is shown under the field. */
const COUNTER_FROM = REMARQUES_MAX - 200;

type RemarquesFieldProps = {
  remarques: string;
  error?: string | false | undefined;
  readOnly?: boolean;
  onChange: (remarques: string) => void;
};

export function RemarquesField({
  remarques,
  error,
  readOnly = false,
  onChange,
}: RemarquesFieldProps) {
  return (
    <Field
      label={
        <>
          Remarques <span className="font-normal text-muted">(facultatif)</span>
        </>
      }
      hint={remarques.length >= COUNTER_FROM && `${remarques.length} / ${REMARQUES_MAX} caractères`}
      error={error}
    >
      {(props) => (
        <Textarea
          {...props}
          rows={2}
          className="max-sm:min-h-12"
          readOnly={readOnly}
          value={remarques}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
