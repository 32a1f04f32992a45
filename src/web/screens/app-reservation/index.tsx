import { type ReactNode, useEffect, useRef } from 'react';
import { formatJour } from '#domain/calendrier.ts';
import { REFUS } from '#domain/errors.ts';
import { REMARQUES_MAX } from '#domain/reservations.ts';
import { ReachCentre } from '#web/parts/Contact.tsx';
import { CreneauGrid, CreneauSkeleton } from '#web/parts/CreneauGrid.tsx';
import { Legend } from '#web/parts/Legend.tsx';
import { NombrePersonnes } from '#web/parts/NombrePersonnes.tsx';
import { ParticipantList } from '#web/parts/ParticipantList.tsx';
import { PisteCards } from '#web/parts/PisteCards.tsx';
import { RemarquesField } from '#web/parts/RemarquesField.tsx';
import { TypeLeconCards, TypeLeconSkeleton } from '#web/parts/TypeLeconCards.tsx';
import { WeekStrip } from '#web/parts/WeekStrip.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { MesReservations } from './MesReservations.tsx';
import { Recapitulatif } from './Recapitulatif.tsx';
import { ReserverPour } from './ReserverPour.tsx';
import { SemaineApercu } from './SemaineApercu.tsx';
import { POUR, TEXTES } from './textes.ts';
import { type ReservationForm, useReservationForm } from './useReservationForm.ts';

