import { useEffect, useEffectEvent } from 'react';
import { isSameContent } from '#web/data/ecritures.ts';
import { type Booked, type Booking, useCreateReservation } from '#web/data/queries/booking.ts';
import { ABSENT, SEARCHED, usePending } from '#web/data/attempts.ts';

type Handlers = {
  /** What is said while the result is not known. */
  onUnsure: (message: string) => void;
  /** Of a booking that an earlier page or visit has sent. */
  onFound: (reservation: Booked, sent: Booking) => void;
  onMissing: (message: string) => void;
};

/** The call of the booking form. The same form that is sent again is the same attempt (UI-113). */
export function useEnvois({ onUnsure, onFound, onMissing }: Handlers) {
  const creation = useCreateReservation(onUnsure);
  const pending = usePending<Booking, Booked>({
    name: 'reservations.1',
    lookUp: creation.lookUp,
    onFound,
    onMissing: () => onMissing(ABSENT),
  });
  const announce = useEffectEvent(() => {
    if (pending.find(() => true)) onUnsure(SEARCHED);
  });
  useEffect(() => announce(), []);
  /** Throws as the call. */
  return async (input: Omit<Booking, 'id'>): Promise<Booked> => {
    const known = pending.find((sent) => isSameContent(sent, input));
    let booked: Booked | undefined;
    await pending.send(
      known?.id,
      input,
      async (asked) => (booked = await creation.mutateAsync(asked)),
    );
    if (!booked) throw new Error('no answer was kept');
    return booked;
  };
}
