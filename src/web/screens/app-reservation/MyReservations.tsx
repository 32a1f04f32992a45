import { memo, Suspense, useContext, useEffect, useRef, useState } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { ReservationConnue } from '#domain/lessons/brouillon_form.ts';
import { formatJour, mondayOf, type Moment } from '#domain/core/calendrier.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { comingOf } from '#domain/lessons/lecons_a_venir.ts';
import { lateAfter } from '#domain/lessons/trop_tard.ts';
import { momentOf } from '#web/data/horloge.ts';
import { Offline } from '#web/data/live.ts';
import { useCentre, useMesReservations, useMesTypes } from '#web/data/queries.ts';
import { ComingLecons } from '#web/nouns/lessons/ComingLecons.tsx';
import { ReachCentre } from '#web/nouns/people/Contact.tsx';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { ReadAt } from '#web/parts/ReadAt.tsx';
import { ReservationCard } from '#web/nouns/lessons/ReservationCard.tsx';
import { PATHS } from '#web/paths/paths.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import type { Hold } from '#web/ui/hooks/countdown.ts';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { LeftOut } from '#web/ui/messages/partsLeftOut.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { loadAlertes, loadComing, loadWeek, MesAlertes } from './laterSlots.tsx';
import type { Act, Told } from './OwnLecon.tsx';
import { ActDialog, Line, LineSpace, loadLine } from './ownLines.tsx';
import { TEXTES } from './textes.ts';

const { Part: AgendaButton, load: loadAgenda } = lazyPart(
  'part',
  async () => ({ default: (await import('./OwnLecon.tsx')).AgendaButton }),
  LeftOut,
);

/** Loads the parts of this screen that its first drawing shows. */
export const prepareReservation = () =>
  Promise.all([loadLine(), loadAgenda(), loadAlertes(), loadComing(), loadWeek()]);

type MyReservationsProps = {
  maintenant: Moment;
  /** The id of the reservation just booked: it is first in the list and gets the focus. */
  nouvelle: string | null;
  /** The success message of that booking, shown for a short time. */
  success: string | null;
  /** Its price. Null if the centre does not show its prices. */
  montant: string | null;
  hold: Hold;
};

