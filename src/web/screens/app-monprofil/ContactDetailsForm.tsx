import type { RefObject } from 'react';
import { refusalOf } from '#web/data/client.ts';
import { useUpdateProfil } from '#web/nouns/people/profil.ts';
import { UNSURE } from '#web/data/surely.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Textarea } from '#web/ui/forms/Textarea.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { changesOf, type EditedContact, faultsOf } from '#web/nouns/people/contactDraft.ts';
import { TEXTES } from './textes.ts';

type ContactDetailsFormProps = {
  edited: EditedContact;
  onEdit: (edited: EditedContact) => void;
  firstField: RefObject<HTMLInputElement | null>;
  /** Called even if the screen has been left in the meantime. */
  onSaved: () => void;
  /** `saved` is false when the edit is cancelled. */
  onLeave: (saved: boolean) => void;
};

/**
 * The fields start with the stored values. A change made elsewhere does not overwrite them
 * afterwards.
 */
export function ContactDetailsForm({
  edited: { initial, draft },
  onEdit,
  firstField,
  onSaved,
  onLeave,
}: ContactDetailsFormProps) {
  const update = useUpdateProfil(onSaved);
  const { faults, refusal, busy, form, control } = useForm(
    [draft, (written) => onEdit({ initial, draft: written })],
    {
      check: () => faultsOf(draft),
      async send() {
        const refused = await refusalOf(
          update.mutateAsync(changesOf(draft, initial)),
          TEXTES.enregistrementEchoue,
        );
        // Not if the form was left while the result was unknown.
        if (refused === null && form.ref.current) onLeave(true);
        return refused;
      },
    },
  );

  return (
    <form {...form} aria-labelledby="titre-coordonnees" className="mt-4 flex flex-col gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Prénom" error={faults.prenom}>
          {(field) => (
            <Input {...field} {...control('prenom')} ref={firstField} autoComplete="given-name" />
          )}
        </Field>
        <Field label="Nom" error={faults.nom}>
          {(field) => <Input {...field} {...control('nom')} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label="Téléphone" error={faults.telephone}>
        {(field) => (
          <Input {...field} {...control('telephone')} type="tel" autoComplete="tel" dir="ltr" />
        )}
      </Field>
      <Field label="Adresse" error={faults.adresse}>
        {(field) => <Textarea {...field} {...control('adresse')} autoComplete="street-address" />}
      </Field>
      {update.unsure && <Banner kind="info">{UNSURE}</Banner>}
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={busy} busyLabel={TEXTES.enCours}>
          Enregistrer
        </Button>
        <Button
          variant="secondary"
          disabled={busy && !update.unsure}
          onClick={() => onLeave(false)}
        >
          {update.unsure ? 'Fermer' : 'Annuler'}
        </Button>
      </div>
    </form>
  );
}
