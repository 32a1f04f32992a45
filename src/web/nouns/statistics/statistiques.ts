/** The statistics, for administrators. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { orpc } from '#web/data/queries.ts';
import { removal, useSurely } from '#web/data/surely.ts';

type Filtre = { du?: string; au?: string; cavalier?: string };

/** PRICE-06. The figures of the previous filter stay until the next ones arrive. */
export const useStatistiques = (filter: Filtre) =>
  useQuery(
    orpc.statistiques.get.queryOptions({ input: filter, placeholderData: keepPreviousData }),
  );

/** The same figures for each account (PRICE-24). */
export const useFamilles = ({ du, au }: Filtre) =>
  useQuery(
    orpc.statistiques.familles.queryOptions({
      input: { ...(du && { du }), ...(au && { au }) },
      placeholderData: keepPreviousData,
    }),
  );

/** Occupancy by weekday and hour, and revenue by month (PRICE-27). */
export const useGraphiques = ({ du, au }: Filtre) =>
  useQuery(
    orpc.statistiques.graphiques.queryOptions({
      input: { ...(du && { du }), ...(au && { au }) },
      placeholderData: keepPreviousData,
    }),
  );

/** The riders that the filter offers for a period. */
export const useCavaliers = ({ du, au }: Filtre) =>
  useQuery(
    orpc.statistiques.cavaliers.queryOptions({
      input: { ...(du && { du }), ...(au && { au }) },
      placeholderData: keepPreviousData,
    }),
  );

/** The lessons of one rider. */
export const useLeconsDeCavalier = (filter: Omit<Filtre, 'cavalier'> & { cle: string }) =>
  useQuery(orpc.statistiques.lecons.queryOptions({ input: filter }));

/** The billed seats of a period that have no price (PRICE-20). */
export const useLeconsSansPrix = (filter: Filtre) =>
  useQuery(orpc.statistiques.lecons.queryOptions({ input: { ...filter, sans_prix: '1' } }));

/** The lessons of every rider, read once for the export (PRICE-11). */
export const useExportLecons = () => useMutation(orpc.statistiques.lecons.mutationOptions());

/** What is billed of seats that left after the deadline (LIG-05). */
export const useLignes = ({ du, au }: Filtre) =>
  useQuery(
    orpc.statistiques.lignes.queryOptions({
      input: { ...(du && { du }), ...(au && { au }) },
      placeholderData: keepPreviousData,
    }),
  );

const REMOVAL = removal(client.statistiques.removeLigne, () => client.statistiques.lignes({}));

/** It ends once the lines have been read again. */
export const useRemoveLigne = () =>
  useSurely(REMOVAL, { call: api.statistiques.removeLigne, once: true, wait: true });
