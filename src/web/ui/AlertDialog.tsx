import { type ReactNode, useId, useRef } from 'react';
import { Button } from './Button.tsx';
import { DialogButtons } from './DialogButtons.tsx';
import { Modal, type ModalProps } from './Modal.tsx';

type AlertDialogProps = ModalProps & {
  title: ReactNode;
  /** The button that does it. */
  confirm: string;
  busyLabel: string;
  /** It takes something away. */
  danger?: boolean;
  onConfirm: () => void;
  /** Another way out, that takes less away: it is proposed first, above the others on a phone. */
  instead?: { label: string; onChoose: () => void } | undefined;
  /** What will happen. */
  children: ReactNode;
};

/** A question that has to be answered: a press beside it is no answer, and the focus begins on what changes nothing. */
export function AlertDialog({ title, confirm, busyLabel, danger = false, onConfirm, instead, children, ...modal }: AlertDialogProps) {
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const { busy = false, onClose } = modal;
  return (
    <Modal {...modal} role="alertdialog" labelledBy={id} describedBy={`${id}-text`} initialFocus={cancel} className="max-w-lg">
      <div className="p-5 sm:p-6">
        <h2 id={id}>{title}</h2>
        <div id={`${id}-text`} className="mt-2 flex flex-col gap-2 wrap-anywhere">{children}</div>
        <DialogButtons className="mt-6">
          <Button ref={cancel} variant="secondary" disabled={busy} onClick={onClose}>Annuler</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>{confirm}</Button>
          {instead && <Button disabled={busy} onClick={instead.onChoose}>{instead.label}</Button>}
        </DialogButtons>
      </div>
    </Modal>
  );
}
