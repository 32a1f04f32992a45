import type { ReactNode, RefObject } from 'react';
import { displayName, type User } from '#domain/users.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { useLast } from '../ui/useLast.ts';

/** What is asked before an account is touched; the person's name stands between `avant` and `apres`. */
type TexteDeQuestion = { titre: string; avant: string; apres: string; bouton: string; enCours: string; danger?: boolean };

type QuestionDeCompteProps<Q> = {
  question: Q | null;
  texteOf: (question: Q) => TexteDeQuestion;
  /** What else is to be known. */
  suiteOf?: (question: Q) => ReactNode;
  busy: boolean;
  /** Where the focus goes when the pressed button has gone. */
  fallback: RefObject<HTMLElement | null>;
  onConfirm: (question: Q) => void;
  onClose: () => void;
};

/** Before what cannot be taken back, or gives everything (decision 10). */
export function QuestionDeCompte<Q extends { user: User }>({ question, texteOf, suiteOf, busy, fallback, onConfirm, onClose }: QuestionDeCompteProps<Q>) {
  const derniere = useLast(question);
  if (!derniere) return null;
  const { titre, avant, apres, bouton, enCours, danger = false } = texteOf(derniere);
  return (
    <AlertDialog
      title={titre}
      confirm={bouton}
      busyLabel={enCours}
      danger={danger}
      open={question !== null}
      busy={busy}
      fallback={fallback}
      onConfirm={() => onConfirm(derniere)}
      onClose={onClose}
    >
      <p>{avant}<bdi className="font-semibold">{displayName(derniere.user)}</bdi>{apres}</p>
      {suiteOf?.(derniere)}
    </AlertDialog>
  );
}
