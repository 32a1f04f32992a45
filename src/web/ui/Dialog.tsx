import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './IconButton.tsx';
import { Modal, type ModalProps } from './Modal.tsx';
import * as TEXTS from './texts.ts';

export type DialogProps = ModalProps & {
  title: ReactNode;
  /** Wide, for long texts. */
  wide?: boolean;
  /** A press outside closes it too; false where much may have been typed. */
  light?: boolean;
  children: ReactNode;
};

/** A choice or a form in a modal panel. */
export function Dialog({ title, wide = false, light = true, children, ...modal }: DialogProps) {
  const id = useId();
  return (
    <Modal {...modal} labelledBy={id} light={light} className={wide ? 'max-w-3xl' : 'max-w-lg'}>
      <div className="p-4 sm:p-6">
        <div className="flex items-start justify-between gap-3">
          <h2 id={id} className="pt-1.5">{title}</h2>
          <IconButton Icon={X} label={TEXTS.close} onClick={() => !modal.busy && modal.mayClose?.() !== false && modal.onClose()} aria-disabled={modal.busy || undefined} className="-mt-1 -mr-2" />
        </div>
        {children}
      </div>
    </Modal>
  );
}
