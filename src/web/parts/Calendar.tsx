import { type KeyboardEvent, useRef, useState } from 'react';
import { type ClassNames, DayPicker, type Labels } from 'react-day-picker';
import { fr } from 'react-day-picker/locale/fr';
import { formatJour } from '#domain/core/calendrier.ts';
import { JourEcrit } from './JourEcrit.tsx';

const BUTTON = 'grid h-11 place-items-center rounded-field';
/** Seven days side by side, and the name of the month between two arrows, in 320 px. */
const ARROW = `${BUTTON} w-[min(2.75rem,14vw)] pointer-events-auto hover:bg-sand aria-disabled:text-line aria-disabled:hover:bg-transparent`;

const STYLE: Partial<ClassNames> = {
  // If the text is twice the size, each day gets a seventh of the screen.
  root: 'w-77 max-w-[calc(100vw-0.625rem)] select-none',
  months: 'relative',
  nav: 'pointer-events-none absolute inset-x-0 top-0 flex justify-between',
  button_previous: ARROW,
  button_next: ARROW,
  chevron: 'size-5 fill-current',
  month_caption:
    'mx-[min(2.75rem,14vw)] flex h-11 max-[18rem]:h-14 items-center justify-center text-center font-title text-lg font-semibold first-letter:uppercase',
  caption_label: 'inline-flex items-center gap-1 first-letter:uppercase',
  dropdowns: 'flex h-11 items-center gap-2 text-base',
  // The native select is transparent and lies over its label.
  dropdown_root: 'relative flex h-9 items-center rounded-field border border-line px-2',
  dropdown: 'absolute inset-0 size-full cursor-pointer opacity-0',
  month_grid: 'w-full table-fixed border-collapse',
  weekday: 'h-8 text-weekday font-medium text-muted',
  day: 'group p-0',
  // In forced-colors mode a transparent border is visible.
  day_button:
    `${BUTTON} w-full border border-transparent forced-colors:not-group-data-today:border-none text-day font-medium hover:not-disabled:bg-sand disabled:text-muted disabled:opacity-60 ` +
    'group-data-outside:text-muted group-data-today:border-cognac group-data-today:font-bold group-data-today:text-cognac ' +
    'group-data-selected:border-fir! group-data-selected:bg-fir! group-data-selected:font-bold group-data-selected:text-white!',
};

/** Accessible names of the days. */
const LABELS: Partial<Labels> = {
  labelDayButton: (date, { today, selected }) =>
    `${today ? "Aujourd'hui, " : ''}${formatJour(jourOf(date), 'long')}${selected ? ', sélectionné' : ''}`,
  labelGridcell: (date) => formatJour(jourOf(date), 'long'),
};

/** The first day of a month is written as an ordinal, as in French. */
const FORMATS = {
  formatDay: (date: Date) => (date.getDate() === 1 ? '1er' : String(date.getDate())),
};

type CalendarProps = {
  /** Month and year can be chosen from lists. */
  dropdowns: boolean;
  /** Days are `yyyy-MM-dd`. */
  chosen: string | null;
  today: string;
  first: string;
  last: string;
  onChoose: (jour: string) => void;
  /** A day was typed, and more may follow. */
  onJour: (jour: string) => void;
};

/**
 * A month of days, Monday first, and a field for a typed day (DESK-80). The arrow keys move by day,
 * Page up and Page down by month; a digit or a letter begins a typed day, which hides the month.
 */
export default function Calendar({
  dropdowns,
  chosen,
  today,
  first,
  last,
  onChoose,
  onJour,
}: CalendarProps) {
  const [start, end] = [dateOf(first), dateOf(last)];
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  /** The character itself goes to the element that has the focus after this. */
  const beginToType = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey || !/^[\p{L}\p{N}]$/u.test(key)) return;
    if (!(target instanceof Element && target.matches('input, select'))) field.current?.focus();
  };
  return (
    <div className="w-77 max-w-[calc(100vw-0.625rem)]" onKeyDown={beginToType}>
      <JourEcrit
        ref={field}
        text={text}
        today={today}
        first={first}
        last={last}
        onText={setText}
        onJour={onJour}
        onEnter={onChoose}
      />
      <div hidden={text !== ''}>
        <DayPicker
          mode="single"
          locale={fr}
          weekStartsOn={1}
          showOutsideDays
          // Otherwise a month with another number of rows would move the arrows away from the pointer.
          fixedWeeks
          captionLayout={dropdowns ? 'dropdown' : 'label'}
          reverseYears
          // oxlint-disable-next-line no-autofocus -- it was just opened; Escape closes it
          autoFocus
          today={dateOf(today)}
          selected={chosen === null ? undefined : dateOf(chosen)}
          defaultMonth={dateOf(chosen ?? today)}
          startMonth={start}
          endMonth={end}
          disabled={{ before: start, after: end }}
          onDayClick={(date, { disabled }) => {
            if (!disabled) onChoose(jourOf(date));
          }}
          labels={LABELS}
          formatters={FORMATS}
          classNames={STYLE}
        />
      </div>
    </div>
  );
}

/** DayPicker uses local dates. Noon keeps the day in spite of daylight saving time. */
function dateOf(jour: string): Date {
  const [year = 0, month = 1, date = 1] = jour.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

function jourOf(date: Date): string {
  return [
    String(date.getFullYear()).padStart(4, '0'),
    ...[date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')),
  ].join('-');
}
