import { useState } from 'react';
import { lundiOf, type Moment } from '#domain/calendrier.ts';
import { useCentre, useMesReservations, useMesTypes } from '#web/data/queries.ts';
import { JoindreLeCentre } from '#web/parts/Contact.tsx';
import { ReservationCard } from '#web/parts/ReservationCard.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { TEXTES, TITRE_MES_RESERVATIONS } from './textes.ts';

/** How many stand there before one asks for the rest. */
const PREMIERES = 3;

type MesReservationsProps = {
  maintenant: Moment;
  /** The one just booked: it is shown whatever its place in the list. */
  nouvelle: string | null;
};

/** Decision 27: one's coming lessons, the nearest first. A lesson that is over is not coming any more. */
export function MesReservations({ maintenant, nouvelle }: MesReservationsProps) {
  const reservations = useMesReservations(lundiOf(maintenant.jour));
  const types = useMesTypes();
  const centre = useCentre();
  const [toutes, setToutes] = useState(false);
  // Their names come along: a value where a name belongs is for types that are gone (decision 29).
  const aVenir = types.isPending ? undefined : reservations.data?.filter(({ date_reservation, heure_fin }) =>
    date_reservation > maintenant.jour || (date_reservation === maintenant.jour && heure_fin > maintenant.heure));
  return (
    <Card className="@container" aria-labelledby={TITRE_MES_RESERVATIONS} aria-busy={reservations.isPending || types.isPending}>
      <h2 id={TITRE_MES_RESERVATIONS} tabIndex={-1} className="scroll-mt-20">Mes réservations</h2>
      {!aVenir && !reservations.isError && <Attente />}
      {!aVenir && reservations.isError && <Unreadable queries={[reservations]} className="mt-3">{TEXTES.reservationsIllisibles}</Unreadable>}
      {aVenir?.length === 0 && (
        <EmptyState title="Aucune leçon à venir" illustration={<Boot className="size-28" />}>
          Vos prochaines leçons se rangeront ici.
        </EmptyState>
      )}
      {aVenir && aVenir.length > 0 && (
        <ul className="divide-y divide-hairline">
          {aVenir.filter(({ id }, i) => toutes || i < PREMIERES || id === nouvelle).map((reservation) => (
            <li key={reservation.id} className={cx(reservation.id === nouvelle && 'animate-enter -mx-3 rounded-field bg-libre px-3')}>
              <ReservationCard reservation={reservation} type={types.data?.find(({ value }) => value === reservation.type_lecon) ?? null} />
            </li>
          ))}
        </ul>
      )}
      {aVenir && aVenir.length > PREMIERES && (
        <Button variant="secondary" className="mt-4 w-full" aria-expanded={toutes} onClick={() => setToutes(!toutes)}>
          {toutes ? 'Voir moins' : `Voir les ${aVenir.length} réservations`}
        </Button>
      )}
      {aVenir && centre.data && (
        <p className="mt-4 text-muted">{TEXTES.uneErreur} <JoindreLeCentre contact={centre.data.contact} /></p>
      )}
    </Card>
  );
}

function Attente() {
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  );
}
