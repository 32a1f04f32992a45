import { formatJour } from '#domain/core/calendrier.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { Choice } from '#web/parts/Choice.tsx';

type PlanningJoursProps = {
  /** Accessible name of the choice. */
  label: string;
  jours: readonly string[];
  chosen: string;
  today: string;
  /** How many lessons a day has on all arenas. */
  countOf: (jour: string) => number;
  onJour: (jour: string) => void;
};

/**
 * DESK-10: the days of a week, each with its number of lessons. On a phone, one day is shown at a
 * time.
 */
export function PlanningJours({
  label,
  jours,
  chosen,
  today,
  countOf,
  onJour,
}: PlanningJoursProps) {
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-7 gap-0.5 max-[16rem]:grid-cols-4">
        {jours.map((jour) => {
          const [checked, isToday, count] = [jour === chosen, jour === today, countOf(jour)];
          return (
            <Choice
              key={jour}
              name="jour_du_planning"
              value={jour}
              checked={checked}
              current={isToday}
              label={`${formatJour(jour, 'long')}${isToday ? ", aujourd'hui" : ''}, ${count} réservation${count > 1 ? 's' : ''}`}
              onChoose={() => onJour(jour)}
              className={cx(
                'flex h-15 flex-col items-center justify-center rounded-field border',
                checked ? 'border-fir bg-fir text-white' : 'bg-card',
                !checked &&
                  (isToday
                    ? 'border-cognac shadow-[inset_0_0_0_1px_var(--border-color-cognac)]'
                    : 'border-line'),
              )}
            >
              <span
                className={cx(
                  'text-xs leading-4',
                  isToday && !checked && 'font-semibold text-cognac',
                )}
              >
                {formatJour(jour, 'semaine').replace('.', '')}
              </span>
              <span className="text-lg leading-6 font-semibold">{Number(jour.slice(8))}</span>
              <span aria-hidden className={cx('text-xs leading-4', !checked && 'text-muted')}>
                {count === 0 ? '–' : count}
              </span>
            </Choice>
          );
        })}
      </div>
    </fieldset>
  );
}
