import { type RefObject, useState } from 'react';
import { displayName, type User } from '#domain/users.ts';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { ACTIONS, CONFIRMATIONS } from './textes.ts';

export type Question = { action: keyof typeof CONFIRMATIONS; user: User };

type ConfirmationDialogProps = {
  question: Question | null;
  busy: boolean;
  fallback: RefObject<HTMLElement | null>;
  onConfirm: (question: Question) => void;
  onClose: () => void;
};

/** Before what cannot be taken back, or gives everything (decision 10). */
export function ConfirmationDialog({ question, busy, fallback, onConfirm, onClose }: ConfirmationDialogProps) {
  // The dialog outlives its question: it is what gives the focus back.
  const [derniere, setDerniere] = useState(question);
  if (question && question !== derniere) setDerniere(question);
  if (!derniere) return null;
  const { action, user } = derniere;
  const { titre, avant, apres, suite, enCours, danger = false } = CONFIRMATIONS[action];
  return (
    <AlertDialog
      title={titre}
      confirm={ACTIONS[action].bouton}
      busyLabel={enCours}
      danger={danger}
      open={question !== null}
      busy={busy}
      fallback={fallback}
      onConfirm={() => onConfirm(derniere)}
      onClose={onClose}
    >
      <p>{avant}<bdi className="font-semibold">{displayName(user)}</bdi>{apres}</p>
      {suite.map((phrase) => <p key={phrase}>{phrase}</p>)}
    </AlertDialog>
  );
}
