import type { ReactNode } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { heuresOf, isPast } from '#domain/slots/creneaux.ts';
import { useNow } from '#web/data/horloge.ts';
import { usePlanning } from '#web/nouns/lessons/reservations.ts';
import { useAllTypes } from '#web/nouns/types/typesLecons.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { StatutBadge } from '#web/nouns/lessons/StatutBadge.tsx';
import { jourLink, leconLink } from '#web/paths/reservation.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { AFaire } from './AFaire.tsx';

const TEXTES = {
  titre: "Aujourd'hui",
  aFaire: 'À faire',
  illisible: "Les leçons d'aujourd'hui n'ont pas pu être chargées.",
  aucune: "Aucune leçon aujourd'hui.",
  finies: "Les leçons d'aujourd'hui sont terminées.",
  planning: 'Voir le planning du jour',
  reste: (n: number) => (n === 1 ? 'et 1 autre leçon' : `et ${n} autres leçons`),
} as const;

/** How many lessons are listed; the planning has the others. */
const MOST = 6;

/**
 * `/` of an administrator: the lessons of today that are not over, and what waits (UI-101). `waiting`:
 * shown until the lessons are read.
 */
export default function AccueilAdmin({ waiting }: { waiting: ReactNode }) {
  const maintenant = useNow();
  const { jour } = maintenant;
  const planning = usePlanning(jour, jour);
  const types = useAllTypes();
  const nomPiste = useNomPiste();
  const lecons = types.isPending ? undefined : planning.data;
  const left = lecons
    ?.filter(({ heure_fin }) => !isPast(jour, heure_fin, maintenant))
    .toSorted((a, b) => a.heure_debut.localeCompare(b.heure_debut));
  if (!lecons && !planning.isError) return <>{waiting}</>;
  return (
    <>
      <Card aria-labelledby="titre-aujourdhui">
        <h2 id="titre-aujourdhui">{TEXTES.titre}</h2>
        <p className="text-muted first-letter:uppercase">{formatJour(jour, 'long')}</p>
        {!lecons && (
          <Unreadable queries={[planning]} className="mt-3">
            {TEXTES.illisible}
          </Unreadable>
        )}
        {left?.length === 0 && (
          <p className="mt-3">{lecons?.length === 0 ? TEXTES.aucune : TEXTES.finies}</p>
        )}
        <ul className="mt-1 divide-y divide-hairline">
          {left?.slice(0, MOST).map((lecon) => (
            <li key={lecon.id}>
              <Link
                to={leconLink(lecon)}
                className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-field py-1.5 hover:bg-sand-soft"
              >
                <span className="font-semibold">{heuresOf(lecon)}</span>
                <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                  <bdi>{lecon.noms_participants.join(', ')}</bdi>
                  <span className="block text-sm text-muted">
                    <bdi>
                      {types.data?.find(({ value }) => value === lecon.type_lecon)?.label ??
                        lecon.type_lecon}
                    </bdi>
                    , {nomPiste(lecon.type_piste)}
                  </span>
                </span>
                {lecon.statut !== 'confirmee' && <StatutBadge statut={lecon.statut} />}
              </Link>
            </li>
          ))}
        </ul>
        {left && left.length > MOST && (
          <p className="text-sm text-muted">{TEXTES.reste(left.length - MOST)}</p>
        )}
        <Link to={jourLink(jour)} className="link mt-1 inline-flex min-h-11 items-center">
          {TEXTES.planning}
        </Link>
      </Card>
      {/* Hidden while nothing waits. */}
      <section
        aria-labelledby="titre-a-faire"
        className="flex flex-col gap-2 not-has-[a,button,summary]:not-has-[[role=status]>*]:hidden"
      >
        <h2 id="titre-a-faire">{TEXTES.aFaire}</h2>
        <AFaire />
      </section>
    </>
  );
}
