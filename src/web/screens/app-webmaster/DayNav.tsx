import { ChevronLeft, ChevronRight } from 'lucide-react';
import { FIRST_JOUR, lastJour } from '#domain/lessons/reservations.ts';
import { useNow } from '#web/data/horloge.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import type { Day } from './shared/searchParams.ts';
import { TEXTES } from './shared/textes.jour.ts';

type DayNavProps = {
  day: Day;
  /** The accessible name of the date field. */
  label: string;
  format: 'long' | 'court';
  /** Whether the date can be cleared (DESK-24). */
  clearable?: boolean;
  className: string;
};

/** The day before, today, the day after and a date field. */
export function DayNav({ day, label, format, clearable = false, className }: DayNavProps) {
  const { jour: aujourdhui } = useNow();
  const cleared = day.jour === null;
  return (
    <>
      <IconButton
        bordered
        Icon={ChevronLeft}
        label={TEXTES.precedent}
        disabled={cleared || !day.previousDay}
        onClick={() => day.previousDay?.()}
      />
      <Button variant="secondary" onClick={day.today}>
        {TEXTES.aujourdhui}
      </Button>
      <IconButton
        bordered
        Icon={ChevronRight}
        label={TEXTES.suivant}
        disabled={cleared || !day.nextDay}
        onClick={() => day.nextDay?.()}
      />
      <DatePicker
        label={label}
        placeholder={TEXTES.inviteDate}
        format={format}
        jour={day.jour}
        today={aujourdhui}
        first={FIRST_JOUR}
        last={lastJour(aujourdhui)}
        onJour={day.setJour}
        {...(clearable && { onClear: () => day.setJour(null) })}
        className={className}
      />
    </>
  );
}
