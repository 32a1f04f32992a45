import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import { formatJour } from '#domain/calendrier.ts';
import { PISTES, TYPES_PISTE, type TypePiste } from '#domain/creneaux.ts';
import type { ReservationAsRead } from '#domain/brouillon_modification.ts';
import { lastJour, FIRST_JOUR } from '#domain/reservations.ts';
import type { TypeLecon } from '#domain/types_lecons.ts';
import { useNow } from '#web/data/horloge.ts';
import { useAllRead } from '#web/data/queries.ts';
import { useReservations } from '#web/data/queriesReservations.ts';
import { useTypesOrDefaults } from '#web/data/queriesTypesLecons.ts';
import { ReservationAdminCard } from '#web/parts/ReservationAdminCard.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { useMedia } from '#web/ui/useMedia.ts';
import { useJour, useLeconVisee } from './adresse.ts';
import { ImprimerJour } from './impression/ImprimerJour.tsx';
import { isDeplacee, LeconDeplacee, type Tell } from './LeconDeplacee.tsx';
import { ModifierReservation } from './ModifierReservation.tsx';
import { SupprimerReservation } from './VueDuJourSuppression.tsx';
import { TELEPHONE } from './textes.ts';
import { TEXTES } from './VueDuJourTextes.ts';

const AUCUN_TYPE: readonly TypeLecon[] = [];

/** The daily view (DESK-11). It opens without a day; a button selects today. */
export function VueDuJour({ onDone }: { onDone: Tell }) {
  const { jour: aujourdhui } = useNow();
  const { jour, setJour } = useJour();
  const [modifiee, setModifiee] = useState<ReservationAsRead | null>(null);
  const [supprimee, setSupprimee] = useState<ReservationAsRead | null>(null);
  const journee = useReservations(jour);
  const types = useTypesOrDefaults() ?? AUCUN_TYPE;
  const visee = useLeconVisee();
  const presente = journee.data?.some((une) => une.id === visee) ?? false;
  useLeconEnVue(presente ? visee : null);
  const titre = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const tellModifiee = (phrase: string, lecon: ReservationAsRead) => {
    if (!modifiee || !isDeplacee(modifiee, lecon)) return onDone(phrase);
    const goThere = () => {
      onDone(null);
      titre.current?.focus();
    };
    onDone(<LeconDeplacee phrase={phrase} lecon={lecon} vers={modifiee.date_reservation === lecon.date_reservation ? null : 'jour'} onFollow={goThere} />, true);
  };
  const dernier = useRef<Element | null>(null);
  // The focused element may be removed with its lesson, moved or deleted, here or elsewhere: the focus then goes to the title.
  useEffect(() => {
    if (!dernier.current || dernier.current.isConnected) return;
    dernier.current = null;
    if (document.activeElement === document.body) titre.current?.focus({ preventScroll: true });
  });
  const noteFocus = ({ target }: FocusEvent) => {
    dernier.current = target;
  };
  return (
    <Card className="@container" aria-labelledby={id} aria-busy={jour !== null && journee.isPending}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} ref={titre} tabIndex={-1} className="mr-auto scroll-mt-20">{TEXTES.titre}</h2>
        <Button variant="secondary" onClick={() => setJour(aujourdhui)}>{TEXTES.aujourdhui}</Button>
        <DatePicker
          label={TEXTES.date}
          placeholder={TEXTES.inviteDate}
          jour={jour}
          today={aujourdhui}
          first={FIRST_JOUR}
          last={lastJour(aujourdhui)}
          onJour={setJour}
          className="@xl:w-72"
        />
        <div className="w-full @xl:w-auto">
          <ImprimerJour jour={jour ?? aujourdhui} reservations={journee.data ?? []} types={types} disabled={!journee.data?.length} />
        </div>
      </div>
      <div className="mt-4" onFocus={noteFocus}>
        {jour === null && <EmptyState title={TEXTES.invite} illustration={<Boot className="size-28" />} />}
        {visee !== null && journee.data && !presente && <Banner kind="info" className="mb-4">{TEXTES.leconAilleurs}</Banner>}
        {jour !== null && journee.isPending && <Attente />}
        {jour !== null && journee.isError && !journee.data && <Unreadable queries={[journee]}>{TEXTES.illisible}</Unreadable>}
        {jour !== null && journee.data && (
          <Journee jour={jour} visee={visee} reservations={journee.data} types={types} onEdit={setModifiee} onRemove={setSupprimee} />
        )}
      </div>
      <ModifierReservation reservation={modifiee} onDone={tellModifiee} onClose={() => setModifiee(null)} fallback={titre} />
      <SupprimerReservation reservation={supprimee} onDone={onDone} onClose={() => setSupprimee(null)} fallback={titre} />
    </Card>
  );
}

