/** The checks of the service, for administrators. */
import { useMutation } from '@tanstack/react-query';
import { orpc } from '../queries.ts';

/** Asked when someone presses, never by itself (OPS-68). */
export const useRunControles = () => useMutation(orpc.controles.run.mutationOptions());
