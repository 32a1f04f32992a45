import { type RefObject, useState } from 'react';
import { typeEffectOf } from '#domain/coming.ts';
import type { NewType, TypeLecon } from '#domain/types_lecons.ts';
import { useAVenir } from '#web/data/queriesReservations.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useQuestion } from '#web/ui/useQuestion.tsx';
import { TypeLeconForm } from './TypeLeconForm.tsx';
import { phrasesEffet, TYPES } from './TypesLeconsTextes.ts';

type TypeLeconDialogueProps = {
  open: boolean;
  /** The initial values of the fields. */
  depart: NewType;
  /** The stored type that is changed; null for a new one. */
  modifie: TypeLecon | null;
  types: readonly TypeLecon[];
  fallback: RefObject<HTMLElement | null>;
  onDone: () => void;
  onClose: () => void;
};

/** The dialog that adds or changes a lesson type. */
export function TypeLeconDialogue({ open, depart, modifie, types, fallback, onDone, onClose }: TypeLeconDialogueProps) {
  const aVenir = useAVenir();
  const [busy, setBusy] = useState(false);
  const question = useQuestion({ title: TYPES.effet.titre, confirm: TYPES.modification.bouton });

  /** Stores at once, unless coming lessons are affected: then it asks first (SET-13). */
  const confirm = (apres: NewType, save: () => void) => {
    if (!modifie) return save();
    if (aVenir.isError || !aVenir.data) {
      if (apres.duree_minutes === modifie.duree_minutes && apres.max_personnes === modifie.max_personnes) return save();
      return question.ask(<p>{TYPES.effet.inconnu}</p>, save);
    }
    const effet = typeEffectOf(aVenir.data, modifie, apres);
    if (effet) question.ask(phrasesEffet(effet, modifie, apres).map((phrase) => <p key={phrase}>{phrase}</p>), save);
    else save();
  };

  return (
    <>
      {question.dialog}
      <Dialog title={modifie ? TYPES.modification.titre : TYPES.ajout.titre} open={open} busy={busy} light={false} fallback={fallback} onClose={onClose}>
        <TypeLeconForm depart={depart} modifie={modifie} types={types} confirm={confirm} onBusy={setBusy} onDone={onDone} onClose={onClose} />
      </Dialog>
    </>
  );
}