/** Scrolls to the lesson of the address, once: when the page above it has been read, so that its place no longer changes. */
function useLeconEnVue(id: string | null) {
  const pret = useAllRead();
  const vue = useRef<string | null>(null);
  useEffect(() => {
    if (id === null || !pret || vue.current === id) return;
    // After the page has focused its own title.
    const timer = setTimeout(() => {
      vue.current = id;
      const carte = document.getElementById(`lecon-${id}`);
      carte?.scrollIntoView({ block: 'center' });
      carte?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [id, pret]);
}

type Actions = { visee: string | null; types: readonly TypeLecon[]; onEdit: (reservation: ReservationAsRead) => void; onRemove: (reservation: ReservationAsRead) => void };

type JourneeProps = Actions & { jour: string; reservations: readonly ReservationAsRead[] };

/** 600 px high at most, scrolled by the arrow keys once it has the focus; on a phone only the page scrolls (DESK-11). */
function Journee({ jour, reservations, ...actions }: JourneeProps) {
  const telephone = useMedia(TELEPHONE);
  if (reservations.length === 0) {
    return <EmptyState title={`Aucune réservation pour le ${formatJour(jour, 'long')}`} illustration={<Boot className="size-28" />} />;
  }
  return (
    <div role="region" tabIndex={telephone ? undefined : 0} aria-label={`Réservations du ${formatJour(jour, 'long')}`} className="relative -m-1 rounded-field p-1 md:max-h-150 md:overflow-y-auto md:overscroll-contain">
      <div className="grid items-start gap-x-6 gap-y-5 @3xl:grid-cols-2">
        {TYPES_PISTE.map((type_piste) => (
          <Piste key={type_piste} type_piste={type_piste} reservations={reservations.filter((reservation) => reservation.type_piste === type_piste)} {...actions} />
        ))}
      </div>
    </div>
  );
}

type PisteProps = Actions & { type_piste: TypePiste; reservations: readonly ReservationAsRead[] };

/** The lessons of one arena by start; the server sorts them. */
function Piste({ type_piste, reservations, visee, types, onEdit, onRemove }: PisteProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-2 flex flex-wrap items-baseline justify-between gap-3 text-lg">
        {PISTES[type_piste].nom}
        <span className="font-sans text-sm font-normal tracking-normal text-muted">
          {reservations.length} réservation{reservations.length > 1 && 's'}
        </span>
      </h3>
      {reservations.length === 0 && <p className="text-muted">{TEXTES.aucuneIci}</p>}
      <ul className="flex flex-col gap-3">
        {reservations.map((reservation) => (
          <li key={reservation.id}>
            <ReservationAdminCard
              reservation={reservation}
              type={types.find(({ value }) => value === reservation.type_lecon) ?? null}
              highlighted={reservation.id === visee}
              onEdit={() => onEdit(reservation)}
              onRemove={() => onRemove(reservation)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Attente() {
  return (
    <div className="grid gap-4 @3xl:grid-cols-2">
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  );
}
