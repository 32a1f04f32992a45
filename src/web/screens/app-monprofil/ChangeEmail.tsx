import { type FormEvent, useState } from 'react';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import { readCode } from '#domain/accounts/second_facteur.ts';
import { normalizeEmail, PASSWORD_MAX, refuseAdresse, type User } from '#domain/people/users.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useChangeEmail } from '#web/data/queries/profil.ts';
import { useSecondFactor } from '#web/data/queries/secondFacteur.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons } from '#web/ui/DialogButtons.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { Input } from '#web/ui/Input.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TEXTES } from './textes.ts';

type Faults = { email?: string; password?: string; code?: string };

/** Asks for another address of one's own account, with the password (PEOPLE-40). */
export function ChangeEmail({
  profil,
  onSaved,
  onClose,
}: {
  profil: User;
  onSaved: (saved: User) => void;
  onClose: () => void;
}) {
  const change = useChangeEmail();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const application = Boolean(useSecondFactor().data?.actif_at);
  const [code, setCode] = useState('');
  const [faults, setFaults] = useState<Faults>({});

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const email = normalizeEmail(typed);
    const refus = email === profil.email ? null : refuseAdresse(profil, email);
    const wrong =
      email === profil.email ? TEXTES.emailPareil : refus && PEOPLE_REFUS[refus].message;
    const noCode = application && !readCode(code);
    setFaults({
      ...(wrong && { email: wrong }),
      ...(password === '' && { password: TEXTES.emailMotDePasseManquant }),
      ...(noCode && { code: TEXTES.emailCodeManquant }),
    });
    change.reset();
    if (wrong) return focusField(event.currentTarget, 'email');
    if (password === '') return focusField(event.currentTarget, 'password');
    if (noCode) return focusField(event.currentTarget, 'code');
    change.mutate({ email, password, ...(application && { code }) }, { onSuccess: onSaved });
  };

  return (
    <form
      noValidate
      aria-label={TEXTES.emailChanger}
      onSubmit={submit}
      className="mt-3 flex flex-col gap-5"
    >
      <p className="text-muted">{TEXTES.emailEffet}</p>
      <Field label="Nouvelle adresse email" error={faults.email}>
        {(field) => (
          <Input
            {...field}
            type="email"
            name="email"
            autoComplete="email"
            required
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setFaults(({ email: _, ...others }) => others);
            }}
          />
        )}
      </Field>
      <Field label="Mot de passe actuel" error={faults.password}>
        {(field) => (
          <PasswordInput
            {...field}
            name="password"
            autoComplete="current-password"
            required
            maxLength={PASSWORD_MAX}
            value={password}
            onChange={({ target }) => {
              setPassword(target.value);
              setFaults(({ password: _, ...others }) => others);
            }}
          />
        )}
      </Field>
      {application && (
        <Field label={TEXTES.emailCode} error={faults.code}>
          {(field) => (
            <Input
              {...field}
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              maxLength={40}
              required
              value={code}
              onChange={({ target }) => {
                setCode(target.value);
                setFaults(({ code: _, ...others }) => others);
              }}
            />
          )}
        </Field>
      )}
      {change.isError && (
        <Banner kind="error">{sentenceOf(change.error, TEXTES.emailEchoue)}</Banner>
      )}
      <DialogButtons>
        <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={change.isPending} busyLabel={TEXTES.enCours}>
          {TEXTES.emailDemander}
        </Button>
      </DialogButtons>
    </form>
  );
}
