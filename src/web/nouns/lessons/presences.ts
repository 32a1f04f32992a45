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
