import { Card } from '#web/ui/pages/Card.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import type { FormValues } from './shared/ParametresFields.tsx';
import { LIBELLES, TEXTES } from './shared/textes.parametres.ts';

/** The telephone and the email of the centre. Both may be empty (SET-20). */
export function CentreContact({ form: { values, faults, write } }: { form: FormValues }) {
  return (
    <Card aria-labelledby="titre-coordonnees">
      <h2 id="titre-coordonnees">{TEXTES.coordonnees}</h2>
      <p className="text-muted">{TEXTES.coordonneesAide}</p>
      <p className="mt-1 text-muted">{TEXTES.confirmation}</p>
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <Field
          label={LIBELLES.contactTelephone}
          hint={TEXTES.contactTelephone}
          error={faults.contactTelephone}
        >
          {(field) => (
            <Input
              {...field}
              type="tel"
              name="contactTelephone"
              value={values.contactTelephone}
              onChange={({ target }) => write('contactTelephone', target.value)}
              maxLength={60}
              autoComplete="off"
              dir="ltr"
            />
          )}
        </Field>
        <Field label={LIBELLES.contactEmail} hint={TEXTES.contactEmail} error={faults.contactEmail}>
          {(field) => (
            <Input
              type="email"
              {...field}
              name="contactEmail"
              value={values.contactEmail}
              onChange={({ target }) => write('contactEmail', target.value)}
              autoComplete="off"
            />
          )}
        </Field>
      </div>
    </Card>
  );
}
