import { CalendarCheck2, CalendarDays, CircleCheck } from 'lucide-react';
import { useResumeReservations } from '#web/data/queries_reservations.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { COMPTEURS, TEXTES } from './textes.ts';

const SIGNES = { total: CalendarDays, aujourdhui: CalendarCheck2, confirmees: CircleCheck } as const;

const NOMBRE = new Intl.NumberFormat('fr-BE');

/** The three summary cards (DESK-02). */
export function Compteurs() {
  const resume = useResumeReservations();
  if (resume.isError && !resume.data) {
    return <Unreadable queries={[resume]} className="mt-5">{TEXTES.resumeIllisible}</Unreadable>;
  }
  return (
    <dl aria-busy={resume.isPending} className="mt-5 grid gap-2.5 min-[22.5rem]:grid-cols-3 sm:gap-4">
      {COMPTEURS.map(({ cle, nom, note }) => {
        const Signe = SIGNES[cle];
        return (
          <div key={cle} className="flex flex-col rounded-card border border-hairline bg-card px-3 py-3 shadow-card sm:px-5 sm:py-4">
            <dt className="flex items-start justify-between gap-2 text-sm leading-5 text-muted sm:text-base">
              {nom}
              <Signe aria-hidden className="size-5 shrink-0 text-cognac max-sm:hidden" />
            </dt>
            <dd className="mt-auto pt-1">
              {resume.data
                ? <span className="block font-title text-3xl leading-9 font-semibold">{NOMBRE.format(resume.data[cle])}</span>
                : <Skeleton className="my-1 h-7 w-12" />}
              <span className="block text-sm text-muted max-sm:hidden">{note}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
