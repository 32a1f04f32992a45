import { useState } from 'react';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import type { Client } from '#domain/people/clients.ts';
import { isEmail, normalizeEmail } from '#domain/people/users.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useInviteClient } from '#web/data/queries/clients.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons } from '#web/ui/DialogButtons.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import { type Refusal, useForm } from '#web/ui/useForm.ts';
import { INVITATION } from './textes.clients.ts';

type Draft = { email: string };
type InviteFormProps = { client: Client; onDone: () => void; onClose: () => void };

/** Makes an account for a customer, who gets a link to choose a password (CLI-10). */
export function InviteForm({ client, onDone, onClose }: InviteFormProps) {
  const invite = useInviteClient();
  const [draft, setDraft] = useState<Draft>({ email: client.email ?? '' });
  const save = async (): Promise<Refusal<Draft>> => {
    try {
      await invite.mutateAsync({ id: client.id, email: normalizeEmail(draft.email) });
      onDone();
      return null;
    } catch (error) {
      const sentence = sentenceOf(error, INVITATION.echec);
      return codeOf(error) === 'email_pris' ? { email: sentence } : sentence;
    }
  };
  const { faults, refusal, busy, form, control } = useForm([draft, setDraft], {
    check: () =>
      isEmail(normalizeEmail(draft.email)) ? {} : { email: PEOPLE_REFUS.email_invalide.message },
    send: save,
  });
  return (
    <form {...form} aria-label={INVITATION.titre} className="mt-3 flex flex-col gap-5">
      <p>
        <bdi className="font-semibold wrap-anywhere">{client.nom}</bdi>
        {INVITATION.suite}
      </p>
      <Field label="Email" error={faults.email}>
        {(field) => (
          <Input {...field} {...control('email')} type="email" autoComplete="off" required />
        )}
      </Field>
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={busy} busyLabel={INVITATION.enCours}>
          {INVITATION.inviter}
        </Button>
      </DialogButtons>
    </form>
  );
}
