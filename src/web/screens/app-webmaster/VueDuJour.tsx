import { type FocusEvent, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from '#web/ui/hooks/navigation.tsx';
import { autresComptes } from '#domain/lessons/autres_comptes.ts';
import { alsoIn, type Standing, standingOf } from '#domain/lessons/doublons.ts';
import { addDays, formatJour } from '#domain/core/calendrier.ts';
import { type Piste, pistesOf } from '#domain/slots/pistes.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import type { NoteCavalier } from '#domain/riders/cavaliers.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { CENTRE } from '#web/data/centre.ts';
import { useNow } from '#web/data/horloge.ts';
import { useAllRead } from '#web/data/queries.ts';
import { useNotesCavaliers } from '#web/nouns/riders/notes.ts';
import { useFermeturesOfDay } from '#web/nouns/closures/fermetures.ts';
import { usePlanning, useReservations } from '#web/nouns/lessons/reservations.ts';
import { useAllTypes, useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import { PATHS } from '#web/paths/paths.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { ReservationAdminCard } from '#web/nouns/planning/ReservationAdminCard.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { PrintButton } from '#web/ui/pages/PrintButton.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useBelow } from '#web/ui/hooks/useBelow.ts';
import { useMedia } from '#web/ui/hooks/useMedia.ts';
import { FermetureCard } from './fermetures/FermetureCard.tsx';
import { useFermetureDialogs } from './fermetures/useFermetureDialogs.tsx';
import { TEXTES as FERMETURES } from './fermetures/textes.ts';
import { completerLink } from './edit/completer.ts';
import { DayNav } from './DayNav.tsx';
import { type Day, useTargetLecon } from './shared/searchParams.ts';
import type { Tell } from '#web/data/outcome.ts';
import { PresenceOf, TousPresents } from './withdraw/Presence.tsx';
import { loadPrints, useReservationDialogs } from './useReservationDialogs.tsx';
import { PHONE } from './shared/textes.ts';
import { TEXTES } from './shared/textes.jour.ts';

/** The daily view (DESK-11): the shown day, until its date is cleared (DESK-24). */
export function VueDuJour({ day, onDone }: { day: Day; onDone: Tell }) {
  const maintenant = useNow();
  const { jour: aujourdhui } = maintenant;
  const { jour } = day;
  // After the planning, which is in view first. Today is read ahead with it.
  const read = usePlanning(day.lundi, addDays(day.lundi, 6)).isPending ? null : jour;
  const reservations = useReservations(read);
  const notes = useNotesCavaliers(read);
  const types = useTypesOrDefaults();
  const pistes = usePistes();
  const readTypes = useAllTypes();
  const targetLecon = useTargetLecon();
  const waiting =
    jour !== null && (reservations.isPending || (reservations.data !== undefined && !types));
  const below = useBelow(targetLecon !== null);
  const present = reservations.data?.some((reservation) => reservation.id === targetLecon) ?? false;
  useScrollTo(present ? targetLecon : null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const { edit, remove, repeat, dialogs } = useReservationDialogs(onDone, heading);
  const fermetures = useFermeturesOfDay(read);
  const { editClosed, reopen, closing } = useFermetureDialogs(onDone, heading, jour ?? aujourdhui);
  const focused = useRef<Element | null>(null);
  // The focused element may be removed with its lesson, which was moved or deleted here or
  // elsewhere. The focus then moves to the title.
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });
  const html = async () =>
    (await loadPrints()).dayPlanning(
      jour ?? aujourdhui,
      (reservations.data ?? []).map((one: ReservationAsRead) => ({
        ...one,
        autres: autresComptes(one),
        notes: notes.data?.filter(({ reservation_id }) => reservation_id === one.id) ?? [],
      })),
      { types: readTypes.data ?? [], pistes, fermetures: fermetures.data ?? [] },
      { centre: CENTRE.nom, maintenant },
    );
  const noteFocus = ({ target }: FocusEvent) => {
    focused.current = target;
  };
  return (
    <Card className="@container" aria-labelledby={id} aria-busy={waiting}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} ref={heading} tabIndex={-1} className="mr-auto scroll-mt-20 @max-xl:w-full">
          {TEXTES.titre}
        </h2>
        <DayNav day={day} label={TEXTES.date} format="long" clearable className="@xl:w-72" />
        <div className="w-full @xl:w-auto">
          <PrintButton
            disabled={
              !reservations.data?.length || !readTypes.data || !notes.data || !fermetures.data
            }
            html={html}
          >
            {TEXTES.imprimer}
          </PrintButton>
        </div>
      </div>
      <div className="mt-4" onFocus={noteFocus}>
        {jour === null && (
          <EmptyState title={TEXTES.invite} illustration={<Boot className="size-28" />} />
        )}
        {targetLecon !== null && reservations.data && !present && (
          <Banner kind="info" className="mb-4">
            {TEXTES.leconAilleurs}
          </Banner>
        )}
        {waiting && <Loading />}
        {jour !== null && reservations.isError && !reservations.data && (
          <Unreadable queries={[reservations]}>{TEXTES.illisible}</Unreadable>
        )}
        {jour !== null && readTypes.isError && !readTypes.data && (
          <Unreadable queries={[readTypes]} spoken={false} className="mb-4">
            {TEXTES.typesIllisibles}
          </Unreadable>
        )}
        {jour !== null && notes.isError && !notes.data && (
          <Unreadable queries={[notes]} className="mb-4">
            {TEXTES.notesIllisibles}
          </Unreadable>
        )}
        {jour !== null && fermetures.isError && !fermetures.data && (
          <Unreadable queries={[fermetures]} spoken={false} className="mb-4">
            {FERMETURES.illisibles}
          </Unreadable>
        )}
        {jour !== null && fermetures.data && fermetures.data.length > 0 && (
          <ul aria-label={FERMETURES.liste} className="mb-4 grid gap-3 @3xl:grid-cols-2">
            {fermetures.data.map((fermeture) => (
              <li key={fermeture.id} className="rounded-card border border-hairline bg-sand-soft">
                <FermetureCard
                  fermeture={fermeture}
                  onEdit={() => editClosed(fermeture)}
                  onReopen={() => reopen(fermeture)}
                />
              </li>
            ))}
          </ul>
        )}
        {jour !== null && reservations.data && (
          <TousPresents jour={jour} lecons={reservations.data} onDone={onDone} />
        )}
        {below && jour !== null && reservations.data && types && (
          <DayList
            jour={jour}
            target={targetLecon}
            reservations={reservations.data}
            types={types}
            notes={notes.data ?? []}
            onEdit={edit}
            onRemove={remove}
            onRepeat={repeat}
          />
        )}
      </div>
      <p className="mt-4">
        <Link to={PATHS.supprimees.path} className="link inline-flex min-h-11 items-center">
          {TEXTES.supprimees}
        </Link>
      </p>
      {dialogs}
      {closing}
    </Card>
  );
}

