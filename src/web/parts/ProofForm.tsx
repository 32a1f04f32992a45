import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readCode, refuseNomCle } from '#domain/accounts/second_facteur.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons } from '#web/ui/DialogButtons.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { Input } from '#web/ui/Input.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';

const TEXTES = {
  motDePasse: 'Mot de passe actuel',
  motDePasseManquant: 'Veuillez saisir votre mot de passe.',
  codeOuSecours: "Code de l'application ou code de secours",
  codeManquant: 'Veuillez saisir un code de votre application, ou un code de secours.',
  nomCle: 'Nom de la clé',
  nomCleAide: "Par exemple l'appareil qui la garde.",
  nomCleManquant: 'Veuillez donner un nom à la clé (60 caractères au plus).',
} as const;

type Name = 'nom' | 'password' | 'code';
export type Proof = Record<Name, string>;

type ProofFormProps = {
  label: string;
  submitLabel: string;
  danger?: boolean;
  /** Asked for besides the password. */
  also?: readonly ('nom' | 'code')[];
  /** Acts; answers the sentence of the refusal, or null. */
  onSubmit: (proof: Proof) => Promise<string | null>;
  /** Absent where there is nothing to go back to. */
  onCancel?: () => void;
};

const NOTHING: readonly never[] = [];

/**
 * The current password, which a stolen session does not know, and what an action needs besides
 * (ACC-61, ACC-64, OPS-23).
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
  const [faults, setFaults] = useState<Partial<Proof>>({});
  const [refus, setRefus] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const first = also.includes('nom') ? 'nom' : 'password';
  useEffect(() => focusField(form.current, first), [first]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found: Partial<Proof> = {
      ...(also.includes('nom') && refuseNomCle(proof.nom) && { nom: TEXTES.nomCleManquant }),
      ...(proof.password === '' && { password: TEXTES.motDePasseManquant }),
      ...(also.includes('code') && !readCode(proof.code) && { code: TEXTES.codeManquant }),
    };
    setFaults(found);
    setRefus(null);
    const wrong = (['nom', 'password', 'code'] as const).find((name) => found[name]);
    if (wrong) return focusField(form.current, wrong);
    setBusy(true);
    const sentence = await onSubmit(proof);
    setBusy(false);
    setRefus(sentence);
  };
  const control = (name: Name) => ({
    name,
    required: true,
    value: proof[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setProof({ ...proof, [name]: target.value });
      setFaults({ ...faults, [name]: undefined });
    },
  });

  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={(event) => void submit(event)}
      className="mt-4 flex flex-col gap-4"
    >
      {also.includes('nom') && (
        <Field label={TEXTES.nomCle} hint={TEXTES.nomCleAide} error={faults.nom}>
          {(field) => <Input {...field} {...control('nom')} autoComplete="off" maxLength={60} />}
        </Field>
      )}
      <Field label={TEXTES.motDePasse} error={faults.password}>
        {(field) => (
          <PasswordInput {...field} {...control('password')} autoComplete="current-password" />
        )}
      </Field>
      {also.includes('code') && (
        <Field label={TEXTES.codeOuSecours} error={faults.code}>
          {(field) => (
            <Input
              {...field}
              {...control('code')}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              maxLength={40}
            />
          )}
        </Field>
      )}
      {refus && <Banner kind="error">{refus}</Banner>}
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
