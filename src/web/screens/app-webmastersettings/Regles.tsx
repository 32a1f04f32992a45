import { Card } from '#web/ui/pages/Card.tsx';
import { type FormValues, NumberField, SwitchField } from './shared/ParametresFields.tsx';
import { TEXTES } from './shared/textes.parametres.ts';

/**
 * How many lessons and how far ahead a rider may book (SET-05), and how many future lessons an
 * account may have (SET-40).
 */
export function Regles({ form }: { form: FormValues }) {
  return (
    <Card aria-labelledby="titre-regles">
      <h2 id="titre-regles">{TEXTES.regles}</h2>
      <p className="mt-1 text-muted">{TEXTES.quiEstTenu}</p>
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <div>
          <NumberField
            field="maxBookingsPerDay"
            form={form}
            min={1}
            max={100}
            hint={TEXTES.quota}
          />
          <SwitchField
            field="maxBookingsPerDayApplied"
            form={form}
            short={TEXTES.appliquer}
            className="mt-1"
          />
        </div>
        <div>
          <NumberField
            field="advanceBookingDays"
            form={form}
            min={1}
            max={730}
            hint={TEXTES.delai}
          />
          <SwitchField
            field="advanceBookingDaysApplied"
            form={form}
            short={TEXTES.appliquer}
            className="mt-1"
          />
        </div>
        <div>
          <NumberField
            field="maxOpenBookings"
            form={form}
            min={1}
            max={1000}
            hint={TEXTES.aVenir}
          />
          <SwitchField
            field="maxOpenBookingsApplied"
            form={form}
            short={TEXTES.appliquer}
            className="mt-1"
          />
        </div>
      </div>
    </Card>
  );
}
