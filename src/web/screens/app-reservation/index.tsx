// chunk: app-reservation
import {
  type ComponentProps,
  memo,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useRef,
} from 'react';
import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import { REMARQUES_MAX } from '#domain/lessons/reservations.ts';
import { pistesActives } from '#domain/slots/pistes.ts';
import type { ClientChoisi } from '#domain/lessons/clients_des_places.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { NombrePersonnes } from '#web/nouns/lessons/NombrePersonnes.tsx';
import { ParticipantList } from '#web/nouns/lessons/ParticipantList.tsx';
import { PisteCards } from '#web/nouns/slots/PisteCards.tsx';
import { RemarquesField } from '#web/nouns/lessons/RemarquesField.tsx';
import { TypeLeconCards, TypeLeconSkeleton } from '#web/nouns/types/TypeLeconCards.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { LeftOut } from '#web/ui/messages/partsLeftOut.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useBelow } from '#web/ui/hooks/useBelow.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { MyReservations } from './MyReservations.tsx';
import { Coming as Next, Liberees as Freed, WeekOverview as Week } from './laterSlots.tsx';
import { Heures, Jour } from './Place.tsx';
import { amountOf, Summary } from './Summary.tsx';
import { Noms } from './noms.ts';
import { TEXTES } from './textes.ts';
import { type PlaceForm, type ReservationForm, useReservationForm } from './useReservationForm.ts';

/** Riders never load them. */
const { Part: BookFor } = lazyPart('part', () => import('./BookFor.tsx'));
const { Part: SeatClient } = lazyPart(
  'part',
  async () => ({ default: (await import('./BookFor.tsx')).SeatClient }),
  LeftOut,
);

/**
 * Without this code, or without saved riders, the form is complete: names can be typed (RIDE-23).
 */
const { Part: CavalierButtons } = lazyPart('part', () => import('./CavalierButtons.tsx'), LeftOut);

/** Without it the form is complete, and most centres have no open lessons. */
const { Part: OpenLecons } = lazyPart('part', () => import('./OpenLecons.tsx'), LeftOut);

// A key typed in a field draws only its own section again (BOOK-41).
const Liberees = memo(Freed);
const Coming = memo(Next);
const WeekOverview = memo(function WeekOverview(props: { lundi: string; aujourdhui: string }) {
  return (
    <Suspense fallback={<Skeleton className="h-56 rounded-card md:h-72" />}>
      <Week {...props} />
    </Suspense>
  );
});

export { prefetchReservation as readFirst } from '#web/data/queries.ts';
export { prepareReservation } from './MyReservations.tsx';

