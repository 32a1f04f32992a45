import { useId, useState } from 'react';
import { NOMS_DESSIN } from '#domain/slots/dessins.ts';
import { DESSINS, type Piste } from '#domain/slots/pistes.ts';
import type { NewPiste } from '#domain/slots/regles_pistes.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useCreatePiste, useUpdatePiste } from '#web/nouns/slots/pistesQueries.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';
import { PisteIcon } from '#web/nouns/slots/PisteIcon.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { DialogButtons, DialogFoot } from '#web/ui/overlays/DialogButtons.tsx';
import { Field, FieldError } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { type Refusal, useForm } from '#web/ui/forms/useForm.ts';
import { faultsOfPiste, fieldOf } from './pisteFaults.ts';
import { TEXTES } from './textes.pistes.ts';

/** Shown for a new arena. */
const NEW: NewPiste = { nom: '', note: '', dessin: 'manege' };

type PisteFormProps = {
  /** The stored arena that is being changed. Null for a new one. */
  edited: Piste | null;
  pistes: readonly Piste[];
  /** Called once it is stored. */
  onDone: () => void;
  onClose: () => void;
};

/**
 * Adds or changes an arena (SET-44). Only changed fields are sent, so that another person's change
 * is not overwritten.
 */
export function PisteForm({ edited, pistes, onDone, onClose }: PisteFormProps) {
  const create = useCreatePiste();
  const update = useUpdatePiste();
  const [initial] = useState<NewPiste>(edited ?? NEW);
  const [piste, setPiste] = useState<NewPiste>({
    nom: initial.nom,
    note: initial.note,
    dessin: initial.dessin,
  });
  const texts = edited ? TEXTES.modification : TEXTES.ajout;
  const id = useId();

  const save = async (): Promise<Refusal<NewPiste>> => {
    try {
      if (edited) await update.mutateAsync({ id: edited.id, ...changesOf(initial, piste) });
      else await create.mutateAsync(piste);
      onDone();
      return null;
    } catch (error) {
      const sentence = sentenceOf(error, texts.echec);
      // Two people can choose the same name at the same time: the server refuses the second one.
      const field = fieldOf(codeOf(error));
      return field ? { [field]: sentence } : sentence;
    }
  };
  const { faults, refusal, busy, write, form, control } = useForm([piste, setPiste], {
    check: () =>
      faultsOfPiste(
        piste,
        pistes.filter((one) => one.id !== edited?.id),
      ),
    send: save,
  });

  return (
    <form
      {...form}
      aria-label={texts.titre}
      className="mt-4 flex flex-col gap-4 [&_input]:scroll-mb-32"
    >
      <Field label={TEXTES.nom} hint={TEXTES.nomAide} error={faults.nom}>
        {(field) => <Input {...field} {...control('nom')} autoComplete="off" required />}
      </Field>
      <Field label={TEXTES.note} hint={TEXTES.noteAide} error={faults.note}>
        {(field) => <Input {...field} {...control('note')} autoComplete="off" />}
      </Field>
      <fieldset aria-describedby={faults.dessin ? id : undefined}>
        <legend className="mb-1.5 font-medium">{TEXTES.dessin}</legend>
        <div className="grid grid-cols-1 min-[18rem]:grid-cols-2 gap-2">
          {DESSINS.map((dessin) => (
            <Choice
              key={dessin}
              name="dessin"
              value={dessin}
              checked={dessin === piste.dessin}
              onChoose={() => write('dessin', dessin)}
              className={cx(CHOICE_CARD, 'flex min-h-11 items-center gap-2 px-2 py-1.5')}
            >
              <PisteIcon dessin={dessin} className="size-6" />
              <span className="min-w-0 text-compact leading-5">{NOMS_DESSIN[dessin]}</span>
            </Choice>
          ))}
        </div>
        {faults.dessin && (
          <FieldError id={id} className="mt-1.5">
            {faults.dessin}
          </FieldError>
        )}
      </fieldset>
      <DialogFoot>
        {refusal && <Banner kind="error">{refusal}</Banner>}
        <DialogButtons beside>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Annuler
          </Button>
          <Button type="submit" busy={busy} busyLabel={texts.enCours}>
            {texts.bouton}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </form>
  );
}

/** The fields that differ from their initial values. */
const changesOf = (initial: NewPiste, { nom, note, dessin }: NewPiste) => ({
  ...(nom !== initial.nom && { nom }),
  ...(note !== initial.note && { note }),
  ...(dessin !== initial.dessin && { dessin }),
});
