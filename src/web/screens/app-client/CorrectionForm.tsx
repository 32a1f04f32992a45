import { formatJour } from '#domain/core/calendrier.ts';
import { FACTURATION_REFUS } from '#domain/errors/facturation.ts';
import { RAISON_LIGNE_MAX, type SourceLigne } from '#domain/billing/facturation.ts';
import { montantSigne } from '#domain/billing/releves.ts';
import { refusalOf } from '#web/data/client.ts';
import { useCorrectLigne } from '#web/nouns/billing/comptes.ts';
import { useAttempt } from '#web/data/useAttempt.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormMessages } from '#web/ui/messages/FormMessages.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { CORRECTION } from './textes.compte.ts';

/** A line to correct: `client` is whose it is. */
export type LigneACorriger = {
  client: string;
  source: SourceLigne;
  id: string;
  jour: string;
  libelle: string;
  montant: number;
};

type CorrectionFormProps = {
  ligne: LigneACorriger;
  payeur: string;
  onDone: () => void;
  onClose: () => void;
};

/** Corrects a line by its counter-line, with the reason (REL-06). */
export function CorrectionForm({ ligne, payeur, onDone, onClose }: CorrectionFormProps) {
  const { values, setValues, notice, send } = useAttempt({
    name: `correction.1.${ligne.id}`,
    start: (kept: { raison: string } | null) => kept ?? { raison: '' },
    mutation: useCorrectLigne(),
    other: 'correction_deja_faite',
    onStored: onDone,
  });
  const { faults, refusal, busy, form, control } = useForm([values, setValues], {
    check: () => ({
      ...(values.raison.trim() === '' && {
        raison: FACTURATION_REFUS.correction_sans_raison.message,
      }),
    }),
    send: () =>
      refusalOf(
        send({
          client: ligne.client,
          payeur,
          source: ligne.source,
          ligne: ligne.id,
          raison: values.raison.trim(),
        }),
        CORRECTION.echec,
      ),
  });
  return (
    <form {...form} aria-label={CORRECTION.titre} className="mt-3 flex flex-col gap-5">
      <div>
        <p className="font-medium wrap-anywhere">
          {formatJour(ligne.jour, 'annee')}, <bdi>{ligne.libelle}</bdi>{' '}
          <span className="whitespace-nowrap">({montantSigne(ligne.montant)})</span>
        </p>
        <p className="mt-1 text-muted">{CORRECTION.suite}</p>
      </div>
      <Field label={CORRECTION.raison} hint={CORRECTION.raisonAide} error={faults.raison}>
        {(field) => (
          <Input
            {...field}
            {...control('raison')}
            maxLength={RAISON_LIGNE_MAX}
            autoComplete="off"
          />
        )}
      </Field>
      <FormMessages notice={notice} refusal={refusal} />
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={busy} busyLabel={CORRECTION.enCours}>
          {CORRECTION.confirmer}
        </Button>
      </DialogButtons>
    </form>
  );
}
