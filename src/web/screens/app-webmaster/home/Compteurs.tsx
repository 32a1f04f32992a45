import { useResumeReservations } from '#web/nouns/lessons/reservations.ts';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { COMPTEURS, TEXTES } from '../shared/textes.ts';

/** The three summary cards, small and in one row (DESK-02). */
export function Compteurs() {
  const resume = useResumeReservations();
  if (resume.isError && !resume.data)
    return <Unreadable queries={[resume]}>{TEXTES.resumeIllisible}</Unreadable>;
  return (
    <ul
      aria-label="Compteurs"
      aria-busy={!resume.data}
      className="grid grid-cols-3 gap-1.5 max-[20rem]:grid-cols-1 @min-[58rem]:flex"
    >
      {COMPTEURS.map(({ cle, nom }) => (
        <li
          key={cle}
          className="flex min-h-11 flex-wrap items-center gap-x-1.5 rounded-field border border-hairline bg-card px-2 py-1 @max-[58rem]:py-0.5 @min-[58rem]:flex-nowrap"
        >
          {resume.data ? (
            <strong className="font-title text-lg leading-6 font-semibold @max-[58rem]:leading-5 whitespace-nowrap">
              {resume.data[cle].toLocaleString('fr-BE')}
            </strong>
          ) : (
            <Skeleton className="h-6 w-8" />
          )}
          <span className="text-xs leading-3.5 text-muted @min-[58rem]:w-min @min-[58rem]:leading-4">
            {nom}
          </span>
        </li>
      ))}
    </ul>
  );
}
