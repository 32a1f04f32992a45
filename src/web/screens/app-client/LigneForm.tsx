import type { Compte } from '#contract/facturation.ts';
import { addYears } from '#domain/core/calendrier.ts';
import { FACTURATION_REFUS } from '#domain/errors/facturation.ts';
import { eurosDe, LIBELLE_LIGNE_MAX, montantOf } from '#domain/billing/facturation.ts';
import { releveDuJour } from '#domain/billing/releves.ts';
import { isAmount, typedCentimes } from '#domain/prices.ts';
import { refusalOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useAddLigne } from '#web/nouns/billing/comptes.ts';
import { useAttempt } from '#web/data/useAttempt.ts';
import { Chip } from '#web/parts/Chip.tsx';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormMessages } from '#web/ui/messages/FormMessages.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { LIGNES } from './textes.compte.ts';

type Values = { libelle: string; jour: string; montant: string };

/** The euros of the text in a field; null if they are no amount of a line. */
function eurosIn(text: string): number | null {
  // An amount is billed as it is typed: a third decimal is refused, not rounded.
  const centimes =
    isAmount(text) && !/[.,]\d{3}/.test(text) ? montantOf(eurosDe(typedCentimes(text))) : null;
  return centimes === null ? null : eurosDe(centimes);
}

type LigneFormProps = {
  /** The customer, and on whose account the line is. */
  client: string;
  payeur: string;
  prochain: Compte['prochain'];
  onDone: () => void;
  onClose: () => void;
};

/** Adds a free line to an account (REL-04). */
export function LigneForm({ client, payeur, prochain, onDone, onClose }: LigneFormProps) {
  const { jour: today } = useNow();
  const { values, setValues, notice, send } = useAttempt({
    name: `ligne.1.${client}`,
    start: (kept: Values | null) =>
      kept ?? {
        libelle: '',
        // The month that is being billed, whose statement has not left yet.
        jour: prochain && prochain.au < today ? prochain.au : today,
        montant: '',
      },
    mutation: useAddLigne(),
    other: 'ligne_deja_ajoutee',
    onStored: onDone,
  });
  const { faults, refusal, busy, write, form, control } = useForm([values, setValues], {
    check: () => ({
      ...(values.libelle.trim() === '' && {
        libelle: FACTURATION_REFUS.ligne_libelle_invalide.message,
      }),
      ...(eurosIn(values.montant) === null && {
        montant: FACTURATION_REFUS.montant_invalide.message,
      }),
    }),
    async send() {
      const montant = eurosIn(values.montant);
      if (montant === null) return null;
      const { libelle, jour } = values;
      return refusalOf(
        send({ client, payeur, libelle: libelle.trim(), jour, montant }),
        LIGNES.echec,
      );
    },
  });
  return (
    <form {...form} aria-label={LIGNES.ajouter} className="mt-3 flex flex-col gap-5">
      <div role="group" aria-label={LIGNES.proposees} className="flex flex-wrap gap-2">
        {LIGNES.libelles.map((libelle) => (
          <Chip
            key={libelle}
            pressed={values.libelle === libelle}
            onClick={() => write('libelle', libelle)}
          >
            {libelle}
          </Chip>
        ))}
      </div>
      <Field label={LIGNES.libelle} error={faults.libelle}>
        {(field) => (
          <Input
            {...field}
            {...control('libelle')}
            maxLength={LIBELLE_LIGNE_MAX}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={LIGNES.jour}
          hint={prochain && LIGNES.jourAide(releveDuJour(values.jour, prochain))}
          error={faults.jour}
        >
          {(field) => (
            <DatePicker
              {...field}
              name="jour"
              label={LIGNES.jour}
              placeholder=""
              jour={values.jour}
              today={today}
              first={addYears(today, -2)}
              last={addYears(today, 1)}
              onJour={(jour) => write('jour', jour)}
            />
          )}
        </Field>
        <Field label={LIGNES.montant} hint={LIGNES.montantAide} error={faults.montant}>
          {(field) => (
            <Input {...field} {...control('montant')} dir="ltr" autoComplete="off" maxLength={20} />
          )}
        </Field>
      </div>
      <FormMessages notice={notice} refusal={refusal} />
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={busy} busyLabel={LIGNES.enCours}>
          {LIGNES.enregistrer}
        </Button>
      </DialogButtons>
    </form>
  );
}
