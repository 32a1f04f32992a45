import { Card } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import type { ChampsReglages } from './ReglesChamp.tsx';
import { LIBELLES, REGLAGES } from './reglagesTextes.ts';

/** The telephone and the email of the centre; both may be empty (SET-20). */
export function Coordonnees({ champs: { valeurs, fautes, write } }: { champs: ChampsReglages }) {
  return (
    <Card aria-labelledby="titre-coordonnees">
      <h2 id="titre-coordonnees">{REGLAGES.coordonnees}</h2>
      <p className="text-muted">{REGLAGES.coordonneesAide}</p>
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <Field label={LIBELLES.contactTelephone} hint={REGLAGES.contactTelephone} error={fautes.contactTelephone}>
          {(field) => (
            <Input
              {...field}
              type="tel"
              name="contactTelephone"
              value={valeurs.contactTelephone}
              onChange={({ target }) => write('contactTelephone', target.value)}
              maxLength={60}
              autoComplete="off"
              dir="ltr"
            />
          )}
        </Field>
        <Field label={LIBELLES.contactEmail} hint={REGLAGES.contactEmail} error={fautes.contactEmail}>
          {(field) => (
            <Input type="email" {...field} name="contactEmail" value={valeurs.contactEmail} onChange={({ target }) => write('contactEmail', target.value)} autoComplete="off" />
          )}
        </Field>
      </div>
    </Card>
  );
}
