import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { MoisPasse } from '#contract/lecons_passees.ts';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import { moisInWords } from '#domain/core/conservation_lecons.ts';
import { absenceInWords } from '#domain/lessons/presences.ts';
import { formatEuros } from '#domain/prices.ts';
import { useCentre, useMesTypes } from '#web/data/queries.ts';
import { isAdmin } from '#domain/people/users.ts';
import { useLeconsPassees } from '#web/nouns/lessons/lecons.ts';
import { useUser } from '#web/data/session.ts';
import { ReservationCard } from '#web/nouns/lessons/ReservationCard.tsx';
import { PATHS } from '#web/paths/paths.ts';
import { encoreLink } from '#web/paths/reservation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { TEXTES } from './textes.ts';

/**
 * /app/mes-lecons: the person's own past lessons by month, and their prices if the centre shows
 * prices (RIDE-50 to RIDE-54).
 */
export default function MesLecons() {
  const [annee, setAnnee] = useState<number>();
  const read = useLeconsPassees(annee);
  const types = useMesTypes();
  const gardees = useCentre().data?.conservationLecons;
  // while the names of the types are read, their stored values are not shown (UI-49)
  const shown = types.isPending ? undefined : read.data;
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeading
        title={PATHS.mesLecons.titre}
        intro={TEXTES.intro}
        back={{ to: PATHS.reservation.path, label: TEXTES.retour }}
      />
      {shown && <Annees annee={shown.annee} annees={shown.annees} onChoose={setAnnee} />}
      <div className="mt-4 flex flex-col gap-4" aria-busy={!shown || read.isPlaceholderData}>
        {!shown &&
          (read.isError ? (
            <Unreadable queries={[read]}>{TEXTES.illisible}</Unreadable>
          ) : (
            <>
              <Skeleton className="h-48" />
              <Skeleton className="h-48" />
            </>
          ))}
        {shown?.mois.length === 0 && (
          <EmptyState
            title={shown.annees.length > 0 ? TEXTES.videAnnee(shown.annee) : TEXTES.vide}
            illustration={<Boot className="size-28" />}
          >
            {TEXTES.videAide}
          </EmptyState>
        )}
        {shown?.mois.some(({ total }) => total !== null) && (
          <p className="text-muted">{TEXTES.prix}</p>
        )}
        {gardees && (
          <p className="text-sm text-muted">{TEXTES.gardees(moisInWords(gardees.mois))}</p>
        )}
        {shown?.mois.map((mois) => (
          <Mois key={mois.mois} mois={mois} types={types.data ?? []} />
        ))}
      </div>
    </div>
  );
}

/**
 * The shown year, and the nearest years before and after it that have lessons. Renders nothing if
 * there is no other.
 */
function Annees({
  annee,
  annees,
  onChoose,
}: {
  annee: number;
  annees: readonly number[];
  onChoose: (annee: number) => void;
}) {
  const before = annees.find((one) => one < annee);
  const after = annees.findLast((one) => one > annee);
  if (!annees.some((one) => one !== annee)) return null;
  return (
    <nav
      aria-label={TEXTES.annees}
      className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <Button
        variant="secondary"
        className="grow sm:grow-0"
        disabled={before === undefined}
        onClick={() => before && onChoose(before)}
        icon={<ChevronLeft aria-hidden className="size-5" />}
      >
        {TEXTES.avant}
      </Button>
      <p
        aria-live="polite"
        className="order-first w-full text-center font-title text-xl font-semibold sm:order-none sm:w-auto"
      >
        {annee}
      </p>
      <Button
        variant="secondary"
        className="grow sm:grow-0"
        disabled={after === undefined}
        onClick={() => after && onChoose(after)}
      >
        {TEXTES.apres}
        <ChevronRight aria-hidden className="size-5" />
      </Button>
    </nav>
  );
}

type Types = NonNullable<ReturnType<typeof useMesTypes>['data']>;

function Mois({
  mois: { mois, total, attente, retard, lecons, lignes },
  types,
}: {
  mois: MoisPasse;
  types: Types;
}) {
  const { role } = useUser();
  return (
    <Card className="@container" aria-labelledby={`mois-${mois}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`mois-${mois}`} className="first-letter:uppercase">
          {formatJour(`${mois}-15`, 'mois')}
        </h2>
        {total !== null && (
          <p>
            <span className="text-muted">Total&#x202f;: </span>
            <strong>{formatEuros(total)}</strong>
            {attente !== null && attente > 0 && (
              <span className="text-muted"> (en attente&#x202f;: {formatEuros(attente)})</span>
            )}
            {typeof retard === 'number' && retard > 0 && (
              <span className="text-muted">
                {' '}
                ({TEXTES.retard}&#x202f;: {formatEuros(retard)})
              </span>
            )}
          </p>
        )}
      </div>
      <ul className="divide-y divide-hairline">
        {lecons.map((lecon) => (
          <li key={lecon.id}>
            <ReservationCard
              reservation={{ ...lecon, remarques: null }}
              type={types.find(({ value }) => value === lecon.type_lecon) ?? null}
            >
              {lecon.statut !== 'annulee' && !isAdmin(role) && (
                <Link to={encoreLink(lecon.id)} className="link inline-flex min-h-11 items-center">
                  {TEXTES.encore}
                  <span className="sr-only">
                    &#x202f;: leçon du {formatJour(lecon.date_reservation, 'long')} à{' '}
                    {formatHeure(lecon.heure_debut)}
                  </span>
                </Link>
              )}
            </ReservationCard>
            {lecon.statut !== 'annulee' && lecon.absences.length > 0 && (
              <ul className="-mt-2 pb-3 text-sm">
                {lecon.absences.map((one, i) => (
                  <li key={i}>
                    <bdi className="wrap-anywhere">{one.nom}</bdi>&#x202f;:{' '}
                    <span className="font-medium">{absenceInWords(one)}</span>
                  </li>
                ))}
              </ul>
            )}
            {lecon.prix !== null && lecon.statut !== 'annulee' && (
              <p className="-mt-2 pb-3 text-end font-medium">
                <span className="sr-only">Prix&#x202f;: </span>
                {formatEuros(lecon.prix)}
              </p>
            )}
          </li>
        ))}
      </ul>
      {lignes && lignes.length > 0 && (
        <>
          <h3 className="mt-3 text-base">{TEXTES.lignes}</h3>
          <p className="text-sm text-muted">{TEXTES.lignesAide}</p>
          <ul className="mt-1 flex flex-col gap-2">
            {lignes.map(({ id, jour, nom, libelle, prix }) => (
              <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="min-w-0 wrap-anywhere">
                  {formatJour(jour, 'complet')}, {libelle} <bdi>({nom})</bdi>
                </span>
                <span className="ms-auto font-medium">{formatEuros(prix)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
