/** The calls that undo an administrator's actions (DESK-50), each with its look-up (UI-32). */
import {
  changeInput,
  closingInput,
  editInput,
  reopeningInput,
  type Undo,
} from '#domain/lessons/undo.ts';
import { client } from '#web/data/client.ts';
import {
  hoursOf,
  useRefermer,
  useRouvrir,
  useUpdateFermeture,
} from '../closures/fermeturesWrites.ts';
import { useNotePresents } from './presences.ts';
import { useRestore } from './supprimees.ts';
import { useRemoveReservation, useUpdateReservation } from './reservationsWrites.ts';

/** `unsure`: an answer was lost, and it is not known yet whether the action is undone. */
export function useUndo(): { perform: (undo: Undo) => Promise<unknown>; unsure: boolean } {
  const update = useUpdateReservation();
  const remove = useRemoveReservation();
  const restore = useRestore();
  const reopen = useRouvrir();
  const close = useRefermer();
  const change = useUpdateFermeture();
  const presents = useNotePresents();
  const perform = async ({ inverse }: Undo): Promise<unknown> => {
    switch (inverse.call) {
      case 'update':
        return update.mutateAsync(editInput(inverse));
      case 'remove':
        return remove.mutateAsync({
          id: inverse.lecons[0].id,
          version: inverse.lecons[0].apres,
        });
      case 'restore':
        return restore.mutateAsync({
          id: inverse.lecons[0].id,
          version: inverse.lecons[0].apres,
        });
      case 'reopen':
        return reopen.mutateAsync(reopeningInput(inverse));
      case 'close': {
        const { pistes, du, au, ...hours } = inverse.fermeture;
        const plage = { pistes, du, au, ...hoursOf(hours) };
        const concernees = await client.fermetures.affected(plage);
        return close.mutateAsync({
          ...closingInput(inverse, concernees),
          ...plage,
        });
      }
      case 'change':
        return change.mutateAsync({ ...changeInput(inverse), du: inverse.fermeture.du });
      case 'presences': {
        const { jour, places } = inverse;
        return presents.mutateAsync({ jour, places: [...places], notee: false });
      }
      case 'none':
        return undefined;
    }
  };
  const all = [update, remove, restore, reopen, close, change, presents];
  return { perform, unsure: all.some((one) => one.unsure) };
}
