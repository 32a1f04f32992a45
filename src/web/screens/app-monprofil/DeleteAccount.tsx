import { type FormEvent, useState } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { PISTES } from '#domain/slots/creneaux.ts';
import { PASSWORD_MAX } from '#domain/people/users.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useMesReservations } from '#web/data/queries.ts';
import { useDeleteAccount } from '#web/data/queries/profil.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { DialogButtons } from '#web/ui/DialogButtons.tsx';
import { Field, FieldError } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { TEXTES } from './textes.donnees.ts';

/**
 * Asks before one's own account is deleted: what becomes of the coming lessons, and the password
 * (PEOPLE-30).
 */
export function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const removal = useDeleteAccount();
  const close = () => {
    removal.reset();
    onClose();
  };
  return (
    <FormDialog title={TEXTES.question} open={open} busy={removal.isPending} onClose={close}>
      <Question removal={removal} onClose={close} />
    </FormDialog>
  );
}

type Fate = 'garder' | 'annuler';
type Missing = { lecons?: string; password?: string };

function Question({
  removal,
  onClose,
}: {
  removal: ReturnType<typeof useDeleteAccount>;
  onClose: () => void;
}) {
  const { jour, heure } = useNow();
  const reservations = useMesReservations(jour);
  const coming = reservations.data?.filter(
    ({ date_reservation, heure_debut, statut }) =>
      statut !== 'annulee' &&
      (date_reservation > jour || (date_reservation === jour && heure_debut > heure)),
  );
  const [lecons, setLecons] = useState<Fate | null>(null);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<Missing>({});

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (removal.isPending || !coming) return;
    const fate = coming.length === 0 ? 'garder' : lecons;
    setMissing({
      ...(fate === null && { lecons: TEXTES.choixManquant }),
      ...(password === '' && { password: TEXTES.motDePasseManquant }),
    });
    if (fate === null) return focusField(event.currentTarget, 'lecons');
    if (password === '') return focusField(event.currentTarget, 'password');
    removal.mutate({ password, lecons: fate });
  };
  const choose = (fate: Fate) => {
    setLecons(fate);
    setMissing(({ lecons: _, ...others }) => others);
  };

  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-col gap-4">
      <p>{TEXTES.consequences}</p>
      <p>{TEXTES.restent}</p>
      {!coming && !reservations.isError && <Skeleton className="h-24" />}
      {!coming && reservations.isError && (
        <Unreadable queries={[reservations]}>{TEXTES.illisibles}</Unreadable>
      )}
      {coming?.length === 0 && <p>{TEXTES.aucune}</p>}
      {coming && coming.length > 0 && (
        <fieldset
          className="flex flex-col gap-2"
          aria-describedby={missing.lecons && 'lecons-manquantes'}
        >
          <legend className="mb-1.5 font-medium">{TEXTES.leconsAVenir}</legend>
          <ul className="list-disc ps-5">
            {coming.map(({ id, date_reservation, heure_debut, heure_fin, type_piste }) => (
              <li key={id}>
                {formatJour(date_reservation, 'long')}, de {heure_debut} à {heure_fin},{' '}
                {PISTES[type_piste].nom.toLowerCase()}
              </li>
            ))}
          </ul>
          {(
            [
              ['garder', TEXTES.garder, TEXTES.garderAide],
              ['annuler', TEXTES.annuler, TEXTES.annulerAide],
            ] as const
          ).map(([fate, label, help]) => (
            <Choice
              key={fate}
              name="lecons"
              value={fate}
              checked={lecons === fate}
              onChoose={() => choose(fate)}
              className={`${CHOICE_CARD} px-4 py-2.5`}
            >
              <span className="block font-medium">{label}</span>
              <span className="block text-sm text-muted">{help}</span>
            </Choice>
          ))}
          {missing.lecons && <FieldError id="lecons-manquantes">{missing.lecons}</FieldError>}
        </fieldset>
      )}
      <Field label={TEXTES.motDePasse} error={missing.password}>
        {(field) => (
          <PasswordInput
            {...field}
            name="password"
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={password}
            onChange={({ target }) => {
              setPassword(target.value);
              setMissing(({ password: _, ...others }) => others);
            }}
          />
        )}
      </Field>
      {removal.isError && <Banner kind="error">{sentenceOf(removal.error, TEXTES.echec)}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={removal.isPending} onClick={onClose}>
          {TEXTES.renoncer}
        </Button>
        <Button
          type="submit"
          variant="danger"
          disabled={!coming}
          busy={removal.isPending}
          busyLabel={TEXTES.enCours}
        >
          {TEXTES.supprimer}
        </Button>
      </DialogButtons>
    </form>
  );
}
