import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import type { StatutReservation } from '#domain/lessons/reservations.ts';
import { encoreLink } from '#web/paths/reservation.ts';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { TEXTES } from './textes.ts';

type EncoreLinkProps = {
  lecon: { id: string; date_reservation: string; heure_debut: string; statut: StatutReservation };
};

/** The way to the same lesson a week later (RIDE-72). */
export function EncoreLink({
  lecon: { id, date_reservation, heure_debut, statut },
}: EncoreLinkProps) {
  if (statut === 'annulee') return null;
  return (
    <Link to={encoreLink(id)} className="link inline-flex min-h-11 items-center">
      {TEXTES.encore}
      <span className="sr-only">
        &#x202f;: leçon du {formatJour(date_reservation, 'long')} à {formatHeure(heure_debut)}
      </span>
    </Link>
  );
}
