import { ZONE } from '#domain/core/calendrier.ts';
import { useInstant } from '#web/data/horloge.ts';
import { useSysteme } from '#web/nouns/settings.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';

const TITRE = 'Informations système';

/** System information and the time of the server (SET-15). */
export function SystemInfo() {
  const system = useSysteme();
  const { version, base_de_donnees: base, environnement } = system.data ?? {};
  const rows = [
    ['Version', version],
    ['Base de données', base],
    ['Environnement', environnement],
  ] as const;
  return (
    <Card aria-labelledby="titre-systeme">
      <h2 id="titre-systeme">{TITRE}</h2>
      {system.isError && !system.data ? (
        <Unreadable queries={[system]} className="mt-3">
          Erreur lors du chargement des informations système
        </Unreadable>
      ) : (
        <dl aria-busy={system.isPending} className="mt-3 grid gap-x-10 gap-y-3 sm:grid-cols-2">
          {rows.map(([term, value]) => (
            <div key={term}>
              <dt className="text-sm text-muted">{term}</dt>
              <dd className="font-medium wrap-anywhere">
                {value ?? <Skeleton className="h-6 w-32" />}
              </dd>
            </div>
          ))}
          <Clock />
        </dl>
      )}
    </Card>
  );
}

/** A separate component, so that only it is rendered every second. */
function Clock() {
  const instant = useInstant();
  return (
    <div>
      <dt className="text-sm text-muted">Date et heure</dt>
      <dd className="font-medium">
        <time dateTime={instant.toISOString()}>{formatInstant(instant)}</time>
      </dd>
    </div>
  );
}

const DAY = new Intl.DateTimeFormat('fr-BE', {
  timeZone: ZONE,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const TIME = new Intl.DateTimeFormat('fr-BE', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** 'samedi 21 novembre 2026, 09:22:14', in Brussels. */
const formatInstant = (instant: Date): string => `${DAY.format(instant)}, ${TIME.format(instant)}`;
