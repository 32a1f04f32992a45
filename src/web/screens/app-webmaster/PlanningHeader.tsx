import { Ban, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { addDays, formatJour } from '#domain/core/calendrier.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import { weekNumber } from '#domain/planning/planning.ts';
import type { Fermeture } from '#domain/closures.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { FIRST_JOUR, lastJour } from '#domain/lessons/reservations.ts';
import { CENTRE } from '#web/data/centre.ts';
import { useNow } from '#web/data/horloge.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { PrintButton } from '#web/ui/pages/PrintButton.tsx';
import { TEXTES as FERMETURES } from './fermetures/textes.ts';
import { TEXTES } from './shared/textes.ts';
import type { Day } from './shared/searchParams.ts';
import { loadPrints } from './useReservationDialogs.tsx';

type PlanningHeaderProps = {
  id: string;
  ref: Ref<HTMLHeadingElement>;
  day: Day;
  children?: ReactNode;
};

/** The week, and its previous and next buttons. `children`: further buttons beside them. */
export function PlanningHeader({
  id,
  ref,
  day: { day, lundi, setJour, previousWeek, nextWeek, today },
  children,
}: PlanningHeaderProps) {
  const maintenant = useNow();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5 sm:gap-y-3">
      <div>
        <h2 id={id} ref={ref} tabIndex={-1} className="scroll-mt-20 max-sm:text-lg">
          {TEXTES.planning}
        </h2>
        <p aria-live="polite" className="max-sm:text-sm">
          <span className="font-semibold">Semaine {weekNumber(lundi)}</span>
          <span className="text-muted"> · {periodInWords(lundi)}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:gap-1 max-sm:*:px-2 max-sm:*:text-sm max-sm:[&>[aria-haspopup=dialog]>svg]:hidden">
        <IconButton
          bordered
          Icon={ChevronLeft}
          label={TEXTES.precedente}
          disabled={!previousWeek}
          onClick={() => previousWeek?.()}
        />
        <Button variant="secondary" onClick={today}>
          {TEXTES.aujourdhui}
        </Button>
        <IconButton
          bordered
          Icon={ChevronRight}
          label={TEXTES.suivante}
          disabled={!nextWeek}
          onClick={() => nextWeek?.()}
        />
        <DatePicker
          label={TEXTES.allerA}
          placeholder={TEXTES.allerA}
          format="court"
          jour={day}
          today={maintenant.jour}
          first={FIRST_JOUR}
          last={lastJour(maintenant.jour)}
          onJour={setJour}
          className="max-sm:min-w-25 max-sm:flex-1 sm:w-44"
        />
        {children}
      </div>
    </div>
  );
}

type PlanningActionsProps = {
  lundi: string;
  /** The reservations on the planning. Undefined until they are known. */
  reservations: readonly ReservationAsRead[] | undefined;
  types: readonly TypeLecon[] | undefined;
  /** The closures in the week. Undefined until they are known. */
  fermetures: readonly Fermeture[] | undefined;
  onFermer: () => void;
};

const NONE: readonly never[] = [];

/** Closing an arena, and the print of the week. */
export function PlanningActions({
  lundi,
  reservations = NONE,
  types,
  fermetures,
  onFermer,
}: PlanningActionsProps) {
  const maintenant = useNow();
  const pistes = usePistes();
  return (
    <>
      <Button
        variant="secondary"
        onClick={onFermer}
        icon={<Ban aria-hidden className="size-5 shrink-0" />}
      >
        {FERMETURES.fermer}
      </Button>
      <PrintButton
        disabled={reservations.length === 0 || !types || !fermetures}
        html={async () =>
          (await loadPrints()).weekPlanning(
            lundi,
            reservations,
            { types: types ?? NONE, pistes, fermetures: fermetures ?? NONE },
            { centre: CENTRE.nom, maintenant },
          )
        }
      >
        {TEXTES.imprimer}
      </PrintButton>
    </>
  );
}

/** 'du 16 au 22 novembre 2026', or 'du 30 novembre au 6 décembre 2026' if the month changes. */
function periodInWords(lundi: string): string {
  const dimanche = addDays(lundi, 6);
  const fin = formatJour(dimanche, 'annee');
  if (lundi.slice(0, 7) === dimanche.slice(0, 7))
    return `du ${formatJour(lundi, 'date').split(' ')[0]} au ${fin}`;
  return `du ${formatJour(lundi, lundi.slice(0, 4) === dimanche.slice(0, 4) ? 'date' : 'annee')} au ${fin}`;
}
