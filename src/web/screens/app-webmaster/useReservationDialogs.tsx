import { type ReactNode, type RefObject, Suspense, useState } from 'react';
import type { ReservationAsRead } from '#domain/reservations/brouillon_modification.ts';
import { later } from '#web/ui/later.tsx';
import { EditReservation } from './EditReservation.tsx';
import { isMoved, MovedLecon, type Tell } from './MovedLecon.tsx';
import { RemoveReservation } from './RemoveReservation.tsx';

const { Part: Repeter } = later('part', () => import('./Repeter.tsx'));

type ReservationDialogs = {
  edit: (reservation: ReservationAsRead) => void;
  remove: (reservation: ReservationAsRead) => void;
  repeat: (reservation: ReservationAsRead) => void;
  dialogs: ReactNode;
};

/**
 * The dialogs that edit and delete a reservation. `to`: the search parameter of the view, by which
 * a moved lesson is found.
 */
export function useReservationDialogs(
  onDone: Tell,
  heading: RefObject<HTMLElement | null>,
  to: 'semaine' | 'jour',
): ReservationDialogs {
  const [edited, edit] = useState<ReservationAsRead | null>(null);
  const [removed, remove] = useState<ReservationAsRead | null>(null);
  /** Undefined: never opened, so its code is not loaded. */
  const [repeated, repeat] = useState<ReservationAsRead | null>();
  const tellEdited = (sentence: string, stored: ReservationAsRead) => {
    if (!edited || !isMoved(edited, stored)) return onDone(sentence);
    const follow = () => {
      onDone(null);
      heading.current?.focus();
    };
    const onScreen = edited.date_reservation === stored.date_reservation;
    onDone(
      <MovedLecon sentence={sentence} lecon={stored} to={onScreen ? null : to} onFollow={follow} />,
      true,
    );
  };
  return {
    edit,
    remove,
    repeat,
    dialogs: (
      <>
        <EditReservation
          reservation={edited}
          onDone={tellEdited}
          onClose={() => edit(null)}
          fallback={heading}
        />
        <RemoveReservation
          reservation={removed}
          onDone={onDone}
          onClose={() => remove(null)}
          fallback={heading}
        />
        {repeated !== undefined && (
          <Suspense>
            <Repeter
              reservation={repeated}
              onDone={(sentence) => {
                repeat(null);
                onDone(sentence);
              }}
              onClose={() => repeat(null)}
              fallback={heading}
            />
          </Suspense>
        )}
      </>
    ),
  };
}
