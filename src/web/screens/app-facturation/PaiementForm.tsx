import { useState } from 'react';
import { FACTURATION_REFUS } from '#domain/errors/facturation.ts';
import { addYears } from '#domain/core/calendrier.ts';
import {
  MOYENS,
  type Moyen,
  montantOf,
  mouvementsOf,
  NOMS_MOYEN,
  RAISON_LIGNE_MAX,
} from '#domain/billing/facturation.ts';
import { formatCentimes, isAmount, typedCentimes } from '#domain/prices.ts';
import { useNow } from '#web/data/horloge.ts';
import { usePay } from '#web/nouns/billing/facturation.ts';
import { useAttempt } from '#web/data/useAttempt.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field, FieldError } from '#web/ui/forms/Field.tsx';
import { FormMessages } from '#web/ui/messages/FormMessages.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { PAIEMENT, resteInWords, soldeInWords, TEXTES } from './textes.ts';
import type { Enregistre } from './usePaymentUndo.tsx';
import { OTHER, refusOf } from './usePaye.ts';

type Draft = { montant: string; jour: string; moyen: Moyen; note: string };

/** The cents of a typed amount; null if it is none that a payment may have. */
function centsOf(typed: string): number | null {
  if (!isAmount(typed)) return null;
  const centimes = typedCentimes(typed);
  return centimes > 0 && montantOf(centimes / 100) !== null ? centimes : null;
}

type PaiementFormProps = {
  /** The account as it is now: what it owes may change while the form is open. */
  compte: { id: string; nom: string; solde: number };
  onDone: (paiement: Enregistre) => void;
  onClose: () => void;
};

/** A payment of any amount, day and means (REL-52). */
export function PaiementForm({ compte, onDone, onClose }: PaiementFormProps) {
  const { id, nom } = compte;
  /** What a refusal has said of the account, until its list says something else. */
  const [told, setTold] = useState<{ before: number; solde: number } | null>(null);
  const solde = told?.before === compte.solde ? told.solde : compte.solde;
  const { jour: aujourdhui } = useNow();
  // Kept by account: another one that is opened meanwhile has its own.
  const {
    values: draft,
    setValues: setDraft,
    notice,
    send,
    giveUp,
  } = useAttempt({
    name: `paiement.1.${id}`,
    start: (kept: Draft | null): Draft =>
      kept ?? {
        montant: solde > 0 ? formatCentimes(Math.round(solde * 100)) : '',
        jour: aujourdhui,
        moyen: 'virement',
        note: '',
      },
    mutation: usePay(),
    other: OTHER,
    onStored: (_, sent) => onDone({ id: sent.id, client: id, nom, montant: sent.montant }),
  });
  const centimes = centsOf(draft.montant);
  const { recu, arrondi } = mouvementsOf(centimes ?? 0, draft.moyen);
  const { faults, refusal, busy, form, control, write } = useForm([draft, setDraft], {
    check: () => ({
      montant:
        centimes === null || recu === 0 ? FACTURATION_REFUS.montant_invalide.message : undefined,
      note:
        draft.note.length > RAISON_LIGNE_MAX
          ? FACTURATION_REFUS.paiement_note_longue.message
          : undefined,
    }),
    send: async () => {
      const montant = (centimes ?? 0) / 100;
      const { jour, moyen, note } = draft;
      const voulu = { client: id, attendu: solde, montant, jour, moyen, note: note.trim() || null };
      try {
        await send(voulu);
      } catch (error) {
        const { text, attendu } = await refusOf(error, voulu);
        if (attendu !== null) setTold({ before: compte.solde, solde: attendu });
        return text;
      }
      return null;
    },
  });
  return (
    <form {...form} aria-label={PAIEMENT.enregistrer} className="mt-3 flex flex-col gap-4">
      <p className="text-muted">
        {solde === 0
          ? PAIEMENT.rien
          : solde > 0
            ? `${PAIEMENT.doit}${soldeInWords(solde)}.`
            : `${PAIEMENT.credit}${soldeInWords(solde).replace(/ en crédit$/, '')}.`}
      </p>
      <Field
        label={PAIEMENT.montant}
        error={faults.montant}
        hint={
          centimes !== null && (
            <>
              {draft.moyen === 'especes' && (
                <span className="block">{PAIEMENT.especes(recu / 100, arrondi / 100)}</span>
              )}
              {resteInWords((Math.round(solde * 100) - centimes) / 100)}
            </>
          )
        }
      >
        {(field) => (
          <div className="relative">
            <Input
              {...field}
              {...control('montant')}
              type="text"
              dir="ltr"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              onFocus={({ target }) => target.select()}
              className="pr-10 text-right text-lg font-semibold"
            />
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-3.5 grid place-items-center text-muted"
            >
              €
            </span>
          </div>
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 font-medium">{PAIEMENT.moyen}</legend>
        <div className="flex flex-wrap gap-1.5 sm:gap-2">
          {MOYENS.map((moyen) => (
            <Choice
              key={moyen}
              name="moyen"
              value={moyen}
              checked={draft.moyen === moyen}
              onChoose={() => write('moyen', moyen)}
              className={cx(CHOICE_CARD, 'flex min-h-11 items-center px-3 font-semibold')}
            >
              {NOMS_MOYEN[moyen]}
            </Choice>
          ))}
        </div>
        {faults.moyen && <FieldError className="mt-1.5">{faults.moyen}</FieldError>}
      </fieldset>
      <Field label={PAIEMENT.jour} error={faults.jour}>
        {(field) => (
          <DatePicker
            {...field}
            name="jour"
            label={PAIEMENT.jour}
            placeholder=""
            jour={draft.jour}
            today={aujourdhui}
            first={addYears(aujourdhui, -2)}
            last={aujourdhui}
            onJour={(jour) => write('jour', jour)}
          />
        )}
      </Field>
      <Field
        label={
          <>
            {PAIEMENT.note} <span className="font-normal text-muted">({PAIEMENT.facultatif})</span>
          </>
        }
        error={faults.note}
      >
        {(field) => <Input {...field} {...control('note')} type="text" autoComplete="off" />}
      </Field>
      <FormMessages notice={notice} refusal={refusal} />
      <DialogButtons>
        <Button
          variant="secondary"
          disabled={busy}
          onClick={() => {
            giveUp();
            onClose();
          }}
        >
          {TEXTES.annuler}
        </Button>
        <Button type="submit" busy={busy} busyLabel={PAIEMENT.enCours}>
          {PAIEMENT.enregistrer}
        </Button>
      </DialogButtons>
    </form>
  );
}
