// chunk: forms
import { useRef, useState } from 'react';
import { Dialog, type DialogProps } from '../overlays/Dialog.tsx';
import * as TEXTS from '../basics/texts.ts';
import { HoldOpen } from './useForm.ts';
import { useTimed } from '../hooks/useTimed.ts';
import { useUnsaved } from './useUnsaved.tsx';

type FormDialogProps = Omit<DialogProps, 'light'> & {
  /** By default: whether something was typed or chosen in a form that is still shown. */
  unsaved?: boolean | undefined;
  /** The sentence that describes the lost input. */
  lost?: string | undefined;
  /**
   * Whether the outcome is also shown after the form is closed: then a slow answer does not keep it
   * open.
   */
  tells?: boolean;
};

/** Milliseconds without an answer after which such a form may be left. */
const SLOW = 3_000;

/**
 * A form in a modal panel: leaving it other than by its own buttons asks first if something is
 * unsaved (UI-40). While a form inside is being sent (`useForm`), nothing closes it. `busy` is for
 * other requests.
 */
export function FormDialog({
  unsaved,
  lost = TEXTS.inputLost,
  tells = false,
  mayClose,
  children,
  ...dialog
}: FormDialogProps) {
  const { open, onClose } = dialog;
  const [held, hold] = useState(false);
  const sending = held || dialog.busy === true;
  const [slow, setSlow] = useState(false);
  useTimed(sending, sending && tells ? SLOW : undefined, () => setSlow(true));
  if (slow && !sending) setSlow(false);
  const busy = sending && !slow;
  const touched = useRef<HTMLFormElement | null>(null);
  const guard = useUnsaved({
    open,
    isUnsaved: () => sending || (unsaved ?? touched.current?.isConnected ?? false),
    busy,
    onClose,
    ...(slow
      ? { title: TEXTS.unansweredTitle, confirm: TEXTS.close, lost: TEXTS.unanswered }
      : { lost }),
  });
  return (
    <>
      {guard.question}
      <Dialog
        {...dialog}
        busy={busy}
        light={false}
        mayClose={() => mayClose?.() !== false && guard.mayLeave(onClose)}
      >
        <div
          onInput={({ target }) => {
            touched.current = (target as Element).closest('form');
          }}
        >
          <HoldOpen value={hold}>{children}</HoldOpen>
        </div>
      </Dialog>
    </>
  );
}
