import { useState } from 'react';
import { hoursInWords } from '#domain/slots/creneaux.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import { nomDansPhrase } from '#domain/slots/pistes.ts';
import { PASSWORD_MAX } from '#domain/people/users.ts';
import { refusalOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useMesReservations } from '#web/data/queries.ts';
import { useMonCompte } from '#web/nouns/billing/mesReleves.ts';
import { useDeleteAccount } from '#web/nouns/people/profil.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';
import { OuvertDit } from '#web/nouns/billing/OuvertDit.tsx';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field, FieldError } from '#web/ui/forms/Field.tsx';
import { PasswordInput } from '#web/ui/forms/PasswordInput.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TEXTES } from './textes.donnees.ts';

/**
 * Asks before the person's own account is deleted: what happens to the future lessons, and the
 * password (PEOPLE-30).
 */
export function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog title={TEXTES.question} open={open} onClose={onClose}>
      <Question onClose={onClose} />
    </FormDialog>
  );
}

type Values = { lecons: 'garder' | 'annuler' | null; password: string };

function Question({ onClose }: { onClose: () => void }) {
  const removal = useDeleteAccount();
  const compte = useMonCompte();
  const nomPiste = useNomPiste();
  const { jour, heure } = useNow();
  const reservations = useMesReservations(jour);
  const coming = reservations.data?.filter(
    ({ date_reservation, heure_debut, statut }) =>
      statut !== 'annulee' &&
      (date_reservation > jour || (date_reservation === jour && heure_debut > heure)),
  );
  const [values, setValues] = useState<Values>({ lecons: null, password: '' });
  const fate = coming?.length === 0 ? 'garder' : values.lecons;
  const { faults, refusal, busy, write, form, control } = useForm([values, setValues], {
    check: () => ({
      ...(fate === null && { lecons: TEXTES.choixManquant }),
      ...(values.password === '' && { password: TEXTES.motDePasseManquant }),
    }),
    send() {
      if (!coming || !compte.ready || fate === null) return;
      return refusalOf(
        removal.mutateAsync({ password: values.password, lecons: fate }),
        TEXTES.echec,
      );
    },
  });

  return (
    <form {...form} className="mt-3 flex flex-col gap-4">
      <p>{TEXTES.consequences}</p>
      <p>{TEXTES.restent}</p>
      <OuvertDit ouvert={compte} moi />
      {!coming && !reservations.isError && <Skeleton className="h-24" />}
      {!coming && reservations.isError && (
        <Unreadable queries={[reservations]}>{TEXTES.illisibles}</Unreadable>
      )}
      {coming?.length === 0 && <p>{TEXTES.aucune}</p>}
      {coming && coming.length > 0 && (
        <fieldset
          className="flex flex-col gap-2"
          aria-describedby={faults.lecons && 'lecons-manquantes'}
        >
          <legend className="mb-1.5 font-medium">{TEXTES.leconsAVenir}</legend>
          <ul className="list-disc ps-5">
            {coming.map(({ id, date_reservation, type_piste, ...hours }) => (
              <li key={id}>
                {formatJour(date_reservation, 'long')}, {hoursInWords(hours)},{' '}
                {nomDansPhrase(nomPiste(type_piste))}
              </li>
            ))}
          </ul>
          {(
            [
              ['garder', TEXTES.garder, TEXTES.garderAide],
              ['annuler', TEXTES.annuler, TEXTES.annulerAide],
            ] as const
          ).map(([one, label, help]) => (
            <Choice
              key={one}
              name="lecons"
              value={one}
              checked={values.lecons === one}
              onChoose={() => write('lecons', one)}
              className={`${CHOICE_CARD} px-4 py-2.5`}
            >
              <span className="block font-medium">{label}</span>
              <span className="block text-sm text-muted">{help}</span>
            </Choice>
          ))}
          {faults.lecons && <FieldError id="lecons-manquantes">{faults.lecons}</FieldError>}
        </fieldset>
      )}
      <Field label={TEXTES.motDePasse} error={faults.password}>
        {(field) => (
          <PasswordInput
            {...field}
            {...control('password')}
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
          />
        )}
      </Field>
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {TEXTES.renoncer}
        </Button>
        <Button
          type="submit"
          variant="danger"
          disabled={!coming || !compte.ready}
          busy={busy}
          busyLabel={TEXTES.enCours}
        >
          {TEXTES.supprimer}
        </Button>
      </DialogButtons>
    </form>
  );
}
