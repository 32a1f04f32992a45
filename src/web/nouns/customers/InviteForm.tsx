import { useState } from 'react';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import type { Client } from '#domain/customers/clients.ts';
import { isEmail, normalizeEmail } from '#domain/people/users.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { type Refusal, useForm } from '#web/ui/forms/useForm.ts';
import { INVITATION } from './clientTexts.ts';

type Draft = { email: string };
type InviteFormProps = {
  client: Pick<Client, 'nom' | 'email'>;
  /** Invites the customer at an address. Returns what was refused, or null. */
  onInvite: (email: string) => Promise<Refusal<Draft>>;
  onDone: () => void;
  onClose: () => void;
};

/** Makes an account for a customer, who gets a link to choose a password (CLI-10). */
export function InviteForm({ client, onInvite, onDone, onClose }: InviteFormProps) {
  const [draft, setDraft] = useState<Draft>({ email: client.email ?? '' });
  const save = async (): Promise<Refusal<Draft>> => {
    const refused = await onInvite(normalizeEmail(draft.email));
    if (refused === null) onDone();
    return refused;
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
