import { type ReactNode, type Ref, Suspense, useEffect, useRef } from 'react';
import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import { REMARQUES_MAX } from '#domain/reservations/reservations.ts';
import { useCentre } from '#web/data/queries.ts';
import { NombrePersonnes } from '#web/parts/NombrePersonnes.tsx';
import { ParticipantList } from '#web/parts/ParticipantList.tsx';
import { PisteCards } from '#web/parts/PisteCards.tsx';
import { RemarquesField } from '#web/parts/RemarquesField.tsx';
import { TypeLeconCards, TypeLeconSkeleton } from '#web/parts/TypeLeconCards.tsx';
import { Card } from '#web/ui/Card.tsx';
import { later } from '#web/ui/later.tsx';
import { LeftOut } from '#web/ui/missing.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { useLast } from '#web/ui/useLast.ts';
import { MyReservations } from './MyReservations.tsx';
import { Liberees, WeekOverview } from './laterSlots.tsx';
import { Heures, Jour } from './Place.tsx';
import { amountOf, Summary } from './Summary.tsx';
import { TEXTES } from './textes.ts';
import { type ReservationForm, useReservationForm } from './useReservationForm.ts';

/** Riders never load them. */
const { Part: BookFor } = later('part', () => import('./BookFor.tsx'));
const { Part: SeatClient } = later(
  'part',
  async () => ({ default: (await import('./BookFor.tsx')).SeatClient }),
  LeftOut,
);

/**
 * Without this code, or without saved riders, the form is complete: names can be typed (RIDE-23).
 */
const { Part: CavalierButtons } = later('part', () => import('./CavalierButtons.tsx'), LeftOut);

/** Without it the form is complete, and most centres have no open lessons. */
const { Part: OpenLecons } = later('part', () => import('./OpenLecons.tsx'), LeftOut);

/** /app/reservation: the booking form (BOOK-10), then the person's own future lessons. */
export default function Reservation() {
  const form = useReservationForm();
  const slotAlerts = useCentre().data?.regles.slotAlerts;
  const {
    status: { outcome, hold, nouvelle, arrivals },
    offer: { maintenant, lundi },
  } = form;
  const bookedForSelf = outcome?.kind === 'booked' && outcome.client === null;
  // Stays when the last type is closed: its dialog may hold typed text (RIDE-77).
  const openTypes = useLast(form.offer.types.data?.some(({ ouverte }) => ouverte) || null);
  const summary = useRef<HTMLElement>(null);
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
      summary.current?.focus({ preventScroll: true });
      summary.current?.scrollIntoView({ block: 'nearest' });
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
      <p className="text-muted">{TEXTES.intro}</p>
      {slotAlerts && <Liberees />}
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
          {form.pour && (
            <Suspense fallback={<Skeleton className="h-43 rounded-card" />}>
              <BookFor pour={form.pour} />
            </Suspense>
          )}
          <Lecon form={form} />
          <Day form={form} />
          <PisteAndHeure form={form} grille={grille} />
          <Remarques form={form} />
        </div>
        <Summary form={form} ref={summary} />
      </form>
      <div className="mt-6 grid gap-4 @4xl:grid-cols-[minmax(0,1fr)_18rem] @4xl:gap-6 @5xl:grid-cols-[minmax(0,1fr)_20rem]">
        <MyReservations
          maintenant={maintenant}
          nouvelle={nouvelle}
          success={bookedForSelf ? TEXTES.succes : null}
          montant={
            bookedForSelf
              ? amountOf(
                  form.offer.types.data?.find(
                    ({ value }) => value === outcome.reservation.type_lecon,
                  ),
                  outcome.reservation.noms_participants,
                  outcome.reservation.date_reservation,
                )
              : null
          }
          hold={hold}
        />
        <div className="flex flex-col gap-4">
          {openTypes && (
            <Suspense>
              <OpenLecons />
            </Suspense>
          )}
          <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
            <WeekOverview lundi={lundi} aujourdhui={maintenant.jour} />
          </Suspense>
        </div>
      </div>
    </div>
  );
}

type SectionProps = { form: ReservationForm };

function Title({ number, children }: { number: number; children: ReactNode }) {
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
}

function Lecon({
  form: {
    offer: { types },
    draft: { brouillon, type, jour, choisi: client, joined },
    edit: { setType, setNombre, setNom, setMoi },
    pour,
  },
}: SectionProps) {
  return (
    <Card className="@container flex flex-col gap-3.5 @lg:gap-4" aria-busy={types.isPending}>
      <Title number={1}>La leçon</Title>
      {types.isPending && <TypeLeconSkeleton />}
      {types.isError && !types.data && (
        <Unreadable queries={[types]}>{TEXTES.typesIllisibles}</Unreadable>
      )}
      {types.data?.length === 0 && <p className="text-muted">{TEXTES.aucunType}</p>}
      {types.data && types.data.length > 0 && (
        <TypeLeconCards
          types={types.data}
          chosen={brouillon.type_lecon}
          jour={jour}
          onChoose={setType}
        />
      )}
      {type && (
        <NombrePersonnes
          max={joined?.rejoindre ?? type.max_personnes}
          limited={joined !== undefined}
          chosen={brouillon.nombre_personnes}
          onChoose={setNombre}
        />
      )}
      {type && brouillon.noms_participants.length > 0 && (
        <ParticipantList
          noms={brouillon.noms_participants}
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
                      onChoose={(chosen) => pour.chooseCompte(index, chosen)}
                    />
                  </Suspense>
                )
              : undefined
          }
        >
          {!client && (
            <Suspense>
              <CavalierButtons noms={brouillon.noms_participants} onNom={setNom} />
            </Suspense>
          )}
        </ParticipantList>
      )}
    </Card>
  );
}

function Day({ form }: SectionProps) {
  return (
    <Card className="@container">
      <Jour form={form} title={<Title number={2}>Le jour</Title>} />
    </Card>
  );
}

function PisteAndHeure({ form, grille }: SectionProps & { grille: Ref<HTMLFieldSetElement> }) {
  return (
    <Card className="@container flex flex-col gap-4">
      <Title number={3}>La piste et l'heure</Title>
      <PisteCards chosen={form.draft.brouillon.type_piste} onChoose={form.edit.setPiste} />
      <Heures form={form} ref={grille} />
    </Card>
  );
}

function Remarques({
  form: {
    draft: {
      brouillon: { remarques },
    },
    edit: { setRemarques },
  },
}: SectionProps) {
  return (
    <Card>
      <RemarquesField
        remarques={remarques}
        error={remarques.length > REMARQUES_MAX && RESERVATION_REFUS.remarques_trop_longues.message}
        onChange={setRemarques}
      />
    </Card>
  );
}
