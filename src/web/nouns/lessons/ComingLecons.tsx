// chunk: app
import { Fragment, type ReactNode, useState } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { byMonth, countOf, firstComing } from '#domain/lessons/lecons_a_venir.ts';
import type { StatutReservation } from '#domain/lessons/reservations.ts';
import { Button } from '#web/ui/basics/Button.tsx';

/** How many confirmed or waiting lessons are shown before the person asks for the others. */
const FIRST = 3;

type ComingLeconsProps<L> = {
  lecons: readonly L[];
  /** The id of the lesson that is shown before all months. */
  first?: string | null;
  card: (lecon: L) => ReactNode;
};

/** A person's coming lessons: the first three, then all, by month if they are many (RIDE-86). */
export function ComingLecons<
  L extends { id: string; date_reservation: string; statut: StatutReservation },
>({ lecons, first = null, card }: ComingLeconsProps<L>) {
  const [all, setAll] = useState(false);
  const nearest = firstComing(lecons, FIRST);
  return (
    <>
      {byMonth(all ? lecons : nearest, first).map(({ mois, lecons: shown }) => (
        <Fragment key={mois}>
          {mois && (
            <h3 className="mt-4 text-base text-muted first-letter:uppercase">
              {formatJour(`${mois}-15`, 'mois')}
            </h3>
          )}
          <ul className="divide-y divide-hairline">
            {shown.map((lecon) => (
              <li key={lecon.id}>{card(lecon)}</li>
            ))}
          </ul>
        </Fragment>
      ))}
      {lecons.length > nearest.length && (
        <Button
          variant="secondary"
          className="mt-4 w-full"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Voir moins' : `Voir les ${countOf(lecons)} réservations`}
        </Button>
      )}
    </>
  );
}
