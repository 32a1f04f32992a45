// chunk: forms
import { Save, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../basics/Button.tsx';
import * as TEXTS from '../basics/texts.ts';

type SaveButtonsProps = {
  /** The id of the form, if the buttons are outside it. */
  form?: string;
  label: string;
  busy: boolean;
  busyLabel: string;
  /** The form differs from the stored values, perhaps because of a draft of an earlier visit. */
  unsaved: boolean;
  onGiveUp: () => void;
};

/** The buttons of a form over stored values: save the changes or discard them. */
export function SaveButtons({ form, label, busy, busyLabel, unsaved, onGiveUp }: SaveButtonsProps) {
  const save = useRef<HTMLButtonElement>(null);
  const giveUp = () => {
    save.current?.focus();
    onGiveUp();
  };
  // Nothing here appears or disappears: a press on Save blurs a field, which must not move Save
  // away from the pointer.
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="min-h-5 text-sm font-medium text-cognac-dark">
        {unsaved && TEXTS.unsaved}
      </p>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button
          ref={save}
          type="submit"
          form={form}
          icon={<Save aria-hidden className="size-5 shrink-0" />}
          busy={busy}
          busyLabel={busyLabel}
        >
          {label}
        </Button>
        <Button
          variant="secondary"
          disabled={!unsaved || busy}
          icon={<Undo2 aria-hidden className="size-5 shrink-0" />}
          onClick={giveUp}
        >
          {TEXTS.discard}
        </Button>
      </div>
    </div>
  );
}
