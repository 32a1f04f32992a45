import { useRef } from 'react';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import { type Undo, undoOfBooking, undoOfSeat } from '#domain/lessons/undo.ts';
import { type Booked, type Booking, useCreateReservation } from '#web/nouns/lessons/booking.ts';
import { isSameContent } from '#web/data/ecritures.ts';
import { usePending } from '#web/data/attempts.ts';
import { toast } from '#web/ui/hooks/toasts.ts';
import { TEXTES } from './textes.saisie.ts';

/** What the fast entry sends; `avant`: the lesson before it adds a seat there. */
type Envoi = Booking & { avant: ReservationAsRead | null };
export type Stored = { lecon: Booked; sent: Envoi; undo: Undo | null };

/**
 * The call of the fast entry. A new press of the same entry is the same attempt (UI-113). `onStored` is
 * also called for one of an earlier page or visit.
 */
export function useEnvois(onStored: (stored: Stored) => void) {
  const creation = useCreateReservation(() => {});
  const told = useRef(new Set<string>());
  /** An earlier press of the same attempt may be answered too. */
  const finish = (lecon: Booked, sent: Envoi) => {
    if (told.current.has(sent.id)) return;
    told.current.add(sent.id);
    onStored({ lecon, sent, undo: undoOf(lecon, sent) });
  };
  const pending = usePending<Envoi, Booked>({
    name: 'saisies.1',
    lookUp: ({ avant: _, ...booking }, seeking) => creation.lookUp(booking, seeking),
    onFound: finish,
    onMissing: ({ noms_participants: [nom = ''] }) => toast('info', TEXTES.absente(nom)),
  });
  const earlier = (input: Omit<Envoi, 'id'>) =>
    pending.find((sent) => isSameContent(withoutBefore(sent), withoutBefore(input)));
  return {
    isPending: creation.isPending,
    unsure: creation.unsure,
    /** Whether the same entry was sent before, and its result is not known. */
    isAwaited: (input: Omit<Envoi, 'id'>): boolean => {
      const known = creation.isPending ? undefined : earlier(input);
      return known !== undefined && !known.absent;
    },
    /** Throws as the call. */
    send: async (input: Omit<Envoi, 'id'>): Promise<void> => {
      const known = earlier(input);
      const { answer, sent } = await pending.send(
        known?.id,
        known ?? input,
        ({ avant: _, ...booking }) => creation.mutateAsync(booking),
      );
      finish(answer, sent);
    },
  };
}

/** The version of the lesson before is another one after any change. */
const withoutBefore = ({ avant: _, ...booking }: Omit<Envoi, 'id'>): object => booking;

const undoOf = (lecon: Booked, { avant, noms_participants: [nom = ''] }: Envoi): Undo | null =>
  avant ? undoOfSeat(avant, lecon, nom) : undoOfBooking(lecon);
