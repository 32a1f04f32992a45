import { Card } from '#web/ui/pages/Card.tsx';
import { Attente } from '../shared/Attente.tsx';
import { type FormValues, NumberField } from '../shared/ParametresFields.tsx';
import { TEXTES } from '../shared/textes.parametres.ts';

/** Which backups are kept (OPS-08). */
export function Retention({ form }: { form: FormValues }) {
  return (
    <Card aria-labelledby="titre-conservation">
      <h2 id="titre-conservation">{TEXTES.conservation}</h2>
      <p className="mt-1 text-sm text-muted">{TEXTES.conservationAide}</p>
      <p className="mt-1 text-sm text-muted">{TEXTES.raccourcir}</p>
      <Attente champs={['sauvegardesJours', 'sauvegardesSemaines', 'sauvegardesMois']} />
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-3">
        <NumberField field="sauvegardesJours" form={form} min={1} max={31} hint={TEXTES.jours} />
        <NumberField
          field="sauvegardesSemaines"
          form={form}
          min={0}
          max={53}
          hint={TEXTES.semaines}
        />
        <NumberField field="sauvegardesMois" form={form} min={0} max={120} hint={TEXTES.mois} />
      </div>
    </Card>
  );
}
