import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import { isEmail, normalizeEmail } from '#domain/people/users.ts';
import { useCentreInfo } from '#web/data/centre.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import { TEXTES } from './textes.ts';

type DemandeFormProps = {
  email: string;
  onEmail: (email: string) => void;
  /**
   * The person comes back from the confirmation: the focus goes to the address, which may be wrong.
   */
  returning: boolean;
  onSubmit: (email: string) => Promise<void>;
};

export function DemandeForm({ email, onEmail, returning, onSubmit }: DemandeFormProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { sendsLinks } = useCentreInfo();

  useEffect(() => {
    if (returning) field.current?.focus();
  }, [returning]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const demande = normalizeEmail(email);
    if (!isEmail(demande)) {
      setFault(PEOPLE_REFUS.email_invalide.message);
      field.current?.focus();
      return;
    }
    setBusy(true);
    await onSubmit(demande);
  };

  return (
    <>
      <h1>{PATHS.forgotPassword.titre}</h1>
      <p className="mt-1 text-muted">{sendsLinks ? TEXTES.invitation : TEXTES.sansEnvoi}</p>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-6 flex flex-col gap-5"
        aria-label={PATHS.forgotPassword.titre}
      >
        <Field label="Email" error={fault}>
          {(props) => (
            <Input
              type="email"
              {...props}
              ref={field}
              name="email"
              autoComplete="username"
              required
              maxLength={254}
              value={email}
              onChange={({ target }) => {
                onEmail(target.value);
                setFault(null);
              }}
            />
          )}
        </Field>
        <Button type="submit" busy={busy} busyLabel={TEXTES.envoi} className="mt-1">
          {TEXTES.envoyer}
        </Button>
      </form>
      <p className="mt-6 text-center">
        <Link to={PATHS.login.path} className="link inline-flex min-h-11 items-center">
          {TEXTES.retour}
        </Link>
      </p>
    </>
  );
}
