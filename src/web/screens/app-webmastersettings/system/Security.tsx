import { Card } from '#web/ui/pages/Card.tsx';
import { Attente } from '../shared/Attente.tsx';
import { type FormValues, NumberField, SwitchField } from '../shared/ParametresFields.tsx';
import { TEXTES } from '../shared/textes.parametres.ts';

/**
 * What the sign-in of administrators requires (ACC-62), and how long the journal is kept (ACC-71).
 */
export function Security({ form }: { form: FormValues }) {
  return (
    <Card aria-labelledby="titre-securite">
      <h2 id="titre-securite">{TEXTES.securite}</h2>
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <SwitchField field="secondFacteurAdmins" form={form} hint={TEXTES.secondFacteur} />
        <NumberField field="journalMois" form={form} min={1} max={60} hint={TEXTES.journal} />
      </div>
      <Attente champs={['journalMois']} />
    </Card>
  );
}
