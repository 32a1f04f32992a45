import { type ReactNode, useState } from 'react';
import { AlertDialog } from './AlertDialog.tsx';
import { useLast } from './useLast.ts';

type Texts = {
  title: string;
  /** The button that goes on. */
  confirm: string;
  danger?: boolean;
};

type Question = {
  /** Stands before the dialog that it lies over, never in it: it gives the focus back first. */
  dialogue: ReactNode;
  /** Shows what will happen, and goes on once it is confirmed. */
  ask: (content: ReactNode, go: () => void) => void;
};

/** A question that some presses of a button need and others do not. */
export function useQuestion({ title, confirm, danger = false }: Texts): Question {
  const [asked, setAsked] = useState<{ content: ReactNode; go: () => void } | null>(null);
  const last = useLast(asked);
  const dialogue = (
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
  return { dialogue, ask: (content, go) => setAsked({ content, go }) };
}
