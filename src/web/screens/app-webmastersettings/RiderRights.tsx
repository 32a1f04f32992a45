import { Card } from '#web/ui/pages/Card.tsx';
import {
  ChoiceField,
  type FormValues,
  NumberField,
  SwitchField,
} from './shared/ParametresFields.tsx';
import { NOMS_RETARD, TEXTES } from './shared/textes.parametres.ts';

/** Riders' rights beyond booking (SET-31). */
export function RiderRights({ form }: { form: FormValues }) {
  return (
    <Card aria-labelledby="titre-droits">
      <h2 id="titre-droits">{TEXTES.droits}</h2>
      <p className="mt-1 text-muted">{TEXTES.droitsAide}</p>
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <SwitchField field="riderCancellation" form={form} hint={TEXTES.annulation} />
        <SwitchField field="riderChanges" form={form} hint={TEXTES.changement} />
        <NumberField
          field="cancellationHours"
          form={form}
          min={0}
          max={336}
          hint={TEXTES.delaiAnnulation}
        />
        <div>
          <NumberField
            field="graceMinutes"
            form={form}
            min={1}
            max={120}
            hint={TEXTES.graceMinutes}
          />
          <SwitchField field="riderGrace" form={form} hint={TEXTES.grace} className="mt-1" />
        </div>
        <ChoiceField field="lateCharge" form={form} choices={NOMS_RETARD} hint={TEXTES.retard} />
        <SwitchField field="showPrices" form={form} hint={TEXTES.prix} />
        <SwitchField field="absencesBilled" form={form} hint={TEXTES.absences} />
        <SwitchField field="slotAlerts" form={form} hint={TEXTES.alertes} />
        <SwitchField field="calendarFeeds" form={form} hint={TEXTES.calendriers} />
      </div>
    </Card>
  );
}
