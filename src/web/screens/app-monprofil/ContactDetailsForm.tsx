import { type ChangeEvent, type FormEvent, type RefObject, useRef, useState } from 'react';
import { sentenceOf } from '#web/data/client.ts';
import { useUpdateProfil } from '#web/data/queries/profil.ts';
import { UNSURE } from '#web/data/surely.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { Input } from '#web/ui/Input.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import {
  type ContactField,
  CONTACT_FIELDS,
  changesOf,
  type ContactFaults,
  type EditedContact,
  faultsOf,
} from '#web/parts/contactDraft.ts';
import { TEXTES } from './textes.ts';

type ContactDetailsFormProps = {
  edited: EditedContact;
  onEdit: (edited: EditedContact) => void;
  firstField: RefObject<HTMLInputElement | null>;
  /** Also when the screen was left meanwhile. */
  onSaved: () => void;
  /** `saved` is false when the edit is cancelled. */
  onLeave: (saved: boolean) => void;
};

/**
 * The fields start with the stored values; a change made elsewhere does not overwrite them
 * afterwards.
 */
export function ContactDetailsForm({
  edited: { initial, draft },
  onEdit,
  firstField,
  onSaved,
  onLeave,
}: ContactDetailsFormProps) {
  const [faults, setFaults] = useState<ContactFaults>({});
  const update = useUpdateProfil(onSaved);
  const form = useRef<HTMLFormElement>(null);

  const fieldProps = (name: ContactField) => ({
    name,
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      onEdit({ initial, draft: { ...draft, [name]: target.value } });
      setFaults({ ...faults, [name]: undefined });
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const found = faultsOf(draft);
    const first = CONTACT_FIELDS.find((name) => found[name]);
    setFaults(found);
    update.reset();
    if (first) return focusField(form.current, first);
    update.mutate(changesOf(draft, initial), { onSuccess: () => onLeave(true) });
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-labelledby="titre-coordonnees"
      className="mt-4 flex flex-col gap-5"
    >
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Prénom" error={faults.prenom}>
          {(field) => (
            <Input
              {...field}
              {...fieldProps('prenom')}
              ref={firstField}
              autoComplete="given-name"
            />
          )}
        </Field>
        <Field label="Nom" error={faults.nom}>
          {(field) => <Input {...field} {...fieldProps('nom')} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label="Téléphone" error={faults.telephone}>
        {(field) => (
          <Input {...field} {...fieldProps('telephone')} type="tel" autoComplete="tel" dir="ltr" />
        )}
      </Field>
      <Field label="Adresse" error={faults.adresse}>
        {(field) => (
          <Textarea {...field} {...fieldProps('adresse')} autoComplete="street-address" />
        )}
      </Field>
      {update.unsure && <Banner kind="info">{UNSURE}</Banner>}
      {update.isError && (
        <Banner kind="error">{sentenceOf(update.error, TEXTES.enregistrementEchoue)}</Banner>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={update.isPending} busyLabel={TEXTES.enCours}>
          Enregistrer
        </Button>
        <Button
          variant="secondary"
          disabled={update.isPending && !update.unsure}
          onClick={() => onLeave(false)}
        >
          {update.unsure ? 'Fermer' : 'Annuler'}
        </Button>
      </div>
    </form>
  );
}
