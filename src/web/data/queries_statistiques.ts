/** The statistics, for administrators. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { orpc } from './queries.ts';

type Filtre = { du?: string; au?: string; cavalier?: string };

/** Decision 31. The figures of the last filter stay until those of the next are there. */
export const useStatistiques = (filtre: Filtre) =>
  useQuery(orpc.statistiques.get.queryOptions({ input: filtre, placeholderData: keepPreviousData }));

/** Whom the filter offers in a period. */
export const useCavaliers = ({ du, au }: Filtre) =>
  useQuery(orpc.statistiques.cavaliers.queryOptions({ input: { ...(du && { du }), ...(au && { au }) }, placeholderData: keepPreviousData }));

/** The lessons of one rider; asked where they are shown. */
export const useLeconsDeCavalier = (filtre: Filtre & { cavalier: string }) =>
  useQuery(orpc.statistiques.lecons.queryOptions({ input: filtre }));

/** The same of every rider, read once when it is asked for: to take along. */
export const useExportLecons = () => useMutation(orpc.statistiques.lecons.mutationOptions());
