import { type CavalierSaisi, NOTE_MAX, refuseCavalier } from '#domain/riders/cavaliers.ts';
import { CAVALIERS_REFUS } from '#domain/errors/cavaliers.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Textarea } from '#web/ui/forms/Textarea.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { CAVALIER } from './cavalierTexts.ts';
import { ChangedElsewhere } from '#web/parts/ChangedElsewhere.tsx';
import { useStoredDraft } from '#web/parts/useStoredDraft.ts';

const FIELD_OF = {
  cavalier_nom_invalide: 'nom',
  cavalier_annee_invalide: 'annee',
  cavalier_note_longue: 'note',
} as const;

/** A rider in the form; `id`: null for a new one. */
export type CavalierEdite = CavalierSaisi & { id: string | null; version: number };

/** From this length on, a counter replaces the hint. */
const COUNTER_FROM = NOTE_MAX - 60;

type CavalierFormProps = {
  /** As it is stored now. Its `id` is null for a new one, whose name may be known. */
  cavalier: CavalierEdite;
  /** Today. */
  jour: string;
  /** What the note is for. */
  noteAide: string;
  /**
   * Stores the rider, a new one if `stored` is null, otherwise if `version` is still the present one.
   * Returns what was refused, or null.
   */
  onSave: (
    stored: { id: string; version: number } | null,
    asked: CavalierSaisi,
  ) => Promise<string | null>;
  onDone: () => void;
  onClose: () => void;
};

/** Name, year of birth and note of a rider (RIDE-21, RIDE-89). */
export function CavalierForm({
  cavalier,
  jour,
  noteAide,
  onSave,
  onDone,
  onClose,
}: CavalierFormProps) {
  const { id } = cavalier;
  const draft = useStoredDraft(
    {
      nom: cavalier.nom,
      annee: cavalier.annee_naissance?.toString() ?? '',
      note: cavalier.note ?? '',
    },
    cavalier.version,
  );
  const { values } = draft;
  const annee = values.annee.trim();
  const given = {
    nom: values.nom,
    annee_naissance: annee === '' ? null : Number(annee),
    note: values.note,
  };
  const shown = useForm([values, draft.setValues], {
    check() {
      const refus = refuseCavalier(given, jour) as keyof typeof FIELD_OF | null;
      return refus ? { [FIELD_OF[refus]]: CAVALIERS_REFUS[refus].message } : {};
    },
    async send() {
      const refused = await onSave(id === null ? null : { id, version: draft.version }, given);
      if (refused === null) onDone();
      return refused;
    },
    // The rule reports one error at a time.
    clears: () => ({ nom: undefined, annee: undefined, note: undefined }),
  });
  const { faults, busy, form, control } = shown;

  return (
    <form
      {...form}
      aria-label={id === null ? CAVALIER.ajouter : CAVALIER.modifier}
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
            {CAVALIER.annee} <span className="font-normal text-muted">{CAVALIER.facultatif}</span>
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
            {CAVALIER.note} <span className="font-normal text-muted">{CAVALIER.facultatif}</span>
          </>
        }
        hint={
          values.note.length >= COUNTER_FROM
            ? `${values.note.length} / ${NOTE_MAX} caractères`
            : noteAide
        }
        error={faults.note}
      >
        {(props) => <Textarea {...props} {...control('note')} rows={2} />}
      </Field>
      <ChangedElsewhere
        draft={draft}
        champs={CAVALIER.champs}
        sentence={CAVALIERS_REFUS.cavalier_change.message}
        form={shown}
      />
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={busy} busyLabel={CAVALIER.enCours}>
          Enregistrer
        </Button>
      </DialogButtons>
    </form>
  );
}
