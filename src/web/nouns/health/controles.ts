/** The checks of the service, for administrators. */
import { useMutation } from '@tanstack/react-query';
import { orpc } from '#web/data/queries.ts';

/** Run when someone presses the button, never automatically (OPS-68). */
export const useRunControles = () => useMutation(orpc.controles.run.mutationOptions());
