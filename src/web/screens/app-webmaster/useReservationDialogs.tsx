import { type ReactNode, type RefObject, Suspense, useState } from 'react';
import type { Undo } from '#domain/lessons/undo.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import type { Tell } from '#web/data/outcome.ts';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { usePrepared } from '#web/ui/hooks/useUsed.ts';
import { isMoved, MovedLecon } from './move/MovedLecon.tsx';
import { loadUndo } from './useDeskUndo.tsx';

const loadDialogues = () => import('./dialogues.tsx');
/** The documents that are printed. */
export const loadPrints = () => import('#documents/prints/plannings.ts');
const { Part: EditReservation, load: loadEdit } = lazyPart('part', async () => ({
  default: (await loadDialogues()).EditReservation,
}));
const { Part: RemoveReservation, load: loadRemove } = lazyPart('part', async () => ({
  default: (await loadDialogues()).RemoveReservation,
}));
const loadOpened = () => Promise.all([loadEdit(), loadRemove(), loadUndo(), loadPrints()]);
const { Part: Repeter } = lazyPart('part', () => import('./entry/Repeter.tsx'));

type ReservationDialogs = {
  edit: (reservation: ReservationAsRead) => void;
  remove: (reservation: ReservationAsRead) => void;
  cancel: (reservation: ReservationAsRead) => void;
  repeat: (reservation: ReservationAsRead) => void;
  /** Tells what an edit or a move has stored. */
  tellEdited: (
    sentence: string,
    stored: ReservationAsRead,
    undo: Undo | null,
    before?: ReservationAsRead | null,
  ) => void;
  dialogs: ReactNode;
};

/** The dialogs that edit, cancel and delete a reservation. */
export function useReservationDialogs(
  onDone: Tell,
  heading: RefObject<HTMLElement | null>,
): ReservationDialogs {
  usePrepared(loadOpened);
  /** Undefined: never opened, so the code of the dialog is not loaded. */
  const [edited, edit] = useState<ReservationAsRead | null>();
  const [removed, remove] = useState<{ lecon: ReservationAsRead | null; cancels: boolean }>();
  const [repeated, repeat] = useState<ReservationAsRead | null>();
  const tellEdited: ReservationDialogs['tellEdited'] = (
    sentence,
    stored,
    undo,
    before = edited ?? null,
  ) => {
    if (!before || !isMoved(before, stored)) return onDone(sentence, { undo });
    const follow = () => {
      onDone(null);
      heading.current?.focus();
    };
    const onScreen = before.date_reservation === stored.date_reservation;
    onDone(<MovedLecon sentence={sentence} lecon={stored} away={!onScreen} onFollow={follow} />, {
      stays: true,
      undo,
    });
  };
  return {
    edit,
    remove: (lecon) => remove({ lecon, cancels: false }),
    cancel: (lecon) => remove({ lecon, cancels: true }),
    repeat,
    tellEdited,
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
              reservation={removed.lecon}
              cancels={removed.cancels}
              onDone={onDone}
              onClose={() => remove({ ...removed, lecon: null })}
              fallback={heading}
            />
          </Suspense>
        )}
        {repeated !== undefined && (
          <Suspense>
            <Repeter
              reservation={repeated}
              onDone={(...told) => {
                repeat(null);
                onDone(...told);
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