/** /app/reservation: the booking form (BOOK-10), then one's own coming lessons. */
export default function Reservation() {
  const form = useReservationForm();
  const { status: { outcome, nouvelle }, offer: { maintenant, lundi } } = form;
  const bookedForSelf = outcome?.kind === 'booked' && outcome.client === null;
  const recapitulatif = useRef<HTMLElement>(null);
  const grille = useRef<HTMLFieldSetElement>(null);

  // The pressed button is disabled by then, so the focus moves on: after a lost race to the grid
  // (its alert says the sentence), after one's own booking to the new lesson, otherwise to the summary, which is in view.
  useEffect(() => {
    if (!outcome || outcome.kind === 'heureLost' || bookedForSelf) return;
    if (outcome.kind === 'refused' && outcome.heureTaken) {
      grille.current?.focus({ preventScroll: true });
      grille.current?.scrollIntoView({ block: 'nearest' });
    } else {
      recapitulatif.current?.focus({ preventScroll: true });
      recapitulatif.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [outcome, bookedForSelf]);

  return (
    <div className="@container">
      <h1 tabIndex={-1}>Réserver une leçon</h1>
      <p className="text-muted">Choisissez votre leçon, votre jour et votre piste.</p>
      <form
        noValidate
        aria-label="Réserver une leçon"
        className="mt-3 flex flex-col gap-3 @4xl:mt-6 @4xl:grid @4xl:grid-cols-[minmax(0,1fr)_18rem] @4xl:gap-x-6 @5xl:grid-cols-[minmax(0,1fr)_20rem]"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <div className="flex min-w-0 flex-col gap-3 @4xl:gap-6">
          {form.pour && <ReserverPour pour={form.pour} />}
          <Lecon form={form} />
          <JourDeLecon form={form} />
          <PisteEtHeure form={form} grille={grille} />
          <Remarques form={form} />
        </div>
        <Recapitulatif form={form} ref={recapitulatif} />
      </form>
      <div className="mt-6 grid gap-4 @4xl:grid-cols-[minmax(0,1fr)_18rem] @4xl:gap-6 @5xl:grid-cols-[minmax(0,1fr)_20rem]">
        <MesReservations maintenant={maintenant} nouvelle={nouvelle} succes={bookedForSelf ? TEXTES.succes : null} />
        <div><SemaineApercu lundi={lundi} aujourdhui={maintenant.jour} /></div>
      </div>
    </div>
  );
}

type SectionProps = { form: ReservationForm };

function Titre({ numero, children }: { numero: number; children: ReactNode }) {
  return (
    <h2 className="flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className="grid size-7 shrink-0 place-items-center rounded-full bg-cognac-soft font-sans text-sm font-semibold text-cognac">{numero}</span>
      {children}
    </h2>
  );
}

function Lecon({ form: { offer: { types }, draft: { brouillon, type, client }, edit: { setType, setNombre, setNom, setMoi } } }: SectionProps) {
  return (
    <Card className="@container flex flex-col gap-3.5 @lg:gap-4" aria-busy={types.isPending}>
      <Titre numero={1}>La leçon</Titre>
      {types.isPending && <TypeLeconSkeleton />}
      {types.isError && !types.data && <Unreadable queries={[types]}>{TEXTES.typesIllisibles}</Unreadable>}
      {types.data?.length === 0 && <p className="text-muted">{TEXTES.aucunType}</p>}
      {types.data && types.data.length > 0 && <TypeLeconCards types={types.data} chosen={brouillon.type_lecon} onChoose={setType} />}
      {type && <NombrePersonnes max={type.max_personnes} chosen={brouillon.nombre_personnes} onChoose={setNombre} />}
      {type && brouillon.noms_participants.length > 0 && (
        <ParticipantList noms={brouillon.noms_participants} onNom={setNom} onSelf={setMoi} selfLabel={client ? <>{POUR.sonNom}<span className="sr-only"> : {client.nom}</span></> : undefined} />
      )}
    </Card>
  );
}

function JourDeLecon({ form: { draft: { jour }, offer: { lundi, maintenant, dernier }, edit: { setLundi, setJour, setAujourdhui } } }: SectionProps) {
  return (
    <Card className="@container">
      <WeekStrip
        title={<Titre numero={2}>Le jour</Titre>}
        lundi={lundi}
        chosen={jour}
        today={maintenant.jour}
        last={dernier}
        onLundi={setLundi}
        onJour={setJour}
        onToday={setAujourdhui}
      />
    </Card>
  );
}

type PisteEtHeureProps = SectionProps & { grille: React.Ref<HTMLFieldSetElement> };

function PisteEtHeure({ form: { draft, offer: { grille, contact }, edit: { setPiste, setHeure } }, grille: ref }: PisteEtHeureProps) {
  const { brouillon, jour, fin } = draft;
  const libres = grille.creneaux?.filter(({ etat }) => etat === 'libre').length;
  const lecture = grille.lecture && brouillon.type_piste !== null;
  return (
    <Card className="@container flex flex-col gap-4">
      <Titre numero={3}>La piste et l'heure</Titre>
      <PisteCards chosen={brouillon.type_piste} onChoose={setPiste} />
      <fieldset ref={ref} tabIndex={-1} aria-busy={lecture} className="scroll-mt-20 rounded-field">
        <legend className="sr-only">Heure de début, {formatJour(jour, 'long')}</legend>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p aria-hidden className="font-medium first-letter:uppercase">{formatJour(jour, 'long')}</p>
          <p aria-live="polite" className="min-h-6 text-sm leading-6 text-muted">{nombreEnMots(libres)}</p>
        </div>
        <div className="mt-1.5 mb-2.5">
          <Legend example="5 places" />
          {contact && <p className="mt-1.5 text-fine leading-5 text-muted @lg:text-sm [&_a]:-my-2.5">{TEXTES.orange} <ReachCentre contact={contact} /></p>}
        </div>
        {grille.illisible && <Unreadable queries={[grille.disponibilites]} className="mb-3">{TEXTES.disponibilitesIllisibles}</Unreadable>}
        {!brouillon.type_piste && !grille.illisible && <p className="mb-2 text-sm text-muted">{TEXTES.dAbordPiste}</p>}
        {lecture ? <CreneauSkeleton /> : (
          <CreneauGrid
            creneaux={grille.creneaux}
            unknownReason={grille.illisible ? 'indisponible' : "choisissez d'abord une piste"}
            chosen={brouillon.heure_debut}
            end={fin}
            onChoose={setHeure}
          />
        )}
      </fieldset>
    </Card>
  );
}

function nombreEnMots(libres: number | undefined): string {
  if (libres === undefined) return '';
  if (libres === 0) return 'aucun créneau libre';
  return libres === 1 ? '1 créneau libre' : `${libres} créneaux libres`;
}

function Remarques({ form: { draft: { brouillon: { remarques } }, edit: { setRemarques } } }: SectionProps) {
  return (
    <Card>
      <RemarquesField remarques={remarques} error={remarques.length > REMARQUES_MAX && REFUS.remarques_trop_longues.message} onChange={setRemarques} />
    </Card>
  );
}
