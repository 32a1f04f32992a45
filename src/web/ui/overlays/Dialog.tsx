// chunk: forms
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './IconButton.tsx';
import { Modal, type ModalProps } from './Modal.tsx';
import * as TEXTS from '../basics/texts.ts';

export type DialogProps = ModalProps & {
  title: ReactNode;
  /** Wide, for long texts. */
  wide?: boolean;
  /** A press outside closes it too. False if much may have been typed. */
  light?: boolean;
  children: ReactNode;
};

/** A choice or a form in a modal panel. */
export function Dialog({ title, wide = false, light = true, children, ...modal }: DialogProps) {
  const id = useId();
  return (
    <Modal {...modal} labelledBy={id} light={light} className={wide ? 'max-w-3xl' : 'max-w-lg'}>
      <div className="p-edge sm:p-6">
        {/* Text of twice the size wraps around the cross. */}
        <div className="flow-root">
          <IconButton
            Icon={X}
            label={TEXTS.close}
            onClick={() => !modal.busy && modal.mayClose?.() !== false && modal.onClose()}
            aria-disabled={modal.busy || undefined}
            className="float-right -mt-1 -mr-2 ml-3"
          />
          <h2 id={id} className="pt-1.5 text-wrap">
            {title}
          </h2>
        </div>
        {children}
      </div>
    </Modal>
  );
}
