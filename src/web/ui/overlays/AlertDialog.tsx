// chunk: app
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../basics/Button.tsx';
import { DialogButtons } from './DialogButtons.tsx';
import { NoBreakText } from '../messages/NoBreakText.tsx';
import { Modal, type ModalProps } from './Modal.tsx';
import * as TEXTS from '../basics/texts.ts';

type AlertDialogProps = ModalProps & {
  title: ReactNode;
  /** Label of the button that confirms; null if nothing can be confirmed any more. */
  confirm: string | null;
  busyLabel: string;
  /** Label of the button that changes nothing. */
  keep?: string;
  /** The action deletes something. */
  danger?: boolean;
  onConfirm: () => void;
  /** A milder alternative, proposed first: above the other buttons on a phone. */
  instead?: { label: string; onChoose: () => void } | undefined;
  /** The other of two answers that both go on, between the button that changes nothing and `confirm`. */
  other?: { label: string; onChoose: () => void };
  /** False: it cannot be confirmed yet, because the data that it asks about are being read. */
  ready?: boolean;
  /** The answer is late: the question may be left without it. */
  unsure?: boolean;
  /** The consequences of the action. */
  children: ReactNode;
};

/**
 * A question that must be answered: a press outside does not close it, and the focus starts on the
 * button that changes nothing (UI-07).
 */
export function AlertDialog({
  title,
  confirm,
  busyLabel,
  keep = TEXTS.cancel,
  danger = false,
  onConfirm,
  instead,
  other,
  unsure = false,
  ready = true,
  children,
  ...modal
}: AlertDialogProps) {
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const { busy = false, onClose } = modal;
  // The pressed button is gone.
  useEffect(() => {
    if (confirm === null) cancel.current?.focus();
  }, [confirm]);
  return (
    <Modal
      {...modal}
      busy={busy && !unsure}
      role="alertdialog"
      labelledBy={id}
      describedBy={`${id}-text`}
      initialFocus={cancel}
      className="max-w-lg"
    >
      <div className="p-edge sm:p-6">
        <h2 id={id}>
          <NoBreakText>{title}</NoBreakText>
        </h2>
        <div id={`${id}-text`} className="mt-2 flex flex-col gap-2 wrap-anywhere">
          {children}
        </div>
        <DialogButtons className="mt-6">
          <Button ref={cancel} variant="secondary" disabled={busy && !unsure} onClick={onClose}>
            {unsure || confirm === null ? TEXTS.close : keep}
          </Button>
          {other && (
            <Button variant="secondary" disabled={busy} onClick={other.onChoose}>
              {other.label}
            </Button>
          )}
          {confirm !== null && (
            <Button
              variant={danger ? 'danger' : 'primary'}
              busy={busy}
              disabled={!ready}
              busyLabel={busyLabel}
              onClick={onConfirm}
            >
              {confirm}
            </Button>
          )}
          {instead && (
            <Button disabled={busy} onClick={instead.onChoose}>
              {instead.label}
            </Button>
          )}
        </DialogButtons>
      </div>
    </Modal>
  );
}
