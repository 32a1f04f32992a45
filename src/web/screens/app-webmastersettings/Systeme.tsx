import { useInstant } from '#web/data/horloge.ts';
import { useSysteme } from '#web/data/queriesParametres.ts';
import { Card } from '#web/ui/Card.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { formatInstant } from './reglagesInstant.ts';

const TITRE = 'Informations système';

/** System information and the hour of the server (SET-15). */
export function Systeme() {
  const systeme = useSysteme();
  const { version, base_de_donnees: base, environnement } = systeme.data ?? {};
  const lignes = [['Version', version], ['Base de données', base], ['Environnement', environnement]] as const;
  return (
    <Card aria-labelledby="titre-systeme" className="mt-8">
      <h2 id="titre-systeme">{TITRE}</h2>
      {systeme.isError && !systeme.data ? (
        <Unreadable queries={[systeme]} className="mt-3">Erreur lors du chargement des informations système</Unreadable>
      ) : (
        <dl aria-busy={systeme.isPending} className="mt-3 grid gap-x-10 gap-y-3 sm:grid-cols-2">
          {lignes.map(([terme, valeur]) => (
            <div key={terme}>
              <dt className="text-sm text-muted">{terme}</dt>
              <dd className="font-medium wrap-anywhere">{valeur ?? <Skeleton className="h-6 w-32" />}</dd>
            </div>
          ))}
          <Horloge />
        </dl>
      )}
    </Card>
  );
}

/** A component of its own: only it is drawn again each second. */
function Horloge() {
  const instant = useInstant();
  return (
    <div>
      <dt className="text-sm text-muted">Date et heure</dt>
      <dd className="font-medium"><time dateTime={instant.toISOString()}>{formatInstant(instant)}</time></dd>
    </div>
  );
}
