import { Link } from 'react-router';
import { PATHS, type PathName } from '#web/paths.ts';
import { buttonStyle } from '#web/ui/buttonStyle.ts';
import { Boot } from '#web/ui/drawings/Boot.tsx';

type Annonce = { manque: string; retour: PathName; retourLabel: string };

const VERS_RESERVATION = { retour: 'reservation', retourLabel: 'Réserver une leçon' } as const;

/** What is not there yet, page by page. */
const ANNONCES: Partial<Record<PathName, Annonce>> = {
};

/** A page that is announced and not built yet: it says so, and leads back to what is. */
export function Bientot({ name }: { name: PathName }) {
  const annonce = ANNONCES[name];
  if (!annonce) return null;
  return (
    <div className="grid flex-1 place-items-center px-4 py-10">
      <div className="flex w-full max-w-lg flex-col items-center gap-4 rounded-card border border-hairline bg-card px-6 py-10 text-center shadow-card sm:px-10">
        <Boot className="w-32" />
        <p className="rounded-full bg-cognac-soft px-3 py-1 text-sm font-semibold text-cognac-dark">Bientôt disponible</p>
        <h1>{PATHS[name].titre}</h1>
        <p>{annonce.manque}</p>
        <Link to={PATHS[annonce.retour].path} className={buttonStyle('secondary', 'mt-2')}>{annonce.retourLabel}</Link>
      </div>
    </div>
  );
}
