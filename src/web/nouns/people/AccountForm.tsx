import { type ReactNode, useState } from 'react';
import type { Inscription } from '#domain/people/users.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { PasswordInput } from '#web/ui/forms/PasswordInput.tsx';
import { Textarea } from '#web/ui/forms/Textarea.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { faultsOf, inscriptionOf, NO_PASSWORDS, type Texts, type Values } from './accountForm.ts';
import { useCourant } from './useCourant.ts';

/** A warning that never blocks the form (ACC-90). */
const COURANT =
  'Ce mot de passe est très courant, donc vite deviné. Un autre protège mieux votre compte.';

const STRONG = 'Au moins 8 caractères, ni courants ni faits de votre nom.';

type AccountFormProps = {
  title: string;
  /** Kept while the form is not sent (UI-70): everything except the passwords. */
  texts: Texts;
  onTexts: (texts: Texts) => void;
  submitLabel: string;
  busyLabel: string;
  /** The form of the first administrator: the strongest password rules apply (ACC-38). */
  strong?: boolean;
  /** An additional note on what pressing the button means. */
  note?: ReactNode;
  /** Creates the account. Returns the sentence of the refusal, or null on success. */
  onSubmit: (inscription: Inscription) => Promise<string | null>;
};

/**
 * ACC-17: the form of a new account. Errors are shown at their fields, the server's refusal above
 * the button.
 */
export function AccountForm({
  title,
  texts,
  onTexts,
  submitLabel,
  busyLabel,
  strong = false,
  note,
  onSubmit,
}: AccountFormProps) {
  const [passwords, setPasswords] = useState(NO_PASSWORDS);
  const values = { ...texts, ...passwords };
  const setValues = ({ password, confirmation, ...others }: Values) => {
    onTexts(others);
    setPasswords({ password, confirmation });
  };
  const { faults, refusal, busy, form, control } = useForm([values, setValues], {
    check: () => faultsOf(values, strong),
    send: () => onSubmit(inscriptionOf(values)),
    clears: (name) => name === 'password' && { confirmation: undefined },
  });
  const courant = useCourant(values.password);

  return (
    <form {...form} className="mt-6 flex flex-col gap-5" aria-label={title}>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Prénom" error={faults.prenom}>
          {(field) => (
            <Input {...field} {...control('prenom')} autoComplete="given-name" required />
          )}
        </Field>
        <Field label="Nom" error={faults.nom}>
          {(field) => <Input {...field} {...control('nom')} autoComplete="family-name" required />}
        </Field>
      </div>
      <Field label="Email" hint="Il servira à vous connecter." error={faults.email}>
        {(field) => (
          <Input type="email" {...field} {...control('email')} autoComplete="username" required />
        )}
      </Field>
      <Field
        label="Mot de passe"
        hint={
          <>
            {strong ? STRONG : 'Au moins 6 caractères.'}
            <span aria-live="polite" className="mt-1 block font-medium text-ink empty:absolute">
              {courant && !strong && COURANT}
            </span>
          </>
        }
        error={faults.password}
      >
        {(field) => (
          <PasswordInput {...field} {...control('password')} autoComplete="new-password" required />
        )}
      </Field>
      <Field label="Confirmer le mot de passe" error={faults.confirmation}>
        {(field) => (
          <PasswordInput
            {...field}
            {...control('confirmation')}
            what="la confirmation"
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      <Field label={<Optional>Téléphone</Optional>} error={faults.telephone}>
        {(field) => (
          <Input {...field} {...control('telephone')} type="tel" autoComplete="tel" dir="ltr" />
        )}
      </Field>
      <Field label={<Optional>Adresse</Optional>} error={faults.adresse}>
        {(field) => <Textarea {...field} {...control('adresse')} autoComplete="street-address" />}
      </Field>
      {refusal && <Banner kind="error">{refusal}</Banner>}
      {note}
      <Button type="submit" busy={busy} busyLabel={busyLabel} className="mt-1">
        {submitLabel}
      </Button>
    </form>
  );
}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className="font-normal text-muted">(facultatif)</span>
    </>
  );
}