/** /app/reservation: the booking form (BOOK-10), between the person's own future lessons. */
export default function Reservation() {
  const form = useReservationForm();
  const below = useBelow();
  const {
    draft: { brouillon, jour, type, choisi, joined, me },
    types,
    place,
    summary,
    pour,
    edit,
    status: { outcome, hold, nouvelle, arrivals },
    slotAlerts,
    maintenant,
    lundi,
  } = form;
  const bookedForSelf = outcome?.kind === 'booked' && outcome.client === null;
  // Stays when the last type is closed: its dialog may hold typed text (RIDE-77).
  const openTypes = useLast(types.data?.some(({ ouverte }) => ouverte) || null);
  const bar = useRef<HTMLElement>(null);
  const grille = useRef<HTMLFieldSetElement>(null);

  // The pressed button is disabled by then, so the focus moves. After a lost race, to the grid (its
  // alert shows the sentence). After the person's own booking, to the new lesson. Otherwise to the
  // summary, which is in view.
  useEffect(() => {
    if (!outcome || outcome.kind === 'heureLost' || outcome.kind === 'unsure' || bookedForSelf)
      return;
    if (outcome.kind === 'refused' && outcome.heureTaken) {
      grille.current?.focus({ preventScroll: true });
      grille.current?.scrollIntoView({ block: 'nearest' });
    } else {
      bar.current?.focus({ preventScroll: true });
      bar.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [outcome, bookedForSelf]);

  // 'Réserver' below a slot that has become free, or in its toast.
  useEffect(() => {
    if (arrivals === 0) return;
    grille.current?.focus({ preventScroll: true });
    grille.current?.scrollIntoView({ block: 'nearest' });
  }, [arrivals]);

  return (
    <div className="@container">
      <h1 id="titre-reservation" tabIndex={-1}>
        {TEXTES.titre}
      </h1>
      <p className="text-muted max-sm:hidden">{TEXTES.intro}</p>
      {slotAlerts && <Liberees />}
      <Coming maintenant={maintenant} />
      <Noms value={brouillon.noms_participants}>
        <form
          noValidate
          aria-label={TEXTES.titre}
          className="mt-3 flex flex-col gap-3 @4xl:mt-6 @4xl:grid @4xl:grid-cols-[minmax(0,1fr)_18rem] @4xl:gap-x-6 @5xl:grid-cols-[minmax(0,1fr)_20rem]"
          onSubmit={(event) => {
            event.preventDefault();
            void form.submit();
          }}
        >
          <div className="flex min-w-0 flex-col gap-3 @4xl:gap-6">
            {pour && (
              <Suspense fallback={<Skeleton className="h-43 rounded-card" />}>
                <BookFor pour={pour} />
              </Suspense>
            )}
            <Lecon
              types={types.data}
              pending={types.isPending}
              // The button of a failure reads them again.
              failed={types.isError && !types.data ? types : null}
              type={type}
              chosen={brouillon.type_lecon}
              jour={jour}
              nombre={brouillon.nombre_personnes}
              noms={brouillon.noms_participants}
              left={joined?.rejoindre}
              client={choisi}
              me={me}
              pour={pour}
              edit={edit}
            />
            <Day place={place} />
            <PisteAndHeure place={place} edit={edit} grille={grille} />
            <Remarques remarques={brouillon.remarques} onChange={edit.setRemarques} />
          </div>
          <Summary of={summary} ref={bar} />
        </form>
      </Noms>
      {below && (
        <div className="mt-3 grid gap-3 @4xl:mt-6 @4xl:grid-cols-[minmax(0,1fr)_18rem] @4xl:gap-6 @5xl:grid-cols-[minmax(0,1fr)_20rem]">
          <MyReservations
            maintenant={maintenant}
            nouvelle={nouvelle}
            success={bookedForSelf ? TEXTES.succes : null}
            montant={
              bookedForSelf
                ? amountOf(
                    types.data?.find(({ value }) => value === outcome.reservation.type_lecon),
                    outcome.reservation.noms_participants.length,
                    outcome.reservation.date_reservation,
                  )
                : null
            }
            hold={hold}
          />
          <div className="flex flex-col gap-3 @4xl:gap-4">
            {openTypes && (
              <Suspense>
                <OpenLecons />
              </Suspense>
            )}
            <WeekOverview lundi={lundi} aujourdhui={maintenant.jour} />
          </div>
        </div>
      )}
    </div>
  );
}

const Title = memo(function Title({ number, children }: { number: number; children: ReactNode }) {
  return (
    <h2 className="flex items-center gap-2">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-cognac-soft font-sans text-sm font-semibold text-cognac"
      >
        {number}
      </span>
      {children}
    </h2>
  );
});

type LeconProps = {
  types: readonly TypeLecon[] | undefined;
  pending: boolean;
  failed: { isFetching: boolean; refetch: () => unknown } | null;
  type: TypeLecon | null;
  chosen: string | null;
  jour: string;
  nombre: number | null;
  noms: readonly string[];
  /** The places of the lesson to join. */
  left: number | undefined;
  client: ClientChoisi | null;
  /** The name that 'Moi' writes. */
  me: string | null;
  pour: ReservationForm['pour'];
  edit: ReservationForm['edit'];
};

const Lecon = memo(function Lecon({
  types,
  pending,
  failed,
  type,
  chosen,
  jour,
  nombre,
  noms,
  left,
  client,
  me,
  pour,
  edit: { setType, setNombre, setNom, setMoi },
}: LeconProps) {
  return (
    <Card className="@container flex flex-col gap-3 @lg:gap-4" aria-busy={pending}>
      <Title number={1}>La leçon</Title>
      {pending && <TypeLeconSkeleton />}
      {failed && <Unreadable queries={[failed]}>{TEXTES.typesIllisibles}</Unreadable>}
      {types?.length === 0 && <p className="text-muted">{TEXTES.aucunType}</p>}
      {types && types.length > 0 && (
        <TypeLeconCards types={types} chosen={chosen} jour={jour} onChoose={setType} />
      )}
      {type && (
        <NombrePersonnes
          max={left ?? type.max_personnes}
          limited={left !== undefined}
          chosen={nombre}
          onChoose={setNombre}
        />
      )}
      {type && noms.length > 0 && (
        <ParticipantList
          noms={noms}
          onNom={setNom}
          onSelf={setMoi}
          selfLabel={
            client ? (
              <>
                {TEXTES.sonNom}
                <span className="sr-only">&#x202f;: {client.nom}</span>
              </>
            ) : undefined
          }
          below={
            pour
              ? (index, row) => (
                  <Suspense fallback={<div className="h-9 w-full" />}>
                    <SeatClient
                      {...row}
                      client={pour.comptes[index] ?? null}
                      onChoose={(compte) => pour.chooseCompte(index, compte)}
                    />
                  </Suspense>
                )
              : undefined
          }
        >
          {!client ? (
            <Riders onNom={setNom} moi={me} />
          ) : (
            'user_id' in client && (
              <Riders onNom={setNom} moi={client.nom} client={client.user_id} />
            )
          )}
        </ParticipantList>
      )}
    </Card>
  );
});

type RidersProps = ComponentProps<typeof CavalierButtons>;

const Riders = memo(function Riders(props: RidersProps) {
  return (
    <Suspense>
      <CavalierButtons {...props} />
    </Suspense>
  );
});

const Day = memo(function Day({ place }: { place: PlaceForm }) {
  return (
    <Card className="@container">
      <Jour form={place} title={<Title number={2}>Le jour</Title>} />
    </Card>
  );
});

type PisteAndHeureProps = {
  place: PlaceForm;
  edit: ReservationForm['edit'];
  grille: Ref<HTMLFieldSetElement>;
};

const PisteAndHeure = memo(function PisteAndHeure({ place, edit, grille }: PisteAndHeureProps) {
  const { type_piste, toutesPistes = false } = place.draft.brouillon;
  const several = pistesActives(usePistes()).length > 1;
  return (
    <Card className="@container flex flex-col gap-3 @lg:gap-4">
      <Title number={3}>La piste et l'heure</Title>
      <PisteCards
        chosen={type_piste}
        onChoose={edit.setPiste}
        {...(several && { any: { chosen: toutesPistes, onChoose: edit.setToutes } })}
      />
      <Heures form={place} ref={grille} />
    </Card>
  );
});

type RemarquesProps = { remarques: string; onChange: (remarques: string) => void };

const Remarques = memo(function Remarques({ remarques, onChange }: RemarquesProps) {
  return (
    <Card className="max-sm:py-3">
      <RemarquesField
        remarques={remarques}
        error={remarques.length > REMARQUES_MAX && RESERVATION_REFUS.remarques_trop_longues.message}
        onChange={onChange}
      />
    </Card>
  );
});