/**
 * Scrolls to the lesson of the address, once: when the page above it has been read and drawn, so
 * that its position no longer changes.
 */
function useScrollTo(id: string | null) {
  const settled = useAllRead();
  // The same link may be followed again.
  const { key } = useLocation();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const asked = `${key} ${id}`;
    if (id === null || !settled || shown.current === asked) return;
    let timer: ReturnType<typeof setTimeout>;
    const show = () => {
      // The planning above is drawn in slices.
      if (document.querySelector('main [aria-busy=true]')) {
        timer = setTimeout(show, 20);
        return;
      }
      shown.current = asked;
      const card = document.getElementById(`lecon-${id}`);
      card?.scrollIntoView({ block: 'center' });
      card?.focus({ preventScroll: true });
    };
    // After the page has focused its own title.
    timer = setTimeout(show);
    return () => clearTimeout(timer);
  }, [id, key, settled]);
}

type Actions = {
  target: string | null;
  types: readonly TypeLecon[];
  notes: readonly NoteCavalier[];
  onEdit: (reservation: ReservationAsRead) => void;
  onRemove: (reservation: ReservationAsRead) => void;
  onRepeat: (reservation: ReservationAsRead) => void;
};

type DayListProps = Actions & { jour: string; reservations: readonly ReservationAsRead[] };

