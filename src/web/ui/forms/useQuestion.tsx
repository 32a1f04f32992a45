// chunk: forms
import { type ReactNode, useState } from 'react';
import { AlertDialog } from '../overlays/AlertDialog.tsx';
import { useLast } from '../hooks/useLast.ts';

type Texts = {
  title: string;
  /** Label of the button that confirms. */
  confirm: string;
  danger?: boolean;
};

type Question = {
  /** Render it before a dialog that it covers, never inside: it must restore the focus first. */
  dialog: ReactNode;
  /** Shows the question. Calls `go` after the confirmation. */
  ask: (content: ReactNode, go: () => void) => void;
};

/** A question that an action needs only in some cases. */
export function useQuestion({ title, confirm, danger = false }: Texts): Question {
  const [asked, setAsked] = useState<{ content: ReactNode; go: () => void } | null>(null);
  const last = useLast(asked);
  const dialog = (
    <AlertDialog
      title={title}
      confirm={confirm}
      busyLabel={confirm}
      danger={danger}
      open={asked !== null}
      onConfirm={() => {
        setAsked(null);
        asked?.go();
      }}
      onClose={() => setAsked(null)}
    >
      {last?.content}
    </AlertDialog>
  );
  return { dialog, ask: (content, go) => setAsked({ content, go }) };
}
