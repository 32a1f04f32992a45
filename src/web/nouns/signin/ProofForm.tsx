// chunk: identity
import { useEffect, useState } from 'react';
import { readCode, refuseNomCle } from '#domain/signin/second_facteur.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { focusField } from '#web/ui/forms/focusField.ts';
import { Input } from '#web/ui/forms/Input.tsx';
import { PasswordInput } from '#web/ui/forms/PasswordInput.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';

const TEXTES = {
  motDePasse: 'Mot de passe actuel',
  motDePasseManquant: 'Veuillez saisir votre mot de passe.',
  codeOuSecours: "Code de l'application ou code de secours",
  codeManquant: 'Veuillez saisir un code de votre application, ou un code de secours.',
  nomCle: 'Nom de la clé',
  nomCleAide: "Par exemple l'appareil qui la garde.",
  nomCleManquant: 'Veuillez donner un nom à la clé (60 caractères au plus).',
} as const;

export type Proof = Record<'nom' | 'password' | 'code', string>;

type ProofFormProps = {
  label: string;
  submitLabel: string;
  danger?: boolean;
  /** Required in addition to the password. */
  also?: readonly ('nom' | 'code')[];
  /** Performs the action. Returns the sentence of the refusal, or null. */
  onSubmit: (proof: Proof) => Promise<string | null>;
  /** Absent if there is nothing to go back to. */
  onCancel?: () => void;
};

const NOTHING: readonly never[] = [];

/**
 * Asks for the current password, which the thief of a session does not know, and for what an action
 * needs besides (ACC-61, ACC-64, OPS-23).
 */
export function ProofForm({
  label,
  submitLabel,
  danger = false,
  also = NOTHING,
  onSubmit,
  onCancel,
}: ProofFormProps) {
  const [proof, setProof] = useState<Proof>({ nom: '', password: '', code: '' });
  const { faults, refusal, busy, form, control } = useForm([proof, setProof], {
    check: () => ({
      ...(also.includes('nom') && refuseNomCle(proof.nom) && { nom: TEXTES.nomCleManquant }),
      ...(proof.password === '' && { password: TEXTES.motDePasseManquant }),
      ...(also.includes('code') && !readCode(proof.code) && { code: TEXTES.codeManquant }),
    }),
    send: () => onSubmit(proof),
  });
  const first = also.includes('nom') ? 'nom' : 'password';
  useEffect(() => focusField(form.ref.current, first), [form.ref, first]);

  return (
    <form {...form} aria-label={label} className="mt-4 flex flex-col gap-4">
      {also.includes('nom') && (
        <Field label={TEXTES.nomCle} hint={TEXTES.nomCleAide} error={faults.nom}>
          {(field) => (
            <Input {...field} {...control('nom')} required autoComplete="off" maxLength={60} />
          )}
        </Field>
      )}
      <Field label={TEXTES.motDePasse} error={faults.password}>
        {(field) => (
          <PasswordInput
            {...field}
            {...control('password')}
            required
            autoComplete="current-password"
          />
        )}
      </Field>
      {also.includes('code') && (
        <Field label={TEXTES.codeOuSecours} error={faults.code}>
          {(field) => (
            <Input
              {...field}
              {...control('code')}
              required
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              maxLength={40}
            />
          )}
        </Field>
      )}
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <DialogButtons>
        {onCancel && (
          <Button variant="secondary" disabled={busy} onClick={onCancel}>
            Annuler
          </Button>
        )}
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {submitLabel}
        </Button>
      </DialogButtons>
    </form>
  );
}
