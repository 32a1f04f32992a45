// chunk: admin-frame
import { CalendarDays } from 'lucide-react';
import { type Ref, Suspense, useEffect, useId, useRef, useState } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { Button } from '../ui/basics/Button.tsx';
import { cx } from '../ui/basics/cx.ts';
import { FIELD_STYLE } from '../ui/forms/fieldStyle.ts';
import { lazyPart } from '../ui/pages/lazyPart.tsx';
import { Skeleton } from '../ui/messages/Skeleton.tsx';

/** Loaded when someone hovers over or focuses the button, or with the dialog that contains it. */
const { Part: Calendar, load } = lazyPart('part', () => import('./Calendar.tsx'));

const prepare = () => {
  load().catch(() => {});
};

type DatePickerProps = {
  /** The purpose of the day. Screen readers read it before the day. */
  label: string;
  /** Shown while no day is chosen. */
  placeholder: string;
  jour: string | null;
  today: string;
  first: string;
  last: string;
  onJour: (jour: string) => void;
  /** Clears the day, if it is optional. */
  onClear?: () => void;
  /** How the day is written. */
  format?: 'long' | 'court';
  /** Month and year can be chosen from lists, for days that may be years ago. */
  dropdowns?: boolean;
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  /** The name by which a form finds the field if it has an error. */
  name?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  className?: string;
};

/**
 * A day and the calendar that changes it. The calendar is a native popover: Escape and a press
 * outside close it, and the focus returns. It opens beside its button if there is room and the
 * engine supports it, otherwise in the middle (`.calendar` in styles.css). It is not animated:
 * WebKit never leaves the first frame of an element that is placed by `position-try-fallbacks`.
 */
export function DatePicker({
  label,
  placeholder,
  jour,
  today,
  first,
  last,
  onJour,
  onClear,
  format = 'long',
  dropdowns = false,
  ref,
  className,
  'aria-invalid': invalid,
  ...field
}: DatePickerProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  /**
   * The number of this opening; 0 while closed. A browser reports a quick close and reopening as
   * one opening. The calendar is rendered again in that case too, because it takes the focus only
   * then.
   */
  const [opening, setOpening] = useState(0);
  useEffect(() => {
    if (panel.current?.closest('dialog')) prepare();
  }, []);
  const text = jour === null ? placeholder : formatJour(jour, format);
  const anchor = `--date${id.replace(/\W/g, '')}`;
  return (
    <>
      <button
        {...field}
        ref={ref}
        type="button"
        popoverTarget={id}
        onPointerEnter={prepare}
        onFocus={prepare}
        aria-haspopup="dialog"
        aria-label={`${label}, ${text}`}
        style={{ anchorName: anchor }}
        className={cx(
          FIELD_STYLE,
          'flex min-h-11 items-center justify-between gap-3 text-left',
          invalid && 'border-danger bg-danger-soft',
          className,
        )}
      >
        <span
          className={cx(
            'min-w-0 py-2 wrap-break-word first-letter:uppercase',
            jour === null && 'text-muted',
          )}
        >
          {text}
        </span>
        <CalendarDays aria-hidden className="size-5 shrink-0 text-muted" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={`${label}, calendrier`}
        onToggle={({ newState }) => setOpening((n) => (newState === 'open' ? n + 1 : 0))}
        style={{ positionAnchor: anchor }}
        className="calendar overflow-y-auto rounded-card border border-hairline bg-card text-ink shadow-float"
      >
        {opening > 0 && (
          <Suspense key={opening} fallback={<Skeleton className="h-97 w-77 max-w-full" />}>
            <Calendar
              dropdowns={dropdowns}
              chosen={jour}
              today={today}
              first={first}
              last={last}
              onJour={(typed) => typed !== jour && onJour(typed)}
              onChoose={(chosen) => {
                onJour(chosen);
                panel.current?.hidePopover();
              }}
            />
            {onClear && (
              <Button
                variant="secondary"
                className="mt-2 w-full"
                disabled={jour === null}
                onClick={() => {
                  onClear();
                  panel.current?.hidePopover();
                }}
              >
                Effacer la date
              </Button>
            )}
          </Suspense>
        )}
      </div>
    </>
  );
}
