import { Check, Lock } from 'lucide-react';
import { cx } from '#web/ui/basics/cx.ts';
import { CRENEAU_STYLES } from './creneauStates.tsx';

const ENTRIES = [
  { etat: 'libre', nom: 'Disponible', signe: <Check className="size-3" strokeWidth={3} /> },
  { etat: 'partiel', nom: 'Places restantes', signe: null },
  { etat: 'complet', nom: 'Complet', signe: <Lock className="size-2.5" strokeWidth={3} /> },
] as const;

/** The legend of the grid. `example`: how the grid beside it writes the number of places. */
export function Legend({ example }: { example: string }) {
  return (
    <ul
      aria-label="Légende"
      className="flex flex-wrap justify-between gap-x-1 gap-y-1 text-xs text-muted @lg:justify-start @lg:gap-x-4 @lg:text-sm"
    >
      {ENTRIES.map(({ etat, nom, signe }) => (
        <li key={etat} className="flex items-center gap-1">
          <span
            aria-hidden
            className={cx(
              'grid h-5 min-w-6 place-items-center rounded-md px-0.5 text-xs leading-none font-bold',
              CRENEAU_STYLES[etat],
            )}
          >
            {signe ?? example}
          </span>
          {nom}
        </li>
      ))}
    </ul>
  );
}
