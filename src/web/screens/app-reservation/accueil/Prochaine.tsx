import { ChevronDown, Map as MapIcon, Phone } from 'lucide-react';
import { Suspense } from 'react';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { useCentre } from '#web/data/queries.ts';
import type { MaReservation } from '#web/nouns/lessons/mesReservations.ts';
import { Telephone } from '#web/nouns/people/Contact.tsx';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { ReservationCard } from '#web/nouns/lessons/ReservationCard.tsx';
import { StatutBadge } from '#web/nouns/lessons/StatutBadge.tsx';
import type { Act } from '../OwnLecon.tsx';
import { Line, LineSpace } from '../ownLines.tsx';
import { peopleInWords } from '../Summary.tsx';
import { EncoreLink } from './EncoreLink.tsx';
import { TEXTES } from './textes.ts';

type LeconProps = { lecon: MaReservation; type: TypeLecon | null; onAct: (act: Act) => void };

/** What the person may do with a lesson. */
function Actions({ lecon, onAct }: Omit<LeconProps, 'type'>) {
  const regles = useCentre().data?.regles;
  return (
    <>
      {regles &&
        (regles.annulationHeures ?? regles.changementHeures ?? regles.graceMinutes) !== null && (
          <Suspense fallback={<LineSpace of={lecon} />}>
            <Line lecon={lecon} onAct={onAct} />
          </Suspense>
        )}
      <EncoreLink lecon={lecon} />
    </>
  );
}

/** The next lesson, and how to reach the centre (UI-100). */
export function Prochaine({ lecon, type, onAct }: LeconProps) {
  return (
    <>
      <p className="font-medium first-letter:uppercase">
        {formatJour(lecon.date_reservation, 'long')},{' '}
        <span className="inline-block text-muted">{peopleInWords(lecon.nombre_personnes)}</span>
      </p>
      <ReservationCard reservation={lecon} type={type}>
        <Actions lecon={lecon} onAct={onAct} />
      </ReservationCard>
    </>
  );
}

/**
 * Telephone of the centre and the way to it. The map is opened by the person: nothing is loaded from
 * elsewhere.
 */
export function Joindre() {
  const centre = useCentre().data;
  if (!centre) return <div className="h-12" />;
  const { ville, contact, mentions } = centre;
  const adresse = mentions?.adresse.replaceAll('\n', ', ') || `${ville}, Belgique`;
  return (
    <p className="flex flex-wrap items-center gap-x-6 border-t border-hairline pt-1">
      {contact.telephone !== null && (
        <span className="inline-flex items-center gap-2">
          <Phone aria-hidden className="size-4 text-muted" />
          <Telephone number={contact.telephone} />
        </span>
      )}
      <a
        href={`https://www.openstreetmap.org/directions?${new URLSearchParams({ to: adresse }).toString()}`}
        target="_blank"
        rel="noreferrer"
        className="link inline-flex min-h-11 items-center gap-2"
      >
        <MapIcon aria-hidden className="size-4" />
        {TEXTES.itineraire}
        <span className="sr-only">
          {' '}
          ({ville}){TEXTES.nouvelOnglet}
        </span>
      </a>
    </p>
  );
}

/** Another coming lesson: one line, which opens. */
export function AutreLecon({ lecon, type, onAct }: LeconProps) {
  const nomPiste = useNomPiste();
  const { date_reservation: jour, heure_debut, type_lecon, type_piste, statut } = lecon;
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-field py-1 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1 truncate group-open:whitespace-normal">
          <span className="font-medium">
            {formatJour(jour, 'semaine')} {Number(jour.slice(8))} {formatJour(jour, 'moisCourt')},{' '}
            {formatHeure(heure_debut)}
          </span>{' '}
          <bdi className="text-muted">
            {lecon.noms_participants.join(', ')}, {type?.label ?? type_lecon},{' '}
            {nomPiste(type_piste)}
          </bdi>
        </span>
        {statut !== 'confirmee' && <StatutBadge statut={statut} />}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <ReservationCard reservation={lecon} type={type}>
        <Actions lecon={lecon} onAct={onAct} />
      </ReservationCard>
    </details>
  );
}
