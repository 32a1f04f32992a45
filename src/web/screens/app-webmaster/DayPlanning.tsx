import { type MouseEvent, type ReactNode, useRef } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { DayNav } from './DayNav.tsx';
import type { Day } from './shared/searchParams.ts';
import { TEXTES } from './shared/textes.ts';
import { useTurnKeys } from './move/daySwipe.ts';

type DayPlanningProps = {
  day: Day;
  busy: boolean;
  onClick: (event: MouseEvent) => void;
  children: ReactNode;
};

/** The day of all arenas, in view at once, with the way to another day (DESK-34). */
export function DayPlanning({ day, busy, onClick, children }: DayPlanningProps) {
  const box = useRef<HTMLDivElement>(null);
  const turn = useTurnKeys(box, day.previousDay, day.nextDay);
  return (
    <section aria-label={TEXTES.planningDuJour} aria-busy={busy}>
      <div className="compact mb-0.5 flex flex-wrap items-center gap-2">
        <h2 aria-live="polite" className="mr-auto first-letter:uppercase">
          {formatJour(day.day, 'long')}
        </h2>
        <DayNav
          day={{ ...day, jour: day.day }}
          label={TEXTES.allerA}
          format="court"
          className="sm:w-44"
        />
      </div>
      <div ref={box} onClick={onClick} onKeyDown={turn}>
        {busy ? <Skeleton className="h-[59.5rem] pointer-fine:h-[37.75rem]" /> : children}
      </div>
    </section>
  );
}
