import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './IconButton.tsx';
import { Modal, type ModalProps } from './Modal.tsx';

type DialogProps = ModalProps & {
  title: ReactNode;
  /** For what is read at leisure: as wide as a page of text. */
  wide?: boolean;
  /** A press beside it closes it too; not where much has been typed. */
  light?: boolean;
  children: ReactNode;
};

/** A choice or a form over the page. */
export function Dialog({ title, wide = false, light = true, children, ...modal }: DialogProps) {
  const id = useId();
  return (
    <Modal {...modal} labelledBy={id} light={light} className={wide ? 'max-w-3xl' : 'max-w-lg'}>
      <div className="p-4 sm:p-6">
        <div className="flex items-start justify-between gap-3">
          <h2 id={id} className="pt-1.5">{title}</h2>
          <IconButton Icon={X} label="Fermer" onClick={() => !modal.busy && (modal.onEscape ?? modal.onClose)()} aria-disabled={modal.busy || undefined} className="-mt-1 -mr-2" />
        </div>
        {children}
      </div>
    </Modal>
  );
}
