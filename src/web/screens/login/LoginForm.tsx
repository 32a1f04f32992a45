import { type FormEvent, Suspense, useState } from 'react';
import { Link, useLocation } from '#web/ui/hooks/navigation.tsx';
import { PASSWORD_MAX } from '#domain/people/users.ts';
import { signIn } from '#web/data/session.ts';
import { emailOf, PATHS } from '#web/paths/paths.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { focusField } from '#web/ui/forms/focusField.ts';
import { Input } from '#web/ui/forms/Input.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { PasswordInput } from '#web/ui/forms/PasswordInput.tsx';
import { KeySignIn } from './KeySignIn.tsx';

const { Part: ResendConfirmation } = lazyPart('part', () => import('./ResendConfirmation.tsx'));

type Missing = { email?: string; password?: string };

/** Both are required. */
function findMissing(email: string, password: string): Missing {
  return {
    ...(email.trim() === '' && { email: 'Veuillez saisir votre email.' }),
    ...(password === '' && { password: 'Veuillez saisir votre mot de passe.' }),
  };
}

/**
 * Email, password and the refusals (ACC-24). After a sign-in the guard of /login redirects by
 * itself.
 */
export function LoginForm({ onStart }: { onStart: () => void }) {
  const { state } = useLocation();
  const [email, setEmail] = useState(() => emailOf(state));
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Missing>({});
  const [refus, setRefus] = useState<Awaited<ReturnType<typeof signIn>>>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const missing = findMissing(email, password);
    setFaults(missing);
    setRefus(null);
    if (missing.email) return focusField(event.currentTarget, 'email');
    if (missing.password) return focusField(event.currentTarget, 'password');
    setBusy(true);
    const answer = await signIn(email.trim(), password);
    setBusy(false);
    setRefus(answer);
  };

  return (
    <form
      noValidate
      onFocus={onStart}
      onSubmit={(event) => void submit(event)}
      className="mt-6 flex flex-col gap-5"
      aria-label={PATHS.login.titre}
    >
      {refus && <Banner kind="error">{refus.message}</Banner>}
      {refus?.code === 'email_non_confirme' && (
        <Suspense>
          <ResendConfirmation email={email.trim()} />
        </Suspense>
      )}
      <Field label="Email" error={faults.email}>
        {(field) => (
          <Input
            type="email"
            {...field}
            name="email"
            autoComplete="username"
            required
            maxLength={254}
            value={email}
            onChange={({ target }) => {
              setEmail(target.value);
              setFaults(({ email: _, ...others }) => others);
            }}
          />
        )}
      </Field>
      <Field
        label="Mot de passe"
        error={faults.password}
        aside={
          <Link
            to={PATHS.forgotPassword.path}
            state={{ email }}
            className="link -my-2.5 inline-flex min-h-11 items-center text-sm whitespace-nowrap"
          >
            Mot de passe oublié ?
          </Link>
        }
      >
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
      <Button type="submit" busy={busy} busyLabel="Connexion en cours…" className="mt-1">
        Se connecter
      </Button>
      <KeySignIn onRefus={(message) => setRefus(message === null ? null : { message })} />
    </form>
  );
}
