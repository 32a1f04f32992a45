import { CalendarCheck2, CalendarDays, CircleCheck } from 'lucide-react';
import { useResumeReservations } from '#web/data/queries/reservations.ts';
import { Counters } from '#web/ui/Counters.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { COMPTEURS, TEXTES } from './textes.ts';

const ICONS = { total: CalendarDays, aujourdhui: CalendarCheck2, confirmees: CircleCheck } as const;

/** The three summary cards (DESK-02). */
export function Compteurs() {
  const resume = useResumeReservations();
  if (resume.isError && !resume.data) {
    return (
      <Unreadable queries={[resume]} className="mt-5">
        {TEXTES.resumeIllisible}
      </Unreadable>
    );
  }
  return (
    <Counters
      label="Compteurs"
      counters={COMPTEURS.map(({ cle, nom, note }) => ({
        label: nom,
        value: resume.data?.[cle].toLocaleString('fr-BE'),
        note: <span className="max-sm:hidden">{note}</span>,
        Icon: ICONS[cle],
      }))}
    />
  );
}
