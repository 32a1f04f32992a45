import { type ChangeEvent, type FormEvent, useState } from 'react';
import type { Inscription } from '#domain/users.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmailInput } from '#web/ui/EmailInput.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { Input } from '#web/ui/Input.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { type Champ, CHAMPS, type Fautes, fautesOf, inscriptionOf, SAISIE_VIDE } from './compte.ts';

type CompteFormProps = {
  titre: string;
  bouton: string;
  enCours: string;
  /** Creates the account; answers the sentence of the refusal, or null when it succeeded. */
  onSubmit: (inscription: Inscription) => Promise<string | null>;
};

/** ACC-17: the form of a new account. Errors stand at their fields, the server's refusal above the button. */
export function CompteForm({ titre, bouton, enCours, onSubmit }: CompteFormProps) {
  const [saisie, setSaisie] = useState(SAISIE_VIDE);
  const [fautes, setFautes] = useState<Fautes>({});
  const [refus, setRefus] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  /** The properties of a control; a change removes the error of its field. */
  const champ = (name: Champ) => ({
    name,
    value: saisie[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setSaisie({ ...saisie, [name]: target.value });
      setFautes({ ...fautes, [name]: undefined, ...(name === 'password' && { confirmation: undefined }) });
    },
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const found = fautesOf(saisie);
    const first = CHAMPS.find((name) => found[name]);
    setFautes(found);
    setRefus(null);
    if (first) return focusField(event.currentTarget, first);
    setBusy(true);
    const sentence = await onSubmit(inscriptionOf(saisie));
    setBusy(false);
    setRefus(sentence);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 flex flex-col gap-5" aria-label={titre}>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Prénom" error={fautes.prenom}>
          {(field) => <Input {...field} {...champ('prenom')} autoComplete="given-name" required />}
        </Field>
        <Field label="Nom" error={fautes.nom}>
          {(field) => <Input {...field} {...champ('nom')} autoComplete="family-name" required />}
        </Field>
      </div>
      <Field label="Email" hint="Il servira à vous connecter." error={fautes.email}>
        {(field) => <EmailInput {...field} {...champ('email')} autoComplete="username" required />}
      </Field>
      <Field label="Mot de passe" hint="Au moins 6 caractères." error={fautes.password}>
        {(field) => <PasswordInput {...field} {...champ('password')} autoComplete="new-password" required />}
      </Field>
      <Field label="Confirmer le mot de passe" error={fautes.confirmation}>
        {(field) => <PasswordInput {...field} {...champ('confirmation')} quoi="la confirmation" autoComplete="new-password" required />}
      </Field>
      <Field label={<Facultatif>Téléphone</Facultatif>} error={fautes.telephone}>
        {(field) => <Input {...field} {...champ('telephone')} type="tel" autoComplete="tel" dir="ltr" />}
      </Field>
      <Field label={<Facultatif>Adresse</Facultatif>} error={fautes.adresse}>
        {(field) => <Textarea {...field} {...champ('adresse')} autoComplete="street-address" />}
      </Field>
      {refus && <Banner kind="error">{refus}</Banner>}
      <Button type="submit" busy={busy} busyLabel={enCours} className="mt-1">{bouton}</Button>
    </form>
  );
}

function Facultatif({ children }: { children: string }) {
  return <>{children} <span className="font-normal text-muted">(facultatif)</span></>;
}
