/** Noting who was present at a lesson (PRES-04). */
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { sure, useSurely } from '#web/data/surely.ts';

type Input = Parameters<typeof client.reservations.setPresences>[0];
type Answer = Awaited<ReturnType<typeof client.reservations.setPresences>>;

const writes = new Map<string, Promise<unknown>>();

/** The notes of a lesson are written one after the other, so that the last press decides. */
function write(input: Input): Promise<Answer> {
  const before = writes.get(input.id) ?? Promise.resolve();
  const written = before.then(
    () => client.reservations.setPresences(input),
    () => client.reservations.setPresences(input),
  );
  writes.set(input.id, written);
  return written;
}

const NOTE = sure<Input, Answer>({
  write,
  find: async ({ id, presences }) => {
    const found = await client.reservations.get({ id });
    const isNoted = presences.every(({ place, presence }) =>
      found.presences?.some((one) => one.place === place && one.presence === presence),
    );
    return isNoted ? found : null;
  },
});

/** It ends once the page has been read again, so that the shown presence does not return. */
export const useSetPresences = () =>
  useSurely(NOTE, { call: api.reservations.setPresences, wait: true });

type Day = Parameters<typeof client.reservations.notePresents>[0];

/** Found if every seat of the day that was meant is noted so, or is gone. */
const NOTE_DAY = sure<Day, Awaited<ReturnType<typeof client.reservations.notePresents>>>({
  write: (input) => client.reservations.notePresents(input),
  find: async ({ jour, places, notee }) => {
    const lecons = await client.reservations.list({ du: jour, au: jour });
    const seats = lecons.flatMap(({ presences = [] }) => presences);
    const others = seats.filter(
      (one) =>
        places.includes(one.place) && one.presence === 'presente' && (one.notee ?? false) !== notee,
    );
    return others.length === 0 ? { places } : null;
  },
});

/** Notes seats of a day as present, or takes this back (PRES-09). */
export const useNotePresents = () =>
  useSurely(NOTE_DAY, { call: api.reservations.notePresents, wait: true });
