import { type RefObject, useState } from 'react';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import {
  displayName,
  normalizeEmail,
  type Profil,
  refuseAdresse,
  type User,
} from '#domain/people/users.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Textarea } from '#web/ui/forms/Textarea.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { changesOf, draftOf, faultsOf } from './contactDraft.ts';
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

/** Only the changed fields are sent. */
export type Correction = Profil & { email?: string };

type AccountCorrectionProps = {
  user: User | null;
  /** The administrator's own account: its email is changed in the profile, with the password. */
  own: boolean;
  /** Whether emails can be sent (MAIL-03). */
  envoi: boolean;
  /** A decision on the account is being stored. */
  deciding?: boolean;
  fallback: RefObject<HTMLElement | null>;
  /** Both return the sentence of the refusal, or null. */
  onSave: (changes: Correction) => Promise<string | null>;
  onWithdraw: () => Promise<string | null>;
  onClose: () => void;
};

/** An administrator corrects names, telephone, address and email of an account (PEOPLE-41). */
export function AccountCorrection({
  user,
  deciding = false,
  fallback,
  onClose,
  ...form
}: AccountCorrectionProps) {
  const last = useLast(user);
  return (
    <FormDialog
      title={TEXTES.titre}
      open={user !== null}
      busy={deciding}
      fallback={fallback}
      onClose={onClose}
    >
      {last && <Form key={last.id} user={last} deciding={deciding} onClose={onClose} {...form} />}
    </FormDialog>
  );
}

function Form({
  user,
  own,
  envoi,
  deciding,
  onSave,
  onWithdraw,
  onClose,
}: Omit<AccountCorrectionProps, 'user' | 'deciding' | 'fallback'> & {
  user: User;
  deciding: boolean;
}) {
  const [initial] = useState({ ...draftOf(user), email: user.email });
  const [draft, setDraft] = useState(initial);
  const email = normalizeEmail(draft.email);
  const moves = email !== initial.email;
  const {
    faults,
    refusal,
    busy: sending,
    run,
    form,
    control,
  } = useForm([draft, setDraft], {
    check() {
      const code = moves ? refuseAdresse(user, email) : null;
      return { ...faultsOf(draft), ...(code && { email: PEOPLE_REFUS[code].message }) };
    },
    send: () => onSave({ ...changesOf(draft, initial), ...(moves && { email }) }),
  });
  const busy = deciding || sending;

  return (
    <form {...form} aria-label={TEXTES.titre} className="mt-3 flex flex-col gap-5">
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
            onClick={() => void run(onWithdraw())}
          >
            {TEXTES.retirer}
          </Button>
        </div>
      )}
      {refusal && <Banner kind="error">{refusal}</Banner>}
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
