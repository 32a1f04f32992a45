// chunk: access
import { type ReactNode, useState } from 'react';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import { refusePassword } from '#domain/people/users.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { PasswordInput } from '#web/ui/forms/PasswordInput.tsx';
import { type Faults, useForm } from '#web/ui/forms/useForm.ts';

const NOTHING = { current: '', password: '', confirmation: '' };
type Values = typeof NOTHING;

/** The server's refusals that are shown beside a field. */
const FIELD_OF: Record<string, keyof Values> = {
  mot_de_passe_actuel_incorrect: 'current',
  mot_de_passe_courant: 'password',
};

/**
 * Checks the length first, then that both are the same. Passwords are never trimmed (ACC-20,
 * ACC-32).
 */
function faultsOf(
  { current, password, confirmation }: Values,
  asksCurrent: boolean,
): Faults<Values> {
  const code = refusePassword(password);
  return {
    ...(asksCurrent && current === '' && { current: 'Veuillez saisir votre mot de passe actuel.' }),
    ...(code && { password: PEOPLE_REFUS[code].message }),
    ...(confirmation !== password && {
      confirmation: PEOPLE_REFUS.mots_de_passe_differents.message,
    }),
  };
}

type PasswordFormProps = {
  /** The account's email, so that a password manager stores the password under it. */
  email: string;
  /** Returns the refusal, or null on success. */
  onSubmit: (
    password: string,
    current: string,
  ) => Promise<{ code: string | null; message: string } | null>;
  /** Set in a dialog, which also asks for the current password (PEOPLE-23). */
  onCancel?: () => void;
  /** Further questions, above the buttons. */
  children?: ReactNode;
};

/** The form of a new password. */
export function PasswordForm({ email, onSubmit, onCancel, children }: PasswordFormProps) {
  const [values, setValues] = useState(NOTHING);
  const { faults, refusal, busy, form, control } = useForm([values, setValues], {
    check: () => faultsOf(values, onCancel !== undefined),
    async send() {
      const answer = await onSubmit(values.password, values.current);
      const field = answer?.code ? FIELD_OF[answer.code] : undefined;
      return answer && (field ? { [field]: answer.message } : answer.message);
    },
    clears: (name) => name === 'password' && { confirmation: undefined },
  });

  const save = (
    <Button
      type="submit"
      busy={busy}
      busyLabel="Enregistrement en cours…"
      className={onCancel ? '' : 'mt-1'}
    >
      Enregistrer le mot de passe
    </Button>
  );
  return (
    <form {...form} className="flex flex-col gap-5" aria-label="Choisir un mot de passe">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {onCancel && (
        <Field label="Mot de passe actuel" error={faults.current}>
          {(field) => (
            <PasswordInput
              {...field}
              {...control('current')}
              required
              what="le mot de passe actuel"
              autoComplete="current-password"
            />
          )}
        </Field>
      )}
      <Field label="Nouveau mot de passe" hint="Au moins 8 caractères." error={faults.password}>
        {(field) => (
          <PasswordInput {...field} {...control('password')} required autoComplete="new-password" />
        )}
      </Field>
      <Field label="Confirmer le mot de passe" error={faults.confirmation}>
        {(field) => (
          <PasswordInput
            {...field}
            {...control('confirmation')}
            required
            what="la confirmation"
            autoComplete="new-password"
          />
        )}
      </Field>
      {children}
      {refusal && <Banner kind="error">{refusal}</Banner>}
      {onCancel ? (
        <DialogButtons>
          <Button variant="secondary" disabled={busy} onClick={onCancel}>
            Annuler
          </Button>
          {save}
        </DialogButtons>
      ) : (
        save
      )}
    </form>
  );
}
