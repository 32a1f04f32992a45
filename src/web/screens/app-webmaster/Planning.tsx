import { Hourglass } from 'lucide-react';
import { type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { weekOf } from '#domain/calendrier.ts';
import type { ReservationAsRead } from '#domain/brouillon_modification.ts';
import { horaireOf } from '#domain/parametres.ts';
import { gridOf, indexTypes, isOnPlanning, leconOf } from '#domain/planning.ts';
import { useNow } from '#web/data/horloge.ts';
import { useCentre } from '#web/data/queries.ts';
import { useTypesOrDefaults } from '#web/data/queriesTypesLecons.ts';
import { useReservations } from '#web/data/queriesReservations.ts';
import { Legend } from '#web/parts/Legend.tsx';
import { PlanningCard } from '#web/parts/PlanningCard.tsx';
import { HoverCard } from '#web/ui/HoverCard.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { useMedia } from '#web/ui/useMedia.ts';
import { isDeplacee, LeconDeplacee, type Tell } from './LeconDeplacee.tsx';
import { ModifierReservation } from './ModifierReservation.tsx';
import { PlanningEntete } from './PlanningEntete.tsx';
import { PlanningDuJour, PlanningDeLaSemaine } from './PlanningTables.tsx';
import { SKELETON_ROWS, TELEPHONE, TEXTES } from './textes.ts';
import { useSemaine } from './adresse.ts';
import { SupprimerReservation } from './VueDuJourSuppression.tsx';

/** The weekly planning, a table per arena (DESK-04). */
export function Planning({ onDone }: { onDone: Tell }) {
  const maintenant = useNow();
  const semaine = useSemaine(maintenant.jour);
  const { lundi } = semaine;
  const jours = useMemo(() => weekOf(lundi), [lundi]);
  const reservations = useReservations(lundi, jours[6] ?? lundi);
  const liste = useTypesOrDefaults();
  const types = useMemo(() => liste && indexTypes(liste), [liste]);
  const planifiees = useMemo(() => reservations.data?.filter(isOnPlanning), [reservations.data]);
  const regles = useCentre().data?.regles;
  const grille = useMemo(
    () => (planifiees && types ? gridOf(planifiees, jours, types, maintenant, regles && horaireOf(regles, false)) : null),
    [planifiees, jours, types, maintenant, regles],
  );
  const telephone = useMedia(TELEPHONE);
  const [modifiee, setModifiee] = useState<ReservationAsRead | null>(null);
  const [supprimee, setSupprimee] = useState<ReservationAsRead | null>(null);
  const titre = useRef<HTMLHeadingElement>(null);
  const follow = useLienInterne();
  const id = useId();
  const tellModifiee = (phrase: string, lecon: ReservationAsRead) => {
    if (!modifiee || !isDeplacee(modifiee, lecon)) return onDone(phrase);
    const goThere = () => {
      onDone(null);
      titre.current?.focus();
    };
    onDone(<LeconDeplacee phrase={phrase} lecon={lecon} vers={modifiee.date_reservation === lecon.date_reservation ? null : 'semaine'} onFollow={goThere} />, true);
  };
  const illisible = reservations.isError && !reservations.data;

  const carteOf = (cle: string) => {
    const reservation = planifiees?.find((une) => une.id === cle);
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
          onEdit={() => setModifiee(reservation)}
          onRemove={() => setSupprimee(reservation)}
        />
      ),
    };
  };

  return (
    <section aria-labelledby={id} aria-busy={!grille && !illisible} className="@container flex flex-col gap-4 rounded-card border border-hairline bg-card p-4 shadow-card sm:p-6 max-sm:px-3">
      <PlanningEntete id={id} ref={titre} semaine={semaine} reservations={planifiees} types={liste} />
      {planifiees?.length === 0 && (
        <p className="rounded-field bg-sand-soft px-4 py-3">
          <strong className="block font-title text-lg font-semibold">{TEXTES.vide}</strong>
          <span className="text-muted">{(jours[6] ?? '') < maintenant.jour ? TEXTES.videPassee : TEXTES.videAide}</span>
        </p>
      )}
      {illisible && <Unreadable queries={[reservations]}>{TEXTES.illisible}</Unreadable>}
      {!illisible && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 *:first:max-sm:w-full">
          <Legend example="5/6" />
          <p className="flex items-center gap-1 text-fine text-muted @lg:text-sm"><Hourglass aria-hidden className="size-3.5" /> {TEXTES.attente}</p>
        </div>
      )}
      {!illisible && !grille && <Attente />}
      {grille && (
        <HoverCard card={carteOf} fallback={titre}>
          {/* oxlint-disable-next-line click-events-have-key-events -- a link pressed by the keyboard clicks too */}
          <div onClick={follow} className="flex flex-col gap-6">
            {telephone
              ? <PlanningDuJour jour={semaine.jour} onJour={semaine.setJour} grille={grille} jours={jours} aujourdhui={maintenant.jour} />
              : <PlanningDeLaSemaine grille={grille} jours={jours} aujourdhui={maintenant.jour} />}
          </div>
        </HoverCard>
      )}
      <ModifierReservation reservation={modifiee} onDone={tellModifiee} onClose={() => setModifiee(null)} fallback={titre} />
      <SupprimerReservation reservation={supprimee} onDone={onDone} onClose={() => setSupprimee(null)} fallback={titre} />
    </section>
  );
}

/** The hundreds of free cells are plain links: one handler follows them without loading the application again. */
function useLienInterne() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(link.pathname + link.search);
  };
}

function Attente() {
  return (
    <div className="flex flex-col gap-1">
      {Array.from({ length: SKELETON_ROWS }, (_, i) => <Skeleton key={i} className="h-11" />)}
    </div>
  );
}
