import { type FormEvent, useRef, useState } from 'react';
import { type Cavalier, NOTE_MAX, refuseCavalier } from '#domain/people/cavaliers.ts';
import { CAVALIERS_REFUS } from '#domain/errors/cavaliers.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useAddCavalier, useUpdateCavalier } from '#web/data/queries/cavaliers.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons } from '#web/ui/DialogButtons.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { Input } from '#web/ui/Input.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TEXTES } from './textes.cavaliers.ts';

const FIELD_OF = {
  cavalier_nom_invalide: 'nom',
  cavalier_annee_invalide: 'annee',
  cavalier_note_longue: 'note',
} as const;

/** From this length on, a counter takes the place of the hint. */
const COUNTER_FROM = NOTE_MAX - 60;

type CavalierFormProps = {
  cavalier: Cavalier | null;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
  onClose: () => void;
};

/** Name, year of birth and note of a rider; `cavalier` is null for a new one. */
export function CavalierForm({ cavalier, onBusy, onDone, onClose }: CavalierFormProps) {
  const { jour } = useNow();
  const [saisi, setSaisi] = useState({
    nom: cavalier?.nom ?? '',
    annee: cavalier?.annee_naissance?.toString() ?? '',
    note: cavalier?.note ?? '',
  });
  const [fault, setFault] = useState<keyof typeof FIELD_OF | null>(null);
  const [add, update] = [useAddCavalier(), useUpdateCavalier()];
  const call = cavalier ? update : add;
  const form = useRef<HTMLFormElement>(null);

  const field = (name: keyof typeof saisi) => ({
    name,
    value: saisi[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setSaisi({ ...saisi, [name]: target.value });
      setFault(null);
    },
  });
  const errorOf = (name: keyof typeof saisi) =>
    fault !== null && FIELD_OF[fault] === name && CAVALIERS_REFUS[fault].message;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (call.isPending) return;
    const annee = saisi.annee.trim();
    const given = {
      nom: saisi.nom,
      annee_naissance: annee === '' ? null : Number(annee),
      note: saisi.note,
    };
    const refus = refuseCavalier(given, jour) as keyof typeof FIELD_OF | null;
    setFault(refus);
    call.reset();
    if (refus) return focusField(form.current, FIELD_OF[refus]);
    onBusy(true);
    const options = { onSuccess: onDone, onSettled: () => onBusy(false) };
    if (cavalier) update.mutate({ id: cavalier.id, ...given }, options);
    else add.mutate(given, options);
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label={cavalier ? TEXTES.modifier : TEXTES.ajouter}
      className="mt-3 flex flex-col gap-4"
    >
      <Field label="Prénom et nom" error={errorOf('nom')}>
        {(props) => (
          <Input
            {...props}
            {...field('nom')}
            maxLength={NOM_MAX}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
          />
        )}
      </Field>
      <Field
        label={
          <>
            {TEXTES.annee} <span className="font-normal text-muted">{TEXTES.facultatif}</span>
          </>
        }
        error={errorOf('annee')}
      >
        {(props) => (
          <Input
            {...props}
            {...field('annee')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
          />
        )}
      </Field>
      <Field
        label={
          <>
            {TEXTES.note} <span className="font-normal text-muted">{TEXTES.facultatif}</span>
          </>
        }
        hint={
          saisi.note.length >= COUNTER_FROM
            ? `${saisi.note.length} / ${NOTE_MAX} caractères`
            : TEXTES.noteAide
        }
        error={errorOf('note')}
      >
        {(props) => <Textarea {...props} {...field('note')} rows={2} />}
      </Field>
      {call.isError && <Banner kind="error">{sentenceOf(call.error, TEXTES.echec)}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={call.isPending} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={call.isPending} busyLabel={TEXTES.enCours}>
          Enregistrer
        </Button>
      </DialogButtons>
    </form>
  );
}
