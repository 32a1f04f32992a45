import { Link, useLocation, useSearchParams } from '#web/ui/hooks/navigation.tsx';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { LECON } from '../shared/searchParams.ts';
import { TEXTES } from '../shared/textes.ts';

/** True if an edit changed the day, the start or the arena. */
export function isMoved(before: ReservationAsRead, after: ReservationAsRead): boolean {
  return (['date_reservation', 'heure_debut', 'type_piste'] as const).some(
    (field) => before[field] !== after[field],
  );
}

type MovedLeconProps = {
  sentence: string;
  /** The lesson as it is stored now. */
  lecon: ReservationAsRead;
  /** Whether it is on another day. */
  away: boolean;
  onFollow: () => void;
};

/** After an edit that moved a lesson: its new place, and a link to it (DESK-21). */
export function MovedLecon({
  sentence,
  lecon: { date_reservation, heure_debut, type_piste },
  away,
  onFollow,
}: MovedLeconProps) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const nomPiste = useNomPiste();
  const next = new URLSearchParams(params);
  for (const name of ['semaine', LECON]) next.delete(name);
  next.set('jour', date_reservation);
  return (
    <>
      {sentence}. La leçon est maintenant le {formatJour(date_reservation, 'long')} à{' '}
      {formatHeure(heure_debut)}, {nomPiste(type_piste)}.
      {away && (
        <>
          {' '}
          <Link to={`${pathname}?${next}`} onClick={onFollow} className="link">
            {TEXTES.voir}
          </Link>
        </>
      )}
    </>
  );
}
