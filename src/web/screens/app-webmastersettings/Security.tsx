import { Card } from '#web/ui/Card.tsx';
import { type FormValues, SwitchField } from './ParametresFields.tsx';
import { TEXTES } from './textes.parametres.ts';

/** What the sign-in of administrators demands (ACC-62). */
export function Security({ form }: { form: FormValues }) {
  return (
    <Card aria-labelledby="titre-securite">
      <h2 id="titre-securite">{TEXTES.securite}</h2>
      <SwitchField field="secondFacteurAdmins" form={form} hint={TEXTES.secondFacteur} className="mt-4" />
    </Card>
  );
}
