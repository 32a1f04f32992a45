import type { ComponentProps, ReactNode } from 'react';
import { addYears, JOURS_DE_LECON } from '#domain/core/calendrier.ts';
import { formatIban, tidyIban } from '#domain/settings/iban.ts';
import { useNow } from '#web/data/horloge.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Textarea } from '#web/ui/forms/Textarea.tsx';
import { type FormValues, SwitchField } from './shared/ParametresFields.tsx';
import { LIBELLES, TEXTES } from './shared/textes.parametres.ts';

const COLUMNS = 'mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2';

type TextFieldProps = Omit<ComponentProps<'input'>, 'form'> & {
  field: 'billingHolder' | 'billingIban' | 'centreName' | 'centreForm' | 'centreNumber';
  form: FormValues;
  hint: ReactNode;
};

function TextField({ field, form: { values, faults, write }, hint, ...input }: TextFieldProps) {
  return (
    <Field label={LIBELLES[field]} hint={hint} error={faults[field]}>
      {(control) => (
        <Input
          autoComplete="off"
          {...input}
          {...control}
          name={field}
          value={values[field]}
          onChange={({ target }) => write(field, target.value)}
        />
      )}
    </Field>
  );
}

/** The switch of statements and payments (REL-01). */
export function Facturation({ form }: { form: FormValues }) {
  const { jour: today } = useNow();
  return (
    <Card aria-labelledby="titre-facturation">
      <h2 id="titre-facturation">{TEXTES.facturation}</h2>
      <p className="mt-1 text-muted">{TEXTES.facturationAide}</p>
      <p className="mt-1 text-muted">{TEXTES.facturationConfirmation}</p>
      <div className={COLUMNS}>
        <SwitchField field="billing" form={form} hint={TEXTES.facturationAllumer} />
        <Field label={LIBELLES.billingSince} hint={TEXTES.depuis} error={form.faults.billingSince}>
          {(control) => (
            <DatePicker
              {...control}
              name="billingSince"
              label={LIBELLES.billingSince}
              placeholder={TEXTES.depuisVide}
              jour={form.values.billingSince || null}
              today={today}
              first={JOURS_DE_LECON.premier}
              last={addYears(today, 1)}
              dropdowns
              onJour={(jour) => form.write('billingSince', jour)}
              onClear={() => form.write('billingSince', '')}
            />
          )}
        </Field>
      </div>
    </Card>
  );
}

/** The account to which customers pay (SET-50). */
export function CompteBancaire({ form }: { form: FormValues }) {
  const { values, write } = form;
  return (
    <Card aria-labelledby="titre-banque">
      <h2 id="titre-banque">{TEXTES.banque}</h2>
      <p className="mt-1 text-muted">{TEXTES.banqueAide}</p>
      <div className={COLUMNS}>
        <TextField field="billingHolder" form={form} hint={TEXTES.titulaire} />
        <TextField
          field="billingIban"
          form={form}
          dir="ltr"
          autoCapitalize="characters"
          spellCheck={false}
          onBlur={() => write('billingIban', formatIban(tidyIban(values.billingIban)))}
          hint={TEXTES.iban}
        />
      </div>
    </Card>
  );
}

/** The legal mentions of the centre (SET-50). */
export function Mentions({ form }: { form: FormValues }) {
  const { values, faults, write } = form;
  return (
    <Card aria-labelledby="titre-mentions">
      <h2 id="titre-mentions">{TEXTES.mentions}</h2>
      <p className="mt-1 text-muted">{TEXTES.mentionsAide}</p>
      <div className={COLUMNS}>
        <TextField field="centreName" form={form} hint={TEXTES.centreName} />
        <TextField field="centreForm" form={form} hint={TEXTES.centreForm} />
        <Field label={LIBELLES.centreAddress} error={faults.centreAddress}>
          {(control) => (
            <Textarea
              {...control}
              name="centreAddress"
              value={values.centreAddress}
              onChange={({ target }) => write('centreAddress', target.value)}
              autoComplete="off"
            />
          )}
        </Field>
        <TextField field="centreNumber" form={form} hint={TEXTES.centreNumber} />
      </div>
    </Card>
  );
}
