import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import { refusePassword } from '#domain/people/users.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons } from '#web/ui/DialogButtons.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';

/** In the order of the form: the first one with a fault gets the focus. */
const FIELDS = ['current', 'password', 'confirmation'] as const;
type FieldName = (typeof FIELDS)[number];
type Faults = { [name in FieldName]?: string | undefined };

/** The refusals of the server that stand beside a field. */
const FIELD_OF: Record<string, FieldName> = {
  mot_de_passe_actuel_incorrect: 'current',
  mot_de_passe_courant: 'password',
};

/**
 * Checks the length first, then that both are the same; nothing of a password is trimmed (ACC-20,
 * ACC-32).
 */
function faultsOf(
  { current, password, confirmation }: Record<FieldName, string>,
  asksCurrent: boolean,
): Faults {
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
  /** Given in a dialog, where the current password is asked too (PEOPLE-23). */
  onCancel?: () => void;
  /** What is asked besides, above the buttons. */
  children?: ReactNode;
};

/** The form of a new password. */
export function PasswordForm({ email, onSubmit, onCancel, children }: PasswordFormProps) {
  const [values, setValues] = useState({ current: '', password: '', confirmation: '' });
  const [faults, setFaults] = useState<Faults>({});
  const [refus, setRefus] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const control = (name: FieldName) => ({
    name,
    required: true,
    value: values[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: target.value });
      setFaults({
        ...faults,
        [name]: undefined,
        ...(name === 'password' && { confirmation: undefined }),
      });
    },
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    const show = (found: Faults) => {
      setFaults(found);
      const first = FIELDS.find((name) => found[name]);
      if (first) focusField(form, first);
      return first !== undefined;
    };
    setRefus(null);
    if (show(faultsOf(values, onCancel !== undefined))) return;
    setBusy(true);
    const answer = await onSubmit(values.password, values.current);
    setBusy(false);
    const field = answer?.code ? FIELD_OF[answer.code] : undefined;
    if (answer && field) show({ [field]: answer.message });
    else setRefus(answer?.message ?? null);
  };

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
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-5"
      aria-label="Choisir un mot de passe"
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {onCancel && (
        <Field label="Mot de passe actuel" error={faults.current}>
          {(field) => (
            <PasswordInput
              {...field}
              {...control('current')}
              what="le mot de passe actuel"
              autoComplete="current-password"
            />
          )}
        </Field>
      )}
      <Field label="Nouveau mot de passe" hint="Au moins 8 caractères." error={faults.password}>
        {(field) => (
          <PasswordInput {...field} {...control('password')} autoComplete="new-password" />
        )}
      </Field>
      <Field label="Confirmer le mot de passe" error={faults.confirmation}>
        {(field) => (
          <PasswordInput
            {...field}
            {...control('confirmation')}
            what="la confirmation"
            autoComplete="new-password"
          />
        )}
      </Field>
      {children}
      {refus && <Banner kind="error">{refus}</Banner>}
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
