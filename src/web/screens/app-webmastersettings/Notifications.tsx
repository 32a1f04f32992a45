import { Link } from '#web/ui/hooks/navigation.tsx';
import { PATHS } from '#web/paths/paths.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { type FormValues, SwitchField } from './shared/ParametresFields.tsx';
import { LIBELLES, TEXTES } from './shared/textes.parametres.ts';

const ENVOIS = [
  'sendConfirmation',
  'sendReminders',
  'sendCancellation',
  'sendModification',
] as const;

/** Which emails are sent, and who receives a copy (MAIL-05). */
export function Notifications({ form }: { form: FormValues }) {
  const { values, faults, write } = form;
  return (
    <Card aria-labelledby="titre-notifications">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="titre-notifications">{TEXTES.notifications}</h2>
        <Link to={PATHS.courriels.path} className="link inline-flex min-h-11 items-center">
          {TEXTES.courriels}
        </Link>
      </div>
      <p className="text-muted">{TEXTES.notificationsAide}</p>
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <div className="flex flex-col gap-5">
          <SwitchField field="emailNotifications" form={form} hint={TEXTES.general} />
          <Field label={LIBELLES.adminEmail} hint={TEXTES.adminEmail} error={faults.adminEmail}>
            {(field) => (
              <Input
                type="email"
                {...field}
                name="adminEmail"
                value={values.adminEmail}
                onChange={({ target }) => write('adminEmail', target.value)}
                autoComplete="off"
              />
            )}
          </Field>
        </div>
        <fieldset>
          <legend className="sr-only">Emails envoyés</legend>
          <div className="flex flex-col gap-1">
            {ENVOIS.map((field) => (
              <SwitchField key={field} field={field} form={form} />
            ))}
          </div>
          {!values.emailNotifications && <p className="mt-1 text-sm text-muted">{TEXTES.eteint}</p>}
        </fieldset>
      </div>
    </Card>
  );
}
