/** The writes about the caller's riders (RIDE-20), or of a customer, for administrators (CLI-25). */
import { api } from '#contract/api.ts';
import type { Cavalier, CavalierSaisi } from '#domain/riders/cavaliers.ts';
import { client as calls, refusalOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { isTyped, sure, UNSURE, useSurely } from '#web/data/surely.ts';

/** `client`: whose riders; the caller's own without it. */
type Of = { client?: string | undefined };

const listOf = ({ client }: Of): Promise<Cavalier[]> =>
  client === undefined ? calls.cavaliers.list() : calls.cavaliers.listOf({ client });
const findCavalier = async ({ client, ...asked }: Of & CavalierSaisi) =>
  (await listOf({ client })).find((one) => isTyped(one, asked)) ?? null;

const ADDITION = sure<Of & CavalierSaisi, Cavalier>({
  write: ({ client, ...asked }) =>
    client === undefined
      ? calls.cavaliers.create(asked)
      : calls.cavaliers.createOf({ client, ...asked }),
  find: findCavalier,
  ended: ['cavalier_existe'],
});
const UPDATE = sure<Of & Cavalier, Cavalier>({
  write: ({ client, ...asked }) =>
    client === undefined
      ? calls.cavaliers.update(asked)
      : calls.cavaliers.updateOf({ client, ...asked }),
  find: ({ version: _, ...asked }) => findCavalier(asked),
  own: ['cavalier_change'],
});
const REMOVAL = sure<Of & { id: string }, { success: boolean }>({
  write: ({ client, id }) =>
    client === undefined
      ? calls.cavaliers.remove({ id })
      : calls.cavaliers.removeOf({ client, id }),
  find: async ({ client, id }) =>
    (await listOf({ client })).some((one) => one.id === id) ? null : { success: true },
});

const NON_ENREGISTRE = "Le cavalier n'a pas pu être enregistré. Veuillez réessayer.";
const NON_RETIRE = "Le cavalier n'a pas pu être retiré. Veuillez réessayer.";

/**
 * Stores and takes out riders of the caller, or of a customer without an account. Both answer a
 * sentence if it was refused, or null. `jour`: today, for the rule about the year of birth.
 */
export function useCavalierWrites(client?: string) {
  const { jour } = useNow();
  const add = useSurely(ADDITION, { call: api.cavaliers.create, once: true, wait: true });
  const update = useSurely(UPDATE, { call: api.cavaliers.update, once: true, wait: true });
  const removal = useSurely(REMOVAL, { call: api.cavaliers.remove, wait: true });
  return {
    jour,
    /** `stored`: null for a new one. */
    save: (
      stored: { id: string; version: number } | null,
      asked: CavalierSaisi,
    ): Promise<string | null> =>
      refusalOf(
        stored === null
          ? add.mutateAsync({ client, ...asked })
          : update.mutateAsync({ client, ...stored, ...asked }),
        NON_ENREGISTRE,
      ),
    remove: (id: string): Promise<string | null> =>
      refusalOf(removal.mutateAsync({ client, id }), NON_RETIRE),
    removing: removal.isPending,
    unsure: removal.unsure ? UNSURE : null,
  };
}
