import type { ReactNode, RefObject } from 'react';
import { displayName, type User } from '#domain/people/users.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';

/** The texts of a question about an account. The person's name is between `avant` and `apres`. */
type QuestionText = {
  titre: string;
  avant: string;
  apres: string;
  bouton: string;
  enCours: string;
  danger?: boolean;
};

type AccountQuestionProps<Q> = {
  question: Q | null;
  textOf: (question: Q) => QuestionText;
  /** Further consequences. */
  detailsOf?: (question: Q) => ReactNode;
  /** False: what `detailsOf` says is still being read. */
  ready?: boolean;
  busy: boolean;
  /** Gets the focus if the pressed button was removed. */
  fallback: RefObject<HTMLElement | null>;
  onConfirm: (question: Q) => void;
  onClose: () => void;
};

/** UI-07: the question before an action on an account. */
export function AccountQuestion<Q extends { user: User }>({
  question,
  textOf,
  detailsOf,
  ready = true,
  busy,
  fallback,
  onConfirm,
  onClose,
}: AccountQuestionProps<Q>) {
  const last = useLast(question);
  if (!last) return null;
  const { titre, avant: before, apres: after, bouton, enCours, danger = false } = textOf(last);
  return (
    <AlertDialog
      title={titre}
      confirm={bouton}
      busyLabel={enCours}
      danger={danger}
      open={question !== null}
      ready={ready}
      busy={busy}
      fallback={fallback}
      onConfirm={() => onConfirm(last)}
      onClose={onClose}
    >
      <p>
        {before}
        <bdi className="font-semibold">{displayName(last.user)}</bdi>
        {after}
      </p>
      {detailsOf?.(last)}
    </AlertDialog>
  );
}
