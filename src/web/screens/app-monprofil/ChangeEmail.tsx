import { useState } from 'react';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import { readCode } from '#domain/signin/second_facteur.ts';
import { normalizeEmail, PASSWORD_MAX, refuseAdresse, type User } from '#domain/people/users.ts';
import { refusalOf } from '#web/data/client.ts';
import { useChangeEmail } from '#web/nouns/people/profil.ts';
import { useSecondFactor } from '#web/nouns/signin/secondFacteurQueries.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { PasswordInput } from '#web/ui/forms/PasswordInput.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TEXTES } from './textes.ts';

/** Requests another email for the person's own account, with the password (PEOPLE-40). */
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
  const application = Boolean(useSecondFactor().data?.actif_at);
  const [values, setValues] = useState({ email: '', password: '', code: '' });
  const { password, code } = values;
  const email = normalizeEmail(values.email);
  const { faults, refusal, busy, form, control } = useForm([values, setValues], {
    check() {
      const refus = email === profil.email ? null : refuseAdresse(profil, email);
      const wrong =
        email === profil.email ? TEXTES.emailPareil : refus && PEOPLE_REFUS[refus].message;
      return {
        ...(wrong && { email: wrong }),
        ...(password === '' && { password: TEXTES.emailMotDePasseManquant }),
        ...(application && !readCode(code) && { code: TEXTES.emailCodeManquant }),
      };
    },
    send: () =>
      refusalOf(
        change.mutateAsync({ email, password, ...(application && { code }) }).then(onSaved),
        TEXTES.emailEchoue,
      ),
  });

  return (
    <form {...form} aria-label={TEXTES.emailChanger} className="mt-3 flex flex-col gap-5">
      <p className="text-muted">{TEXTES.emailEffet}</p>
      <Field label="Nouvelle adresse email" error={faults.email}>
        {(field) => (
          <Input {...field} type="email" {...control('email')} autoComplete="email" required />
        )}
      </Field>
      <Field label="Mot de passe actuel" error={faults.password}>
        {(field) => (
          <PasswordInput
            {...field}
            {...control('password')}
            autoComplete="current-password"
            required
            maxLength={PASSWORD_MAX}
          />
        )}
      </Field>
      {application && (
        <Field label={TEXTES.emailCode} error={faults.code}>
          {(field) => (
            <Input
              {...field}
              {...control('code')}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              maxLength={40}
              required
            />
          )}
        </Field>
      )}
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={busy} busyLabel={TEXTES.enCours}>
          {TEXTES.emailDemander}
        </Button>
      </DialogButtons>
    </form>
  );
}
