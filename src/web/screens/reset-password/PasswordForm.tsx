import { type FormEvent, useState } from 'react';
import { REFUS } from '#domain/errors.ts';
import { refusePassword } from '#domain/users.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TEXTES } from './textes.ts';

type Faults = { password?: string; confirmation?: string };

/** Checks the length first, then that both are the same; nothing of a password is trimmed (ACC-20, ACC-32). */
function faultsOf(password: string, confirmation: string): Faults {
  const code = refusePassword(password);
  return {
    ...(code && { password: REFUS[code].message }),
    ...(confirmation !== password && { confirmation: REFUS.mots_de_passe_differents.message }),
  };
}

type PasswordFormProps = {
  /** The account's email, so that a password manager stores the password under it. */
  email: string;
  /** Returns the sentence of the refusal, or null on success. */
  onSubmit: (password: string) => Promise<string | null>;
};

export function PasswordForm({ email, onSubmit }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [refus, setRefus] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const found = faultsOf(password, confirmation);
    setFaults(found);
    setRefus(null);
    if (found.password) return focusField(event.currentTarget, 'password');
    if (found.confirmation) return focusField(event.currentTarget, 'confirmation');
    setBusy(true);
    const sentence = await onSubmit(password);
    setBusy(false);
    setRefus(sentence);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 flex flex-col gap-5" aria-label={TEXTES.formulaire}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Nouveau mot de passe" hint={TEXTES.regle} error={faults.password}>
        {(field) => (
          <PasswordInput
            {...field}
            name="password"
            autoComplete="new-password"
            required
            value={password}
            onChange={({ target }) => {
              setPassword(target.value);
              setFaults({});
            }}
          />
        )}
      </Field>
      <Field label="Confirmer le mot de passe" error={faults.confirmation}>
        {(field) => (
          <PasswordInput
            {...field}
            what="la confirmation"
            name="confirmation"
            autoComplete="new-password"
            required
            value={confirmation}
            onChange={({ target }) => {
              setConfirmation(target.value);
              setFaults(({ confirmation: _, ...others }) => others);
            }}
          />
        )}
      </Field>
      {refus && <Banner kind="error">{refus}</Banner>}
      <Button type="submit" busy={busy} busyLabel={TEXTES.enCours} className="mt-1">{TEXTES.enregistrer}</Button>
    </form>
  );
}
