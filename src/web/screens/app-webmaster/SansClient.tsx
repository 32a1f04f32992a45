import { ChevronDown, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import { useSansClient } from '#web/data/queries/reservations.ts';
import { leconLink } from '#web/paths/reservation.ts';
import { Link } from '#web/ui/navigation.tsx';

/** The seats without a customer, each with the way to its lesson (CLI-09). */
export function SansClient() {
  const { total = 0, places = [] } = useSansClient().data ?? {};
  const [open, setOpen] = useState(false);
  return (
    <div role="status">
      {total > 0 && (
        <details
          open={open}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          className="group mt-4 rounded-field border border-hairline bg-card"
        >
          <summary className="flex min-h-11 list-none items-center gap-3 rounded-field px-4 py-2.5 -outline-offset-4">
            <UserRoundX aria-hidden className="size-5 shrink-0 text-cognac" />
            <span className="min-w-0 flex-1 font-medium wrap-anywhere">
              {total === 1 ? 'Une place est sans client.' : `${total} places sont sans client.`}
            </span>
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          {open && (
            <div className="border-t border-hairline px-4 py-3">
              <ul className="columns-1 gap-6 sm:columns-2 xl:columns-3">
                {places.map((place) => (
                  <li key={place.place} className="break-inside-avoid">
                    <Link to={leconLink(place)} className="link">
                      {formatJour(place.date_reservation, 'moyen')},{' '}
                      {formatHeure(place.heure_debut)}
                    </Link>{' '}
                    <bdi className="wrap-anywhere">{place.nom}</bdi>
                  </li>
                ))}
              </ul>
              {total > places.length && (
                <p className="mt-2 text-muted">
                  {total - places.length === 1
                    ? 'Et une autre, plus tard.'
                    : `Et ${total - places.length} autres, plus tard.`}
                </p>
              )}
            </div>
          )}
        </details>
      )}
    </div>
  );
}