/** The person's own future lessons, the nearest first (BOOK-22, BOOK-33). */
export const MyReservations = memo(function MyReservations({
  maintenant,
  nouvelle,
  success,
  montant,
  hold,
}: MyReservationsProps) {
  const reservations = useMesReservations(mondayOf(maintenant.jour));
  const types = useMesTypes();
  const nomPiste = useNomPiste();
  const centre = useCentre();
  const offline = useContext(Offline);
  const [act, setAct] = useState<Act | null>(null);
  const [file, setFile] = useState<Told | null>(null);
  const last = useLast(act);
  // Keeps its room: the list stays where it is when the message goes (UI-77).
  const message = useLast(success);
  const price = useLast(success && (montant ?? ''));
  const [told, tell] = useState<{ sentence: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef<HTMLDivElement>(null);
  const presented = useRef<string | null>(null);
  // Waits for the names of the types: the stored value is shown only for types that are gone
  // (SET-14).
  const aVenir =
    types.isPending || centre.isPending || !reservations.data
      ? undefined
      : comingOf(reservations.data, maintenant).toSorted(
          (a, b) => Number(b.id === nouvelle) - Number(a.id === nouvelle),
        );

  // A screen reader announces the lesson by the focus and the success by its live region, each
  // once.
  const present = nouvelle !== null && aVenir?.[0]?.id === nouvelle;
  useEffect(() => {
    if (!present || presented.current === nouvelle) return;
    presented.current = nouvelle;
    first.current?.focus({ preventScroll: true });
    first.current?.closest('section')?.scrollIntoView({ block: 'start' });
  }, [present, nouvelle]);
  // The pressed button or its whole lesson was removed.
  useEffect(() => {
    if (told) heading.current?.focus();
  }, [told]);
  const regles = centre.data?.regles;
  // For the lesson just booked, if it is too late to cancel it.
  const booked = nouvelle === null ? undefined : aVenir?.find(({ id }) => id === nouvelle);
  const late = booked && regles ? lateAfter(booked, { regles, maintenant }) : null;
  // Absent if a server instance of the previous version answers.
  const mayAct =
    typeof (regles?.annulationHeures ?? regles?.changementHeures ?? regles?.graceMinutes) ===
    'number';
  return (
    <Card
      className="@container scroll-mt-20"
      aria-labelledby="titre-mes-reservations"
      aria-busy={reservations.isPending || types.isPending}
    >
      <h2 id="titre-mes-reservations" ref={heading} tabIndex={-1}>
        Mes réservations
      </h2>
      {offline && aVenir && (
        <ReadAt lu={momentOf(reservations.dataUpdatedAt)} maintenant={maintenant} />
      )}
      <div aria-live="polite" className="empty:absolute">
        {message && (success || (nouvelle !== null && !told)) && (
          <Banner
            key={nouvelle}
            kind="success"
            hold={hold}
            spoken={false}
            className={cx('mt-3 mb-2', !success && 'invisible')}
          >
            {message}
            {price && <p className="font-normal">Prix&#x202f;: {price}</p>}
            {late && (
              <p className="font-normal">
                <NoBreakText>{late}</NoBreakText>
              </p>
            )}
          </Banner>
        )}
        {told && !success && (
          <Banner kind="success" spoken={false} onClose={() => tell(null)} className="mt-3 mb-2">
            {told.sentence}
          </Banner>
        )}
      </div>
      {!aVenir && !reservations.isError && <Loading />}
      {!aVenir && reservations.isError && (
        <Unreadable queries={[reservations]} className="mt-3">
          {TEXTES.reservationsIllisibles}
        </Unreadable>
      )}
      {aVenir?.length === 0 && (
        <EmptyState
          title="Aucune leçon à venir"
          illustration={<Boot className="hidden size-28 md:block" />}
          className="max-md:gap-0 max-md:py-0.5"
        >
          <p className="hidden md:block">Vos prochaines leçons se rangeront ici.</p>
        </EmptyState>
      )}
      {aVenir && (
        <ComingLecons
          lecons={aVenir}
          first={nouvelle}
          card={(reservation) => {
            const type = types.data?.find(({ value }) => value === reservation.type_lecon) ?? null;
            const card = (
              <ReservationCard
                reservation={reservation}
                type={type}
                belowDay={
                  reservation.statut !== 'annulee' && (
                    <Suspense fallback={<span className="size-11" />}>
                      <AgendaButton lecon={reservation} onTold={setFile} />
                    </Suspense>
                  )
                }
              >
                {mayAct && (
                  <Suspense fallback={<LineSpace of={reservation} />}>
                    <Line lecon={reservation} onAct={setAct} />
                  </Suspense>
                )}
                <p
                  role="status"
                  className={cx('text-sm empty:absolute', file?.failed && 'text-danger')}
                >
                  {file?.id === reservation.id && file.sentence}
                </p>
              </ReservationCard>
            );
            return reservation.id === nouvelle ? (
              <div
                ref={first}
                role="group"
                tabIndex={-1}
                aria-label={newInWords(reservation, nomPiste, type?.label)}
                className="animate-enter -mx-[min(0.75rem,3vw)] rounded-field bg-libre px-[min(0.75rem,3vw)]"
              >
                {card}
              </div>
            ) : (
              card
            );
          }}
        />
      )}
      {last && (
        <Suspense>
          <ActDialog
            act={last}
            open={act !== null}
            lecons={reservations.data}
            types={types.data}
            fallback={heading}
            onDone={(sentence) => tell({ sentence })}
            onClose={() => setAct(null)}
          />
        </Suspense>
      )}
      {centre.data?.regles.slotAlerts && <MesAlertes fallback={heading} />}
      <Link to={PATHS.mesLecons.path} className="link inline-flex min-h-11 items-center md:mt-2">
        {PATHS.mesLecons.titre}
      </Link>
      {aVenir && centre.data && (
        <p className="text-muted md:mt-4">
          {TEXTES.uneErreur} <ReachCentre contact={centre.data.contact} />
        </p>
      )}
    </Card>
  );
});

function newInWords(
  { date_reservation, type_lecon, type_piste, ...hours }: ReservationConnue,
  nomPiste: ReturnType<typeof useNomPiste>,
  label = type_lecon,
): string {
  return `Nouvelle réservation\u202f: ${formatJour(date_reservation, 'long')}, ${heuresOf(hours)}, ${label}, ${nomPiste(type_piste)}`;
}

function Loading() {
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  );
}
