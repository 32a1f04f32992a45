import { useState } from 'react';
import { type Cavalier, NOTE_MAX, refuseCavalier } from '#domain/people/cavaliers.ts';
import { CAVALIERS_REFUS } from '#domain/errors/cavaliers.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { refusalOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useAddCavalier, useUpdateCavalier } from '#web/data/queries/cavaliers.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons } from '#web/ui/DialogButtons.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { useForm } from '#web/ui/useForm.ts';
import { TEXTES } from './textes.cavaliers.ts';

const FIELD_OF = {
  cavalier_nom_invalide: 'nom',
  cavalier_annee_invalide: 'annee',
  cavalier_note_longue: 'note',
} as const;

/** From this length on, a counter replaces the hint. */
const COUNTER_FROM = NOTE_MAX - 60;

type CavalierFormProps = {
  cavalier: Cavalier | null;
  onDone: () => void;
  onClose: () => void;
};

/** Name, year of birth and note of a rider. `cavalier` is null for a new one. */
export function CavalierForm({ cavalier, onDone, onClose }: CavalierFormProps) {
  const { jour } = useNow();
  const [values, setValues] = useState({
    nom: cavalier?.nom ?? '',
    annee: cavalier?.annee_naissance?.toString() ?? '',
    note: cavalier?.note ?? '',
  });
  const [add, update] = [useAddCavalier(), useUpdateCavalier()];
  const annee = values.annee.trim();
  const given = {
    nom: values.nom,
    annee_naissance: annee === '' ? null : Number(annee),
    note: values.note,
  };
  const { faults, refusal, busy, form, control } = useForm([values, setValues], {
    check() {
      const refus = refuseCavalier(given, jour) as keyof typeof FIELD_OF | null;
      return refus ? { [FIELD_OF[refus]]: CAVALIERS_REFUS[refus].message } : {};
    },
    send: () =>
      refusalOf(
        (cavalier
          ? update.mutateAsync({ id: cavalier.id, ...given })
          : add.mutateAsync(given)
        ).then(onDone),
        TEXTES.echec,
      ),
    // The rule reports one error at a time.
    clears: () => ({ nom: undefined, annee: undefined, note: undefined }),
  });

  return (
    <form
      {...form}
      aria-label={cavalier ? TEXTES.modifier : TEXTES.ajouter}
      className="mt-3 flex flex-col gap-4"
    >
      <Field label="Prénom et nom" error={faults.nom}>
        {(props) => (
          <Input
            {...props}
            {...control('nom')}
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
        error={faults.annee}
      >
        {(props) => (
          <Input
            {...props}
            {...control('annee')}
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
          values.note.length >= COUNTER_FROM
            ? `${values.note.length} / ${NOTE_MAX} caractères`
            : TEXTES.noteAide
        }
        error={faults.note}
      >
        {(props) => <Textarea {...props} {...control('note')} rows={2} />}
      </Field>
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={busy} busyLabel={TEXTES.enCours}>
          Enregistrer
        </Button>
      </DialogButtons>
    </form>
  );
}
