import { type ReactNode, useId } from 'react';
import { cx } from '#web/ui/cx.ts';
import type { ChampsReglages } from './ReglesChamp.tsx';
import { LIBELLES } from './reglagesTextes.ts';
import type { Interrupteur as Champ } from './reglages.ts';

type InterrupteurProps = {
  champ: Champ;
  champs: ChampsReglages;
  /** The visible beginning of its name; screen readers read the whole name. */
  court?: string;
  aide?: ReactNode;
  className?: string;
};

/** On or off: an invisible native checkbox over a drawn switch. The place of the knob shows the state, as its colour does. */
export function Interrupteur({ champ, champs: { form, valeurs, write }, court = '', aide, className }: InterrupteurProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className="relative flex min-h-11 items-center justify-between gap-4 rounded-field py-1 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
        <span className="font-medium">{court && `${court} `}<span className={court && 'sr-only'}>{LIBELLES[champ].slice(court.length).trimStart()}</span></span>
        <input
          form={form}
          type="checkbox"
          role="switch"
          name={champ}
          checked={valeurs[champ]}
          aria-checked={valeurs[champ]}
          aria-describedby={aide ? id : undefined}
          onChange={({ target }) => write(champ, target.checked)}
          className="absolute inset-0 m-0 size-full cursor-[inherit] opacity-0"
        />
        <span aria-hidden className={cx('flex h-7 w-12 forced-color-adjust-none shrink-0 items-center rounded-full border p-0.5 transition-colors', valeurs[champ] ? 'border-fir bg-fir' : 'border-line bg-sand')}>
          <span className={cx('size-5.5 rounded-full transition-transform', valeurs[champ] ? 'translate-x-5 bg-white' : 'bg-line')} />
        </span>
      </label>
      {aide && <p id={id} className="text-sm text-muted">{aide}</p>}
    </div>
  );
}
