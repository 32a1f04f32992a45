import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type { User } from '#domain/users.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useUpdateProfil } from '#web/data/queriesProfil.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { Input } from '#web/ui/Input.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { type Champ, CHAMPS, changementsOf, type Fautes, fautesOf, saisieOf } from './saisie.ts';
import { TEXTES } from './textes.ts';

type CoordonneesFormProps = {
  profil: User;
  /** `enregistre` is false when the edit is cancelled. */
  onLeave: (enregistre: boolean) => void;
};

/** The fields start with the stored values; a change made elsewhere does not overwrite them afterwards. */
export function CoordonneesForm({ profil, onLeave }: CoordonneesFormProps) {
  const [depart] = useState(() => saisieOf(profil));
  const [saisie, setSaisie] = useState(depart);
  const [fautes, setFautes] = useState<Fautes>({});
  const update = useUpdateProfil();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => focusField(form.current, 'prenom'), []);

  const champ = (name: Champ) => ({
    name,
    value: saisie[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setSaisie({ ...saisie, [name]: target.value });
      setFautes({ ...fautes, [name]: undefined });
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const found = fautesOf(saisie);
    const first = CHAMPS.find((name) => found[name]);
    setFautes(found);
    update.reset();
    if (first) return focusField(form.current, first);
    update.mutate(changementsOf(saisie, depart), { onSuccess: () => onLeave(true) });
  };

  return (
    <form ref={form} noValidate onSubmit={submit} aria-labelledby="titre-coordonnees" className="mt-4 flex flex-col gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Prénom" error={fautes.prenom}>{(field) => <Input {...field} {...champ('prenom')} autoComplete="given-name" />}</Field>
        <Field label="Nom" error={fautes.nom}>{(field) => <Input {...field} {...champ('nom')} autoComplete="family-name" />}</Field>
      </div>
      <Field label="Téléphone" error={fautes.telephone}>{(field) => <Input {...field} {...champ('telephone')} type="tel" autoComplete="tel" dir="ltr" />}</Field>
      <Field label="Adresse" error={fautes.adresse}>{(field) => <Textarea {...field} {...champ('adresse')} autoComplete="street-address" />}</Field>
      {update.isError && <Banner kind="error">{sentenceOf(update.error, TEXTES.enregistrementEchoue)}</Banner>}
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={update.isPending} busyLabel={TEXTES.enCours}>Enregistrer</Button>
        <Button variant="secondary" onClick={() => onLeave(false)}>Annuler</Button>
      </div>
    </form>
  );
}
