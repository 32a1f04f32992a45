import { Link } from 'react-router';
import { PATHS } from '#web/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import type { ChampsReglages } from './ReglesChamp.tsx';
import { Interrupteur } from './ReglesInterrupteur.tsx';
import { LIBELLES, REGLAGES } from './reglagesTextes.ts';

const ENVOIS = ['sendConfirmation', 'sendReminders', 'sendCancellation', 'sendModification'] as const;

/** Which emails are sent, and who receives a copy (MAIL-05). */
export function Notifications({ champs }: { champs: ChampsReglages }) {
  const { form, valeurs, fautes, write } = champs;
  return (
    <Card aria-labelledby="titre-notifications">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="titre-notifications">{REGLAGES.notifications}</h2>
        <Link to={PATHS.courriels.path} className="link inline-flex min-h-11 items-center">{REGLAGES.courriels}</Link>
      </div>
      <p className="text-muted">{REGLAGES.notificationsAide}</p>
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <div className="flex flex-col gap-5">
          <Interrupteur champ="emailNotifications" champs={champs} aide={REGLAGES.general} />
          <Field label={LIBELLES.adminEmail} hint={REGLAGES.adminEmail} error={fautes.adminEmail}>
            {(field) => (
              <Input type="email" {...field} form={form} name="adminEmail" value={valeurs.adminEmail} onChange={({ target }) => write('adminEmail', target.value)} autoComplete="off" />
            )}
          </Field>
        </div>
        <fieldset>
          <legend className="sr-only">Emails envoyés</legend>
          <div className="flex flex-col gap-1">
            {ENVOIS.map((champ) => <Interrupteur key={champ} champ={champ} champs={champs} />)}
          </div>
          {!valeurs.emailNotifications && <p className="mt-1 text-sm text-muted">{REGLAGES.eteint}</p>}
        </fieldset>
      </div>
    </Card>
  );
}
