import { Check, Lock } from 'lucide-react';
import { cx } from '../ui/cx.ts';
import { STYLE_CRENEAU } from './etatsCreneau.tsx';

const CLES = [
  { etat: 'libre', nom: 'Disponible', signe: <Check className="size-3" strokeWidth={3} /> },
  { etat: 'partiel', nom: 'Places restantes', signe: null },
  { etat: 'complet', nom: 'Complet', signe: <Lock className="size-2.5" strokeWidth={3} /> },
] as const;

/** The legend of the grid. `exemple`: how the grid beside it writes the number of places. */
export function Legende({ exemple }: { exemple: string }) {
  return (
    <ul aria-label="Légende" className="flex flex-wrap justify-between gap-x-1 gap-y-1 text-fine text-muted @lg:justify-start @lg:gap-x-4 @lg:text-sm">
      {CLES.map(({ etat, nom, signe }) => (
        <li key={etat} className="flex items-center gap-1">
          <span aria-hidden className={cx('grid h-5 min-w-6 place-items-center rounded-md px-0.5 text-tiny leading-none font-bold', STYLE_CRENEAU[etat])}>
            {signe ?? exemple}
          </span>
          {nom}
        </li>
      ))}
    </ul>
  );
}
