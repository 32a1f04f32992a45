import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PASSWORD_MAX } from '#domain/people/users.ts';
import { signIn } from '#web/data/session.ts';
import { emailOf, PATHS } from '#web/paths/paths.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import { later } from '#web/ui/later.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { useForm } from '#web/ui/useForm.ts';
import { KeySignIn } from './KeySignIn.tsx';

const { Part: ResendConfirmation } = later('part', () => import('./ResendConfirmation.tsx'));

/**
 * Email, password and the refusals (ACC-24). After a sign-in the guard of /login leads on by
 * itself.
 */
export function LoginForm({ onStart }: { onStart: () => void }) {
  const { state } = useLocation();
  const [values, setValues] = useState(() => ({ email: emailOf(state), password: '' }));
  const [unconfirmed, setUnconfirmed] = useState(false);
  const email = values.email.trim();
  const { faults, refusal, setRefusal, busy, form, control } = useForm([values, setValues], {
    check: () => ({
      ...(email === '' && { email: 'Veuillez saisir votre email.' }),
      ...(values.password === '' && { password: 'Veuillez saisir votre mot de passe.' }),
    }),
    send: async () => {
      const refus = await signIn(email, values.password);
      setUnconfirmed(refus?.code === 'email_non_confirme');
      return refus?.message ?? null;
    },
  });

  return (
    <form
      {...form}
      onFocus={onStart}
      className="mt-6 flex flex-col gap-5"
      aria-label={PATHS.login.titre}
    >
      {refusal && <Banner kind="error">{refusal}</Banner>}
      {refusal && unconfirmed && (
        <Suspense>
          <ResendConfirmation email={email} />
        </Suspense>
      )}
      <Field label="Email" error={faults.email}>
        {(field) => (
          <Input
            type="email"
            {...field}
            {...control('email')}
            autoComplete="username"
            required
            maxLength={254}
          />
        )}
      </Field>
      <Field
        label="Mot de passe"
        error={faults.password}
        aside={
          <Link
            to={PATHS.forgotPassword.path}
            state={{ email: values.email }}
            className="link -my-2.5 inline-flex min-h-11 items-center text-sm whitespace-nowrap"
          >
            Mot de passe oublié ?
          </Link>
        }
      >
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
      <Button type="submit" busy={busy} busyLabel="Connexion en cours…" className="mt-1">
        Se connecter
      </Button>
      <KeySignIn
        onRefus={(message) => {
          setUnconfirmed(false);
          setRefusal(message);
        }}
      />
    </form>
  );
}
