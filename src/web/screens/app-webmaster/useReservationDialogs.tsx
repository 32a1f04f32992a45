import { type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import type { ReservationAsRead } from '#domain/reservations/places_modification.ts';
import { later } from '#web/ui/later.tsx';
import { isMoved, MovedLecon, type Tell } from './MovedLecon.tsx';

const loadDialogues = () => import('./dialogues.tsx');
const { Part: EditReservation } = later('part', async () => ({
  default: (await loadDialogues()).EditReservation,
}));
const { Part: RemoveReservation } = later('part', async () => ({
  default: (await loadDialogues()).RemoveReservation,
}));
const { Part: Repeter } = later('part', () => import('./Repeter.tsx'));

/**
 * Loads the code of these dialogs at the first sign that somebody uses the page, so that it is there
 * when a dialog is opened. A failure is shown then.
 */
function usePreparedDialogues(): void {
  useEffect(() => {
    const used = new AbortController();
    const prepare = () => {
      used.abort();
      loadDialogues().catch(() => {});
    };
    for (const type of ['pointermove', 'pointerdown', 'keydown'])
      window.addEventListener(type, prepare, { passive: true, signal: used.signal });
    return () => used.abort();
  }, []);
}

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
  usePreparedDialogues();
  /** Undefined: never opened, so the code of the dialog is not loaded. */
  const [edited, edit] = useState<ReservationAsRead | null>();
  const [removed, remove] = useState<ReservationAsRead | null>();
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
        {edited !== undefined && (
          <Suspense>
            <EditReservation
              reservation={edited}
              onDone={tellEdited}
              onClose={() => edit(null)}
              fallback={heading}
            />
          </Suspense>
        )}
        {removed !== undefined && (
          <Suspense>
            <RemoveReservation
              reservation={removed}
              onDone={onDone}
              onClose={() => remove(null)}
              fallback={heading}
            />
          </Suspense>
        )}
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
