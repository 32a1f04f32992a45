import { ChevronDown, UserRoundX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import { useSansClient } from '#web/nouns/lessons/reservations.ts';
import { PATHS } from '#web/paths/paths.ts';
import { leconLink } from '#web/paths/reservation.ts';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { A_FAIRE } from '../shared/textes.ts';

/** The seats without a customer: the way to the lesson of each, and to their names (CLI-09). */
export function SansClient() {
  const { total = 0, places = [] } = useSansClient().data ?? {};
  const [open, setOpen] = useState(false);
  const sentence = total === 0 ? null : A_FAIRE.places(total);
  // The list disappears with its last seat, and the focus in it too.
  const shown = useRef(false);
  useEffect(() => {
    if (shown.current && total === 0 && document.activeElement === document.body)
      document.querySelector<HTMLElement>('h1')?.focus();
    shown.current = open && total > 0;
  }, [open, total]);
  return (
    <>
      {/* Not the list: its buttons and refusals would be read as a whole at each change. */}
      <p role="status" className="sr-only">
        {sentence}
      </p>
      {sentence !== null && (
        <details
          open={open}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          className="group rounded-field border border-hairline bg-card open:w-full"
        >
          <summary className="flex min-h-11 list-none items-center gap-2 rounded-field px-2.5 text-sm -outline-offset-4 pointer-fine:min-h-6.5">
            <UserRoundX aria-hidden className="size-4 shrink-0 text-cognac" />
            <span className="min-w-0 flex-1 font-medium wrap-anywhere">{sentence}</span>
            <ChevronDown
              aria-hidden
              className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
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
              <Link
                to={PATHS.averifier.path}
                className="link mt-2 inline-flex min-h-11 items-center"
              >
                {A_FAIRE.verifier}
              </Link>
            </div>
          )}
        </details>
      )}
    </>
  );
}
