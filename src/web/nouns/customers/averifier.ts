/** What looks like one person, or like two (CLI-12 to CLI-14). */
import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { orpc } from '#web/data/queries.ts';
import { sure, useSurely } from '#web/data/surely.ts';

/** The names of the seats without a customer, and who has these names. */
export const useNomsSansClient = () => useQuery(orpc.reservations.nomsSansClient.queryOptions());
/** The customers without an account, each with another one who may be the same person. */
export const useSemblables = () => useQuery(orpc.clients.semblables.queryOptions());
/** The riders of the statistics who may be two. */
export const useDoutes = () => useQuery(orpc.orthographes.doutes.queryOptions());

/** Gives the seats of a name to a customer; done if no seat of that name is left (CLI-12). */
const GIVING = sure<{ nom: string; client: string | null }, { places: number }>({
  write: client.reservations.donnerPlaces,
  find: async ({ nom }) =>
    (await client.reservations.nomsSansClient()).some((one) => one.nom === nom)
      ? null
      : { places: 0 },
  ended: ['places_attribuees'],
});
/** Ends once the names have been read again: the focus moves to what is left. */
export const useGivePlaces = () =>
  useSurely(GIVING, { call: api.reservations.donnerPlaces, once: true, wait: true });
