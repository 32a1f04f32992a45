import { isSameContent } from '#web/data/ecritures.ts';
import { type Booked, type Booking, useCreateReservation } from '#web/nouns/lessons/booking.ts';
import { usePending } from '#web/data/attempts.ts';

type Handlers = {
  /** What is said while the result is not known, and of a booking that is not stored. */
  tell: (message: string) => void;
  /** Of a booking that an earlier page or visit has sent. */
  onFound: (reservation: Booked, sent: Booking, edited: string) => void;
};

/** The call of the booking form. The same form that is sent again is the same attempt (UI-113). */
export function useEnvois({ tell, onFound }: Handlers) {
  const creation = useCreateReservation(tell);
  const pending = usePending<Booking, Booked>({
    name: 'reservations.1',
    lookUp: creation.lookUp,
    onFound,
    onMissing: (_, message) => tell(message),
    onUnsure: tell,
  });
  /** Throws as the call. */
  return async (input: Omit<Booking, 'id'>): Promise<Booked> => {
    const known = pending.find((sent) => isSameContent(sent, input));
    return (await pending.send(known?.id, input, creation.mutateAsync)).answer;
  };
}
