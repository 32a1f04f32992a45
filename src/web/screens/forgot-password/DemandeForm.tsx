import { useEffect, useRef } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import { isEmail, normalizeEmail } from '#domain/people/users.ts';
import { useCentreInfo } from '#web/data/centre.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TEXTES } from './textes.ts';

type DemandeFormProps = {
  email: string;
  onEmail: (email: string) => void;
  /**
   * The person returns from the confirmation: the focus moves to the address, which may be wrong.
   */
  returning: boolean;
  onSubmit: (email: string) => Promise<void>;
};

export function DemandeForm({ email, onEmail, returning, onSubmit }: DemandeFormProps) {
  const { faults, busy, form, control } = useForm([{ email }, (given) => onEmail(given.email)], {
    check: () =>
      isEmail(normalizeEmail(email)) ? {} : { email: PEOPLE_REFUS.email_invalide.message },
    async send() {
      await onSubmit(normalizeEmail(email));
      return null;
    },
  });
  const field = useRef<HTMLInputElement>(null);
  const { sendsLinks } = useCentreInfo();

  useEffect(() => {
    if (returning) field.current?.focus();
  }, [returning]);

  return (
    <>
      <h1>{PATHS.forgotPassword.titre}</h1>
      <p className="mt-1 text-muted">{sendsLinks ? TEXTES.invitation : TEXTES.sansEnvoi}</p>
      <form {...form} className="mt-6 flex flex-col gap-5" aria-label={PATHS.forgotPassword.titre}>
        <Field label="Email" error={faults.email}>
          {(props) => (
            <Input
              type="email"
              {...props}
              ref={field}
              {...control('email')}
              autoComplete="username"
              required
              maxLength={254}
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
