import { useId } from 'react';
import type { Avancement } from '#web/nouns/backups/restauration.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { TEXTES } from './textes.ts';

/** The progress of a restore. The step is announced, its percentage is not. */
export function Progress({ etape, part }: Avancement) {
  const id = useId();
  const step = etape === 'chargement' && part >= 1 ? TEXTES.comparaison : TEXTES[etape];
  const known = part > 0 && part < 1;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-4 font-medium">
        <span id={id} role="status">
          {step}
        </span>
        {known && <span>{Math.floor(part * 100)} %</span>}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        {...(known && { 'aria-valuenow': Math.floor(part * 100) })}
        className="h-3 overflow-hidden rounded-full bg-hairline"
      >
        <div
          className={cx('h-full bg-fir', !known && 'animate-pulse')}
          style={{ width: known ? `${part * 100}%` : '100%' }}
        />
      </div>
      <p className="text-sm text-muted">{TEXTES.patience}</p>
    </div>
  );
}
