import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { addDays, formatJour, mondayOf, weekOf } from '#domain/core/calendrier.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { Choice } from '#web/parts/Choice.tsx';

/**
 * How many starts of a day are free, and how many are lessons to join. `ferme`: the centre is
 * closed that day.
 */
export type Free = { libres: number; rejoindre: number } | 'ferme';

type WeekStripProps = {
  /** On the same line as the buttons. */
  title: ReactNode;
  /** The shown week contains this day. */
  chosen: string;
  today: string;
  /** The first and the last day that may be chosen. */
  first: string;
  last: string;
  /** The starts of a day that can be chosen. Null if that is unknown (RIDE-35). */
  freeOf: (jour: string) => Free | null;
  onJour: (jour: string) => void;
};

/** A week from Monday; today is marked. */
export function WeekStrip({ title, chosen, today, first, last, freeOf, onJour }: WeekStripProps) {
  const lundi = mondayOf(chosen);
  /** Changing the week keeps the weekday, so that the chosen day is always in the shown week. */
  const move = (days: number) => {
    const jour = addDays(chosen, days);
    onJour(jour < first ? first : jour > last ? last : jour);
  };
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          {title}
          <p
            aria-live="polite"
            className="text-sm leading-5 font-medium text-muted first-letter:uppercase"
          >
            {monthsOf(lundi)}
          </p>
        </div>
        <div className="flex flex-wrap gap-1 @lg:gap-1.5">
          <IconButton
            bordered
            Icon={ChevronLeft}
            label="Semaine précédente"
            disabled={lundi <= mondayOf(first)}
            onClick={() => move(-7)}
          />
          <Button variant="secondary" size="small" onClick={() => onJour(today)}>
            Aujourd'hui
          </Button>
          <IconButton
            bordered
            Icon={ChevronRight}
            label="Semaine suivante"
            disabled={addDays(lundi, 7) > last}
            onClick={() => move(7)}
          />
        </div>
      </div>
      <fieldset>
        <legend className="sr-only">Jour de la leçon</legend>
        <div className="grid grid-cols-7 gap-0.5 @max-[14rem]:grid-cols-4 @lg:gap-2">
          {weekOf(lundi).map((jour) => (
            <Jour
              key={jour}
              jour={jour}
              checked={jour === chosen}
              isToday={jour === today}
              disabled={jour < first || jour > last}
              free={freeOf(jour)}
              onJour={onJour}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

type JourProps = {
  jour: string;
  checked: boolean;
  isToday: boolean;
  disabled: boolean;
  free: Free | null;
  onJour: (jour: string) => void;
};

function Jour({ jour, checked, isToday, disabled, free, onJour }: JourProps) {
  const shown = disabled ? null : free;
  return (
    <Choice
      name="date_reservation"
      value={jour}
      checked={checked}
      disabled={disabled}
      current={isToday}
      label={`${formatJour(jour, 'long')}${isToday ? ", aujourd'hui" : ''}${shown === null ? '' : `, ${freeInWords(shown)}`}`}
      onChoose={() => onJour(jour)}
      className={cx(
        'flex h-17 flex-col items-center justify-center rounded-field border',
        checked && 'border-fir bg-fir text-white',
        !checked && disabled && 'border-transparent bg-sand-soft text-muted',
        !checked && !disabled && 'bg-card hover:border-ink',
        !checked &&
          !disabled &&
          (isToday
            ? 'border-cognac shadow-[inset_0_0_0_1px_var(--border-color-cognac)]'
            : 'border-line'),
      )}
    >
      <span className={cx('text-xs leading-4', isToday && !checked && 'font-semibold text-cognac')}>
        {formatJour(jour, 'semaine').replace('.', '')}
      </span>
      <span className={cx('text-lg leading-6 font-semibold', disabled && 'font-normal')}>
        {Number(jour.slice(8))}
      </span>
      {shown !== null && (
        <span aria-hidden className={cx('text-xs leading-4', !checked && 'text-muted')}>
          {shown === 'ferme' ? (
            'fermé'
          ) : (
            <>
              {shown.libres}
              <span className="hidden @lg:inline"> libre{shown.libres > 1 && 's'}</span>
              {shown.rejoindre > 0 && (
                <span className={cx('font-semibold', !checked && 'text-partiel-ink')}>
                  {' '}
                  + {shown.rejoindre}
                </span>
              )}
            </>
          )}
        </span>
      )}
      <span
        aria-hidden
        className={cx(
          'mt-0.5 h-1 w-4 rounded-full',
          isToday && (checked ? 'bg-gold' : 'bg-cognac'),
        )}
      />
    </Choice>
  );
}

/** '12 créneaux libres, 1 leçon à rejoindre', as in the strip and the grid. */
export function freeInWords(free: Free): string {
  if (free === 'ferme') return 'fermé';
  const { libres, rejoindre } = free;
  const words =
    libres === 0
      ? 'aucun créneau libre'
      : libres === 1
        ? '1 créneau libre'
        : `${libres} créneaux libres`;
  if (rejoindre === 0) return words;
  return `${words}, ${rejoindre} leçon${rejoindre > 1 ? 's' : ''} à rejoindre`;
}

/** 'novembre 2026', or both months if the week has two. */
function monthsOf(lundi: string): string {
  const debut = formatJour(lundi, 'mois');
  const fin = formatJour(addDays(lundi, 6), 'mois');
  if (debut === fin) return debut;
  const [mois, year] = debut.split(' ') as [string, string];
  return fin.endsWith(year) ? `${mois} – ${fin}` : `${debut} – ${fin}`;
}
