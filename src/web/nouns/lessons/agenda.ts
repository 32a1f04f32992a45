/** The calendar file of one of the person's own lessons (RIDE-85). */
import { useMutation } from '@tanstack/react-query';
import { client } from '#web/data/client.ts';

/** A mutation, not a query: it hands over a file, and its result is not cached. */
export const useAgenda = () =>
  useMutation({ mutationFn: (lecon: { id: string }) => client.flux.lecon(lecon) });
