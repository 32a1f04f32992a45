import type { ReactNode, RefObject } from 'react';
import { displayName, type User } from '#domain/users.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { useLast } from '../ui/useLast.ts';

/** The texts of a question about an account; the person's name stands between `avant` and `apres`. */
type TexteDeQuestion = { titre: string; avant: string; apres: string; bouton: string; enCours: string; danger?: boolean };

type QuestionDeCompteProps<Q> = {
  question: Q | null;
  texteOf: (question: Q) => TexteDeQuestion;
  /** Further consequences. */
  suiteOf?: (question: Q) => ReactNode;
  busy: boolean;
  /** Gets the focus when the pressed button was removed. */
  fallback: RefObject<HTMLElement | null>;
  onConfirm: (question: Q) => void;
  onClose: () => void;
};

/** UI-07: the question before an action on an account. */
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
