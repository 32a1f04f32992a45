import { Link } from '#web/ui/hooks/navigation.tsx';
import { NOT_FOUND_TITLE, PATHS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { FallenRail } from '#web/ui/drawings/FallenRail.tsx';

export function PageNonTrouvee() {
  return (
    <div className="grid flex-1 grid-cols-1 place-items-center px-edge py-10">
      <div className="flex max-w-md flex-col items-center gap-4 text-center">
        <FallenRail className="w-64 max-w-full" />
        <h1>{NOT_FOUND_TITLE}</h1>
        <p className="text-muted">
          Cette adresse n'existe pas, ou plus. L'obstacle est tombé&#x202f;: reprenez votre élan
          depuis l'accueil.
        </p>
        <Link to={PATHS.accueil.path} className={buttonStyle('primary')}>
          Retour à l'accueil
        </Link>
      </div>
    </div>
  );
}