/**
 * 600 px high at most, scrolled with the arrow keys once it has the focus. On a phone, only the
 * page scrolls (DESK-11).
 */
function DayList({ jour, reservations, ...actions }: DayListProps) {
  const phone = useMedia(PHONE);
  const standings = reservations.map(standingOf);
  const pistes = pistesOf(usePistes(), reservations);
  if (reservations.length === 0) {
    return (
      <EmptyState
        title={`Aucune réservation pour le ${formatJour(jour, 'long')}`}
        illustration={<Boot className="size-28" />}
      />
    );
  }
  return (
    <div
      role="region"
      tabIndex={phone ? undefined : 0}
      aria-label={`Réservations du ${formatJour(jour, 'long')}`}
      className="relative -m-1 rounded-field p-1 md:max-h-150 md:overflow-y-auto md:overscroll-contain"
    >
      <div
        className={cx('grid items-start gap-x-6 gap-y-5', pistes.length > 1 && '@3xl:grid-cols-2')}
      >
        {pistes.map((piste) => (
          <OnPiste
            key={piste.id}
            piste={piste}
            reservations={reservations.filter(({ type_piste }) => type_piste === piste.id)}
            standings={standings}
            {...actions}
          />
        ))}
      </div>
    </div>
  );
}

type OnPisteProps = Actions & {
  piste: Piste;
  reservations: readonly ReservationAsRead[];
  standings: readonly Standing[];
};

/** The lessons of one arena by start, as sorted by the server. */
function OnPiste({
  piste,
  reservations,
  standings,
  target,
  types,
  notes,
  onEdit,
  onRemove,
  onRepeat,
}: OnPisteProps) {
  const id = useId();
  const maintenant = useNow();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-2 flex flex-wrap items-baseline justify-between gap-3 text-lg">
        <span className="min-w-0 wrap-anywhere">{piste.nom}</span>
        <span className="font-sans text-sm font-normal tracking-normal text-muted">
          {reservations.length} réservation{reservations.length > 1 && 's'}
        </span>
      </h3>
      {reservations.length === 0 && <p className="text-muted">{TEXTES.aucuneIci}</p>}
      <ul className="flex flex-col gap-3">
        {reservations.map((reservation) => {
          const type = types.find(({ value }) => value === reservation.type_lecon) ?? null;
          return (
            <li
              key={reservation.id}
              // On a slow phone the cards far below the planning are laid out later. All of them at
              // once if the address names one: its place must not change once it is scrolled to.
              className={cx(
                '-m-1 p-1 [contain-intrinsic-size:auto_20rem]',
                target === null && '[content-visibility:auto]',
              )}
            >
              <ReservationAdminCard
                reservation={reservation}
                type={type}
                completer={completerLink(reservation, type, maintenant)}
                notes={notes.filter(({ reservation_id }) => reservation_id === reservation.id)}
                aussi={alsoIn(standingOf(reservation), standings)}
                presence={(n) => (
                  <PresenceOf
                    reservation={reservation}
                    place={reservation.presences?.[n]?.place}
                    nom={reservation.noms_participants[n] ?? ''}
                  />
                )}
                highlighted={reservation.id === target}
                onEdit={() => onEdit(reservation)}
                onRemove={() => onRemove(reservation)}
                onRepeat={() => onRepeat(reservation)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Loading() {
  return (
    <div className="grid gap-4 @3xl:grid-cols-2">
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  );
}
