import { Fragment, type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react';
import type { RepriseLue } from '#contract/reprises.ts';
import { formatJour, mondayOf } from '#domain/core/calendrier.ts';
import { comingOf, countOf, firstComing, isAhead } from '#domain/lessons/lecons_a_venir.ts';
import { momentOf, useNow } from '#web/data/horloge.ts';
import { Offline } from '#web/data/live.ts';
import { useCentre, useMesReservations, useMesTypes } from '#web/data/queries.ts';
import { useAlertes } from '#web/nouns/alerts/alertes.ts';
import { useReprises } from '#web/nouns/lessons/reprises.ts';
import { ReadAt } from '#web/parts/ReadAt.tsx';
import { PATHS } from '#web/paths/paths.ts';
import { encoreOf } from '#web/paths/reservation.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { LeftOut } from '#web/ui/messages/partsLeftOut.tsx';
import { Link, useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { MesAlertes } from '../laterSlots.tsx';
import type { Act } from '../OwnLecon.tsx';
import { ActDialog } from '../ownLines.tsx';
import { AutreLecon, Joindre, Prochaine } from './Prochaine.tsx';
import { Reprendre } from './Reprendre.tsx';
import { ConfirmEncore, ConfirmReprise } from './Reprise.tsx';
import { TEXTES } from './textes.ts';

const { Part: OpenLecons } = lazyPart('part', () => import('../OpenLecons.tsx'), LeftOut);

/** How many of the other lessons are shown before the person asks for all. */
const FIRST = 3;

const monthOf = (lecon: { date_reservation: string } | undefined) =>
  lecon?.date_reservation.slice(0, 7);

/**
 * `/` of a rider: the next lesson, what follows, and the usual lessons again (UI-100). `waiting`: shown
 * until the lessons are read, so that nothing moves afterwards.
 */
export default function AccueilCavalier({ waiting }: { waiting: ReactNode }) {
  const maintenant = useNow();
  const reservations = useMesReservations(mondayOf(maintenant.jour));
  const types = useMesTypes();
  const centre = useCentre();
  const reprises = useReprises();
  const slotAlerts = centre.data?.regles.slotAlerts ?? false;
  const alertes = useAlertes(slotAlerts);
  const offline = useContext(Offline);
  const [act, setAct] = useState<Act | null>(null);
  const lastAct = useLast(act);
  const [reprise, setReprise] = useState<RepriseLue | null>(null);
  const lastReprise = useLast(reprise);
  const [params, setParams] = useSearchParams();
  const encore = encoreOf(params);
  const lastEncore = useLast(encore);
  const [all, setAll] = useState(false);
  const [told, tell] = useState<{ sentence: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button may be gone.
  useEffect(() => {
    if (told) heading.current?.focus();
  }, [told]);
  const onDone = (sentence: string) => tell({ sentence });

  // At midnight to Monday another week is asked for; an open dialog must stay.
  const lecons = useLast(reservations.data ?? null);
  const coming = types.isPending || !lecons ? undefined : comingOf(lecons, maintenant);
  const next = coming?.find((lecon) => isAhead(lecon, maintenant));
  const others = coming?.filter((one) => one !== next) ?? [];
  const nearest = firstComing(others, FIRST);
  const shown = all ? others : nearest;
  // Once shown, the second column stays: its parts report their own failures.
  const [settled, settle] = useState(false);
  if (!settled && !reprises.isPending && !centre.isPending && !(slotAlerts && alertes.isPending))
    settle(true);
  const typeOf = (value: string) => types.data?.find((type) => type.value === value) ?? null;
  // With a key, or its elements would be kept for the content and would move.
  if (!coming && !reservations.isError) return <Fragment key="waiting">{waiting}</Fragment>;
  return (
    <>
      <div className="flex min-w-0 flex-col gap-4">
        <Card className="@container" aria-labelledby="titre-prochaine">
          <h2 id="titre-prochaine" ref={heading} tabIndex={-1} className="scroll-mt-4">
            {TEXTES.prochaine}
          </h2>
          {offline && coming && (
            <ReadAt lu={momentOf(reservations.dataUpdatedAt)} maintenant={maintenant} />
          )}
          <div aria-live="polite" className="empty:absolute">
            {told && (
              <Banner kind="success" spoken={false} onClose={() => tell(null)} className="my-2">
                {told.sentence}
              </Banner>
            )}
          </div>
          {!coming && (
            <Unreadable queries={[reservations]} className="mt-3">
              {TEXTES.illisibles}
            </Unreadable>
          )}
          {coming && !next && <EmptyState title={TEXTES.aucune}>{TEXTES.aucuneAide}</EmptyState>}
          {next && <Prochaine lecon={next} type={typeOf(next.type_lecon)} onAct={setAct} />}
          <Joindre />
        </Card>
        {others.length > 0 && (
          <Card className="@container" aria-labelledby="titre-autres">
            <h2 id="titre-autres">{TEXTES.autres}</h2>
            <ul className="divide-y divide-hairline">
              {shown.map((lecon, n) => (
                <li key={lecon.id}>
                  {all && monthOf(lecon) !== monthOf(shown[n - 1]) && (
                    <h3 className="pt-3 text-base first-letter:uppercase">
                      {formatJour(lecon.date_reservation, 'mois')}
                    </h3>
                  )}
                  <AutreLecon lecon={lecon} type={typeOf(lecon.type_lecon)} onAct={setAct} />
                </li>
              ))}
            </ul>
            {others.length > nearest.length && (
              <Button
                variant="secondary"
                className="mt-3 w-full"
                aria-expanded={all}
                onClick={() => setAll(!all)}
              >
                {all ? TEXTES.moins : TEXTES.toutes(countOf(others))}
              </Button>
            )}
          </Card>
        )}
      </div>
      {settled ? (
        <div className="flex min-w-0 flex-col gap-4">
          {slotAlerts && (
            // Nothing is seen of it while nothing is waited for.
            <Card className="not-has-[section,[role=alert]]:sr-only [&>section]:mt-0 [&>section]:border-0 [&>section]:pt-0">
              <MesAlertes fallback={heading} />
            </Card>
          )}
          <Reprendre
            reprises={reprises}
            onChoose={(chosen) => {
              tell(null);
              setReprise(chosen);
            }}
          />
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Link to={PATHS.reservation.path} className={buttonStyle('primary')}>
              {TEXTES.reserver}
            </Link>
            <Link to={PATHS.mesLecons.path} className="link inline-flex min-h-11 items-center">
              {PATHS.mesLecons.titre}
            </Link>
          </p>
          {/* Last, because it is read after the rest: nothing moves when it arrives. */}
          {types.data && (
            <Suspense>
              <OpenLecons elsewhere />
            </Suspense>
          )}
        </div>
      ) : (
        // Not before the first column has its whole height, which `Joindre` adds to.
        !centre.isPending && <Skeleton card className="h-64" />
      )}
      {lastAct && (
        <Suspense>
          <ActDialog
            act={lastAct}
            open={act !== null}
            lecons={reservations.data}
            types={types.data}
            fallback={heading}
            onDone={onDone}
            onClose={() => setAct(null)}
          />
        </Suspense>
      )}
      {lastReprise && (
        <ConfirmReprise
          reprise={lastReprise}
          open={reprise !== null}
          fallback={heading}
          onDone={onDone}
          onClose={() => setReprise(null)}
        />
      )}
      {lastEncore && (
        <ConfirmEncore
          key={lastEncore}
          id={lastEncore}
          open={encore !== null}
          fallback={heading}
          onDone={onDone}
          onClose={() => setParams({}, { replace: true })}
        />
      )}
    </>
  );
}
