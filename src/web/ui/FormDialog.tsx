import { useRef } from 'react';
import { Dialog, type DialogProps } from './Dialog.tsx';
import * as TEXTS from './texts.ts';
import { useUnsaved } from './useUnsaved.tsx';

type FormDialogProps = Omit<DialogProps, 'light'> & {
  /** By default: whether something was typed or chosen in a form that is still shown. */
  unsaved?: boolean | undefined;
  /** The sentence that says what is lost. */
  lost?: string | undefined;
};

/** A form in a modal panel: leaving it without its own buttons asks first when something is unsaved (UI-40). */
export function FormDialog({ unsaved, lost = TEXTS.inputLost, mayClose, children, ...dialog }: FormDialogProps) {
  const { open, busy = false, onClose } = dialog;
  const touched = useRef<HTMLFormElement | null>(null);
  const guard = useUnsaved({ open, isUnsaved: () => unsaved ?? touched.current?.isConnected ?? false, busy, lost, onClose });
  return (
    <>
      {guard.question}
      <Dialog {...dialog} light={false} mayClose={() => mayClose?.() !== false && guard.mayLeave(onClose)}>
        <div onInput={({ target }) => { touched.current = (target as Element).closest('form'); }}>{children}</div>
      </Dialog>
    </>
  );
}
