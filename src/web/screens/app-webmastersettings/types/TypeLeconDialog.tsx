import type { RefObject } from 'react';
import { typeEffectOf } from '#domain/settings/coming.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import type { NewType } from '#domain/types/regles_types.ts';
import { useAVenir } from '#web/nouns/lessons/reservations.ts';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { useQuestion } from '#web/ui/forms/useQuestion.tsx';
import { TypeLeconForm } from './TypeLeconForm.tsx';
import { effectSentences, TEXTES } from './textes.types.ts';

type TypeLeconDialogProps = {
  open: boolean;
  /** The initial values of the fields. */
  initial: NewType;
  /** The stored type that is being changed. Null for a new one. */
  edited: TypeLecon | null;
  types: readonly TypeLecon[];
  fallback: RefObject<HTMLElement | null>;
  onDone: () => void;
  onClose: () => void;
};

/** The dialog that adds or changes a lesson type. */
export function TypeLeconDialog({
  open,
  initial,
  edited,
  types,
  fallback,
  onDone,
  onClose,
}: TypeLeconDialogProps) {
  const aVenir = useAVenir();
  const question = useQuestion({ title: TEXTES.effet.titre, confirm: TEXTES.modification.bouton });

  /** Stores immediately, unless future lessons are affected: then it asks first (SET-13). */
  const confirm = (after: NewType, save: () => void) => {
    if (!edited) return save();
    if (aVenir.isError || !aVenir.data) {
      if (
        after.duree_minutes === edited.duree_minutes &&
        after.max_personnes === edited.max_personnes
      )
        return save();
      return question.ask(<p>{TEXTES.effet.inconnu}</p>, save);
    }
    const effect = typeEffectOf(aVenir.data, edited, after);
    if (effect)
      question.ask(
        effectSentences(effect, edited, after).map((sentence) => <p key={sentence}>{sentence}</p>),
        save,
      );
    else save();
  };

  return (
    <>
      {question.dialog}
      <FormDialog
        title={edited ? TEXTES.modification.titre : TEXTES.ajout.titre}
        open={open}
        fallback={fallback}
        onClose={onClose}
      >
        <TypeLeconForm
          initial={initial}
          edited={edited}
          types={types}
          confirm={confirm}
          onDone={onDone}
          onClose={onClose}
        />
      </FormDialog>
    </>
  );
}
