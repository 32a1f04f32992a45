import { type ChangeEvent, type FormEvent, type RefObject, useRef, useState } from 'react';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import {
  displayName,
  normalizeEmail,
  type Profil,
  refuseAdresse,
  type User,
} from '#domain/people/users.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { Field } from '../ui/Field.tsx';
import { focusField } from '../ui/focusField.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Input } from '../ui/Input.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { useLast } from '../ui/useLast.ts';
import { changesOf, CONTACT_FIELDS, draftOf, faultsOf } from './contactDraft.ts';
import { EmailText } from './EmailText.tsx';

const TEXTES = {
  titre: 'Corriger ce compte',
  aConfirmer:
    "La nouvelle adresse reçoit un lien à ouvrir. L'ancienne sert jusque-là, et en est avertie.",
  jamaisConfirmee:
    "Elle n'a jamais été confirmée\u202f: elle est remplacée aussitôt, et la nouvelle reçoit le lien de confirmation.",
  sansEnvoi: "Aucun email ne peut partir d'ici\u202f: elle est remplacée aussitôt.",
  deSoi: PEOPLE_REFUS.adresse_de_soi.message,
  attend: ' attend sa confirmation.',
  retirer: 'Retirer la demande',
} as const;

/** What is sent: only what was changed. */
export type Correction = Profil & { email?: string };

type AccountCorrectionProps = {
  user: User | null;
  /** The one who corrects: the email is changed in the profile, with the password. */
  own: boolean;
  /** Whether emails can be sent (MAIL-03). */
  envoi: boolean;
  busy: boolean;
  fallback: RefObject<HTMLElement | null>;
  /** Each answers the sentence of the refusal, or null. */
  onSave: (changes: Correction) => Promise<string | null>;
  onWithdraw: () => Promise<string | null>;
  onClose: () => void;
};

/** An administrator corrects names, telephone, address and email of an account (PEOPLE-41). */
export function AccountCorrection({
  user,
  busy,
  fallback,
  onClose,
  ...form
}: AccountCorrectionProps) {
  const last = useLast(user);
  return (
    <FormDialog
      title={TEXTES.titre}
      open={user !== null}
      busy={busy}
      fallback={fallback}
      onClose={onClose}
    >
      {last && <Form key={last.id} user={last} busy={busy} onClose={onClose} {...form} />}
    </FormDialog>
  );
}

const FIELDS = [...CONTACT_FIELDS, 'email'] as const;
type Faults = { [field in (typeof FIELDS)[number]]?: string | undefined };

function Form({
  user,
  own,
  envoi,
  busy,
  onSave,
  onWithdraw,
  onClose,
}: Omit<AccountCorrectionProps, 'user' | 'fallback'> & { user: User }) {
  const [initial] = useState({ ...draftOf(user), email: user.email });
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<Faults>({});
  const [refus, setRefus] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const email = normalizeEmail(draft.email);
  const moves = email !== initial.email;

  const control = (name: (typeof FIELDS)[number]) => ({
    name,
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setDraft({ ...draft, [name]: target.value });
      setFaults({ ...faults, [name]: undefined });
    },
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const code = moves ? refuseAdresse(user, email) : null;
    const found: Faults = {
      ...faultsOf(draft),
      ...(code && { email: PEOPLE_REFUS[code].message }),
    };
    const first = FIELDS.find((name) => found[name]);
    setFaults(found);
    setRefus(null);
    if (first) return focusField(form.current, first);
    setRefus(await onSave({ ...changesOf(draft, initial), ...(moves && { email }) }));
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label={TEXTES.titre}
      onSubmit={(event) => void submit(event)}
      className="mt-3 flex flex-col gap-5"
    >
      <p>
        <bdi className="font-semibold wrap-anywhere">{displayName(user)}</bdi>
      </p>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Prénom" error={faults.prenom}>
          {(field) => <Input {...field} {...control('prenom')} autoComplete="off" />}
        </Field>
        <Field label="Nom" error={faults.nom}>
          {(field) => <Input {...field} {...control('nom')} autoComplete="off" />}
        </Field>
      </div>
      <Field label="Téléphone" error={faults.telephone}>
        {(field) => (
          <Input {...field} {...control('telephone')} type="tel" autoComplete="off" dir="ltr" />
        )}
      </Field>
      <Field label="Adresse" error={faults.adresse}>
        {(field) => <Textarea {...field} {...control('adresse')} autoComplete="off" />}
      </Field>
      {own ? (
        <p className="text-sm text-muted">{TEXTES.deSoi}</p>
      ) : (
        <Field
          label="Email"
          hint={
            !envoi
              ? TEXTES.sansEnvoi
              : user.email_confirme
                ? TEXTES.aConfirmer
                : TEXTES.jamaisConfirmee
          }
          error={faults.email}
        >
          {(field) => (
            <Input {...field} {...control('email')} type="email" autoComplete="off" required />
          )}
        </Field>
      )}
      {!own && user.email_demande !== null && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-field bg-sand-soft px-4 py-3">
          <p className="min-w-0 text-sm">
            <EmailText>{user.email_demande}</EmailText>
            {TEXTES.attend}
          </p>
          <Button
            variant="secondary"
            size="small"
            disabled={busy}
            onClick={() => void onWithdraw().then(setRefus)}
          >
            {TEXTES.retirer}
          </Button>
        </div>
      )}
      {refus && <Banner kind="error">{refus}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={busy} busyLabel="Enregistrement en cours…">
          Enregistrer
        </Button>
      </DialogButtons>
    </form>
  );
}
