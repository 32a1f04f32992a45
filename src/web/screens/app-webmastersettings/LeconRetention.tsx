import { Card } from '#web/ui/pages/Card.tsx';
import { Attente } from './shared/Attente.tsx';
import { type FormValues, NumberField, SwitchField } from './shared/ParametresFields.tsx';
import { TEXTES } from './shared/textes.parametres.ts';

/** How long lessons keep names and remarks (SET-42). */
export function LeconRetention({ form }: { form: FormValues }) {
  return (
    <Card aria-labelledby="titre-conservation-lecons">
      <h2 id="titre-conservation-lecons">{TEXTES.conservationLecons}</h2>
      <p className="mt-1 text-sm text-muted">{TEXTES.conservationLeconsAide}</p>
      <p className="mt-1 text-sm text-muted">{TEXTES.raccourcir}</p>
      <Attente champs={['lessonRetention', 'lessonMonths', 'cancelledDays']} />
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <SwitchField
          field="lessonRetention"
          form={form}
          hint={TEXTES.effacerNoms}
          className="md:col-span-2"
        />
        <NumberField field="lessonMonths" form={form} min={1} max={240} hint={TEXTES.leconsMois} />
        <NumberField
          field="cancelledDays"
          form={form}
          min={1}
          max={730}
          hint={TEXTES.leconsAnnulees}
        />
      </div>
    </Card>
  );
}
