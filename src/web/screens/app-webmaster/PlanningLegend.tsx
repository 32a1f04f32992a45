import { Hourglass } from 'lucide-react';
import { Legend } from '#web/nouns/slots/Legend.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { TEXTES } from './shared/textes.ts';

type PlanningLegendProps = {
  /** Whether the week has no lesson. */
  empty: boolean;
  past: boolean;
  /** How many arenas can be booked. */
  pistes: number;
};

/**
 * What the signs mean, or that the week is empty. Both occupy their space and one is visible:
 * nothing below moves when an empty week arrives (UI-77).
 */
export function PlanningLegend({ empty, past, pistes }: PlanningLegendProps) {
  return (
    <div className="grid items-center *:col-start-1 *:row-start-1">
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-4 gap-y-1 *:first:max-sm:w-full',
          empty && 'invisible',
        )}
      >
        <Legend example="5/6" />
        <p className="flex items-center gap-1 text-fine text-muted @lg:text-sm">
          <Hourglass aria-hidden className="size-3.5" /> {TEXTES.attente}
        </p>
      </div>
      <p className={cx('text-fine leading-5 text-muted @lg:text-sm', !empty && 'invisible')}>
        <strong className="font-semibold text-ink">{TEXTES.vide}.</strong>{' '}
        {past ? TEXTES.videPassee : TEXTES.videAide(pistes)}
      </p>
    </div>
  );
}
