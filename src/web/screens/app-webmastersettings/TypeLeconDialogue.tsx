import { type RefObject, useState } from 'react';
import { effetDuType } from '#domain/a_venir.ts';
import type { NouveauType, TypeLecon } from '#domain/types_lecons.ts';
import { useAVenir } from '#web/data/queries_reservations.ts';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useLast } from '#web/ui/useLast.ts';
import { TypeLeconForm } from './TypeLeconForm.tsx';
import { phrasesEffet, TYPES } from './TypesLeconsTextes.ts';

type TypeLeconDialogueProps = {
  open: boolean;
  /** What the fields say at first. */
  depart: NouveauType;
  /** The stored type that is changed; null for a new one. */
  modifie: TypeLecon | null;
  types: readonly TypeLecon[];
  fallback: RefObject<HTMLElement | null>;
  onDone: () => void;
  onClose: () => void;
};

/** What is asked before a change is stored that touches lessons to come, and how to go on. */
type Question = { phrases: readonly string[]; save: () => void };

/** §5: adds or changes a lesson type. */
export function TypeLeconDialogue({ open, depart, modifie, types, fallback, onDone, onClose }: TypeLeconDialogueProps) {
  const aVenir = useAVenir();
  const [busy, setBusy] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const posee = useLast(question);

  /** Stores it at once, unless lessons to come keep what the change takes from their type. */
  const confirm = (apres: NouveauType, save: () => void) => {
    if (!modifie) return save();
    if (aVenir.isError || !aVenir.data) {
      if (apres.duree_minutes === modifie.duree_minutes && apres.max_personnes === modifie.max_personnes) return save();
      return setQuestion({ phrases: [TYPES.effet.inconnu], save });
    }
    const effet = effetDuType(aVenir.data, modifie, apres);
    if (effet) setQuestion({ phrases: phrasesEffet(effet, modifie, apres), save });
    else save();
  };

  return (
    <>
      {/* First, so that it gives the focus back before the dialog below does. */}
      <AlertDialog
        title={TYPES.effet.titre}
        confirm={TYPES.modification.bouton}
        busyLabel={TYPES.modification.enCours}
        open={question !== null}
        onConfirm={() => {
          setQuestion(null);
          question?.save();
        }}
        onClose={() => setQuestion(null)}
      >
        {posee?.phrases.map((phrase) => <p key={phrase}>{phrase}</p>)}
      </AlertDialog>
      <Dialog title={modifie ? TYPES.modification.titre : TYPES.ajout.titre} open={open} busy={busy} light={false} fallback={fallback} onClose={onClose}>
        <TypeLeconForm depart={depart} modifie={modifie} types={types} confirm={confirm} onBusy={setBusy} onDone={onDone} onClose={onClose} />
      </Dialog>
    </>
  );
}
