/** The backups, for administrators. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { orpc, useReadAgainAfter } from '#web/data/queries.ts';

export const useSauvegardes = () => useQuery(orpc.sauvegardes.get.queryOptions());

/** Whether backups fail (OPS-24), and what was changed in the database (OPS-47). */
export const useAlerteSauvegardes = () => useQuery(orpc.sauvegardes.alerte.queryOptions());

export const useBeginSauvegarde = () =>
  useMutation(
    orpc.sauvegardes.begin.mutationOptions({
      onSettled: useReadAgainAfter(api.sauvegardes.begin, { wait: true }),
    }),
  );

/**
 * A backup file, after the person has confirmed the session (OPS-23). A mutation, not a query: its
 * result is not cached.
 */
export const useDownloadSauvegarde = () =>
  useMutation({
    mutationFn: (wanted: { nom: string; password: string; code?: string }) =>
      client.sauvegardes.download(wanted),
  });
