import { Skeleton } from '#web/ui/Skeleton.tsx';
import { SECTIONS } from './textes.ts';

type CompteursProps = { resume: { en_attente: number; approuves: number; refuses: number } | undefined };

/** The three counters, of all accounts whatever is searched; each leads to its table (PEOPLE-01). */
export function Compteurs({ resume }: CompteursProps) {
  return (
    <ul aria-label="Compteurs" aria-busy={!resume} className="mt-5 grid min-[22.5rem]:grid-cols-3 gap-2.5 sm:gap-4">
      {SECTIONS.map(({ cle, compteur, court }) => (
        <li key={cle}>
          <a href={`#${cle}`} className="block rounded-card border border-hairline bg-card px-3 py-3 shadow-card transition-colors hover:bg-sand-soft sm:px-5 sm:py-4">
            <span className="block text-sm text-muted sm:text-base">{court}</span>
            {resume
              ? <span className="block font-title text-3xl leading-9 font-semibold">{resume[compteur]}</span>
              : <Skeleton className="my-1 h-7 w-12" />}
          </a>
        </li>
      ))}
    </ul>
  );
}
