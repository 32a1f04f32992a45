import { FileUp } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { FieldError } from '#web/ui/forms/Field.tsx';
import { lignesText, TEXTES } from './textes.ts';

type ChooseFileProps = {
  fichier: { nom: string; lignes: number } | null;
  error: string | null;
  busy: boolean;
  disabled: boolean;
  onChoose: (file: File) => void;
};

/** A file by its button, or dropped anywhere on the area. */
export function ChooseFile({ fichier, error, busy, disabled, onChoose }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const id = useId();
  const take = (file: File | undefined) => {
    if (file && !busy && !disabled) onChoose(file);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take(target.files?.[0]);
    target.value = ''; // the same file may be chosen again
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <div
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        take(event.dataTransfer.files[0]);
      }}
      className={cx(
        'mt-3 flex flex-col gap-3 rounded-field border-2 border-dashed p-edge',
        over ? 'border-fir bg-fir-soft' : 'border-line',
      )}
    >
      <p role="status" className="wrap-anywhere empty:hidden">
        {fichier && (
          <>
            <bdi className="font-semibold">{fichier.nom}</bdi>{' '}
            <span className="text-muted">({lignesText(fichier.lignes)})</span>
          </>
        )}
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        hidden
        aria-label={TEXTES.choisir}
        onChange={choose}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          variant={fichier ? 'secondary' : 'primary'}
          busy={busy}
          busyLabel={TEXTES.lecture}
          disabled={disabled}
          aria-describedby={error === null ? id : `${id}-error ${id}`}
          icon={<FileUp aria-hidden className="size-5 shrink-0" />}
          onClick={() => input.current?.click()}
        >
          {fichier ? TEXTES.autre : TEXTES.choisir}
        </Button>
        <span className="hidden text-muted sm:inline">{TEXTES.deposer}</span>
      </div>
      <div role="alert" className="empty:hidden">
        {error !== null && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
      <p id={id} className="text-sm text-muted">
        {TEXTES.limites}
      </p>
    </div>
  );
}
