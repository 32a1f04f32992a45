import {
  type MouseEvent,
  Suspense,
  useContext,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { weekOf } from '#domain/core/calendrier.ts';
import { pistesActives, pistesOf } from '#domain/slots/pistes.ts';
import { openingHoursOf } from '#domain/slots/horaires.ts';
import { gridOf, indexTypes, leconOf, type PlannedLecon } from '#domain/planning/planning.ts';
import { hasRoom } from '#domain/lessons/ouvertes.ts';
import { momentOf, useNow } from '#web/data/horloge.ts';
import { Offline } from '#web/data/live.ts';
import { useCentre } from '#web/data/queries.ts';
import { useAllTypes, useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import { useFermetures } from '#web/nouns/closures/fermetures.ts';
import { usePlanning } from '#web/nouns/lessons/reservations.ts';
import { startOf } from '#web/paths/reservation.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { ReadAt } from '#web/parts/ReadAt.tsx';
import { PlanningCard } from '#web/nouns/planning/PlanningCard.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { HoverCard } from '#web/ui/overlays/HoverCard.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useMedia } from '#web/ui/hooks/useMedia.ts';
import { useUsed } from '#web/ui/hooks/useUsed.ts';
import { FermetureCard } from './fermetures/FermetureCard.tsx';
import type { Tell } from '#web/data/outcome.ts';
import { PlanningActions, PlanningHeader } from './PlanningHeader.tsx';
import { PlanningLegend } from './PlanningLegend.tsx';
import { DayPlanning } from './DayPlanning.tsx';
import { DaysOfWeek, DayTable, TABLES, TableSpace, WeekTables } from './PlanningTables.tsx';
import { TEXTES as FERMETURES } from './fermetures/textes.ts';
import { FIRST_ROWS, SKELETON_ROWS, PHONE, TEXTES } from './shared/textes.ts';
import type { Day } from './shared/searchParams.ts';
import { useSwipe, useTurnKeys } from './move/daySwipe.ts';
import { useFermetureDialogs } from './fermetures/useFermetureDialogs.tsx';
import { useReservationDialogs } from './useReservationDialogs.tsx';
import type { Cible } from './entry/useSaisie.ts';

const { Part: Deplacer, load: loadDeplacer } = lazyPart('part', async () => ({
  default: (await import('./move/Deplacer.tsx')).Deplacer,
}));

const { Part: Saisie, load: loadSaisie } = lazyPart('part', () => import('./entry/Saisie.tsx'));

/** The day of all arenas, and below it the week, one table per arena (DESK-04, DESK-34). */
export function Planning({ day, onDone }: { day: Day; onDone: Tell }) {
  const maintenant = useNow();
  const { lundi } = day;
  const jours = useMemo(() => weekOf(lundi), [lundi]);
  const lecons = usePlanning(lundi, jours[6] ?? lundi);
  const list = useTypesOrDefaults();
  const readTypes = useAllTypes();
  const types = useMemo(() => list && indexTypes(list), [list]);
  const planned = lecons.data;
  const closed = useFermetures(lundi, jours[6] ?? lundi);
  const fermetures = closed.data;
  const regles = useCentre().data?.regles;
  const pistes = usePistes();
  const offered = pistesActives(pistes).length;
  const grille = useMemo(
    () =>
      planned && types && fermetures
        ? gridOf(
            planned,
            pistesOf(pistes, planned),
            jours,
            types,
            maintenant,
            regles && openingHoursOf(regles),
            fermetures,
          )
        : null,
    [planned, pistes, jours, types, maintenant, regles, fermetures],
  );
  // The tables are rendered in slices: rendering hundreds of cells in one task would block a slow
  // phone.
  const deferred = useDeferredValue(grille !== null);
  const shown = deferred ? grille : null;
  const phone = useMedia(PHONE);
  const heading = useRef<HTMLHeadingElement>(null);
  const tables = useRef<HTMLDivElement>(null);
  const turnWeek = useTurnKeys(
    tables,
    phone ? day.previousDay : day.previousWeek,
    phone ? day.nextDay : day.nextWeek,
  );
  const id = useId();
  const swipe = useSwipe(day.previousDay, day.nextDay);
  const offline = useContext(Offline);
  const { edit, remove, cancel, repeat, tellEdited, dialogs } = useReservationDialogs(
    onDone,
    heading,
  );
  const zone = useRef<HTMLDivElement>(null);
  const used = useUsed();
  /** The code that moves is there; a failure is shown only to who asks for it. */
  const [movable, setMovable] = useState(false);
  useEffect(() => {
    if (!used) return;
    loadDeplacer().then(
      () => setMovable(true),
      () => {},
    );
    loadSaisie().catch(() => {});
  }, [used]);
  const [moved, move] = useState<PlannedLecon | null>(null);
  /** Where the fast entry books. Undefined: never opened, so its code is not loaded. */
  const [cible, setCible] = useState<Cible | null>();
  const origin = useRef<Element | null>(null);
  const enter = (at: Cible) => {
    origin.current =
      document.querySelector('[role=grid] :is(:focus, [aria-expanded=true])')?.closest('table') ??
      null;
    setCible(at);
  };
  const follow = (event: MouseEvent) => {
    const at = freeCellOf(event);
    if (!at) return;
    event.preventDefault();
    enter(at);
  };
  const { close, editClosed, reopen, closing } = useFermetureDialogs(onDone, heading, day.day);
  // Closed hours are not free: without closures there is no grid (UI-18).
  const unread = [lecons, closed].filter(({ isError, data }) => isError && !data);
  const unreadable = unread.length > 0;
  const onScreen =
    planned && fermetures && list ? { jours, lecons: planned, fermetures, types: list } : null;

  const cardOf = (reservationId: string) => {
    const [kind, closedId] = reservationId.split(' ');
    const fermeture = kind === 'fermeture' && fermetures?.find((one) => one.id === closedId);
    if (fermeture)
      return {
        label: `Fermé\u202f: ${fermeture.motif ?? ''}`,
        content: (
          <FermetureCard
            fermeture={fermeture}
            onEdit={() => editClosed(fermeture)}
            onReopen={() => reopen(fermeture)}
          />
        ),
      };
    const reservation = planned?.find((one) => one.id === reservationId);
    if (!reservation || !types) return null;
    const { type, etat, max } = leconOf(reservation, types);
    return {
      label: `${type?.label ?? reservation.type_lecon}, ${reservation.heure_debut} à ${reservation.heure_fin}`,
      content: (
        <PlanningCard
          reservation={reservation}
          type={type}
          etat={etat}
          max={max}
          onAdd={
            hasRoom(reservation, type, maintenant)
              ? () =>
                  enter({
                    jour: reservation.date_reservation,
                    heure: reservation.heure_debut,
                    type_piste: reservation.type_piste,
                    lecon: reservation,
                  })
              : undefined
          }
          onEdit={() => edit(reservation)}
          onCancel={() => cancel(reservation)}
          onRemove={() => remove(reservation)}
          onRepeat={() => repeat(reservation)}
          onMove={() => move(reservation)}
        />
      ),
    };
  };

  const actions = (
    <PlanningActions
      lundi={lundi}
      reservations={planned}
      types={readTypes.data}
      fermetures={fermetures}
      onFermer={close}
    />
  );
  const legend = !unreadable && (
    <PlanningLegend
      empty={planned?.length === 0}
      past={(jours[6] ?? '') < maintenant.jour}
      pistes={offered}
    />
  );

  const week = (
    <section
      aria-labelledby={id}
      aria-busy={!shown && !unreadable}
      className="@container flex flex-col gap-4 rounded-card border border-hairline bg-card p-4 shadow-card max-sm:gap-2 max-sm:px-3 max-sm:pt-1.5 sm:p-6"
    >
      <PlanningHeader id={id} ref={heading} day={day}>
        {!phone && actions}
      </PlanningHeader>
      {offline && planned && <ReadAt lu={momentOf(lecons.dataUpdatedAt)} maintenant={maintenant} />}
      {unreadable && (
        <Unreadable queries={unread}>
          {unread[0] === lecons ? TEXTES.illisible : FERMETURES.illisibles}
        </Unreadable>
      )}
      {readTypes.isError && !readTypes.data && (
        <Unreadable queries={[readTypes]}>{TEXTES.typesIllisibles}</Unreadable>
      )}
      {!phone && legend}
      {!unreadable && !shown && <Loading phone={phone} tables={offered} />}
      {shown && (
        <HoverCard card={cardOf} fallback={heading}>
          {/* A link activated with the keyboard also fires a click. */}
          <div
            ref={tables}
            onClick={follow}
            onKeyDown={turnWeek}
            {...(phone && swipe)}
            className={cx('flex flex-col', phone ? 'touch-pan-y touch-pinch-zoom gap-2' : 'gap-6')}
          >
            <p className="sr-only">{TEXTES.touches}</p>
            {phone ? (
              <>
                <DaysOfWeek
                  jour={day.day}
                  onJour={day.setJour}
                  grille={shown}
                  jours={jours}
                  aujourdhui={maintenant.jour}
                />
                <DayTable
                  closing
                  first={FIRST_ROWS}
                  jour={day.day}
                  grille={shown}
                  jours={jours}
                  maintenant={maintenant}
                />
              </>
            ) : (
              <WeekTables grille={shown} jours={jours} aujourdhui={maintenant.jour} />
            )}
          </div>
        </HoverCard>
      )}
      {/* On a phone below the day, which is what one looks for first (DESK-34). */}
      {phone && legend}
      {phone && <div className="flex flex-wrap gap-2">{actions}</div>}
    </section>
  );
  return (
    <>
      <div ref={zone} className="relative flex flex-col gap-6">
        {!phone && (
          <DayPlanning day={day} busy={!shown && !unreadable} onClick={follow}>
            {shown && (
              <HoverCard card={cardOf} fallback={heading}>
                <DayTable
                  closing={false}
                  jour={day.day}
                  grille={shown}
                  jours={jours}
                  maintenant={maintenant}
                />
              </HoverCard>
            )}
          </DayPlanning>
        )}
        {week}
        {(movable || moved) && (
          <Suspense>
            <Deplacer
              zone={zone}
              day={day}
              shown={onScreen}
              asked={moved}
              onMoved={tellEdited}
              onAsked={() => move(null)}
            />
          </Suspense>
        )}
      </div>
      {cible !== undefined && (
        <Suspense>
          <Saisie
            cible={cible}
            shown={onScreen}
            origin={origin}
            onCible={setCible}
            onDone={onDone}
            fallback={heading}
          />
        </Suspense>
      )}
      {dialogs}
      {closing}
    </>
  );
}

/**
 * The hundreds of free cells are plain links to the booking form (DESK-07): one handler opens the
 * fast entry instead. Null for anything else, and if another tab is asked for.
 */
function freeCellOf(event: MouseEvent): Cible | null {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  return !link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey
    ? null
    : startOf(new URLSearchParams(link.search));
}

/** As high as the tables that replace it, so that nothing below them moves. */
function Loading({ phone, tables }: { phone: boolean; tables: number }) {
  const rows = Array.from({ length: SKELETON_ROWS }, (_, i) => (
    <Skeleton key={i} className="mb-1 h-11" />
  ));
  return phone ? (
    <div className="pt-17">
      <TableSpace whole>{rows}</TableSpace>
    </div>
  ) : (
    <div className={TABLES}>
      <TableSpace>{rows}</TableSpace>
      {Array.from({ length: tables - 1 }, (_, i) => (
        <TableSpace key={i} />
      ))}
    </div>
  );
}
