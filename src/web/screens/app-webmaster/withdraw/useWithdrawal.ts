import { modificationIn, raisonOf } from '#domain/lessons/modification.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import { type Undo, undoOfEdit, undoOfRemoval, undoOfSerie } from '#domain/lessons/undo.ts';
import {
  useRemoveReservation,
  useUpdateReservation,
} from '#web/nouns/lessons/reservationsWrites.ts';
import { useRemoveSerie, useUpdateSerie } from '#web/nouns/series.ts';
import { useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import type { Scope } from '../shared/Portee.tsx';
import { ANNULER } from '../shared/textes.ts';
import { cancelledInWords, removedInWords } from '../shared/textes.series.ts';
import { TEXTES } from '../shared/textes.jour.ts';

type Asked = {
  /** The lesson as it was shown, and as it is stored now. */
  lecon: ReservationAsRead;
  read: ReservationAsRead | undefined;
  raison: string;
  /** Seats that leave after the deadline are billed (LIG-02). */
  facturer: boolean;
};

/** How a lesson leaves the planning: deleted (DESK-12), or cancelled and kept (DESK-82). */
export type Withdrawal = {
  pending: boolean;
  unsure: boolean;
  error: Error | null;
  reset: () => void;
  /** What the screen says then, and what undoes it. */
  store: (asked: Asked) => Promise<{ sentence: string; undo: Undo | null }>;
};

type Mutation = Pick<Withdrawal, 'reset' | 'unsure' | 'error'> & { isPending: boolean };

const stateOf = (one: Mutation, several: Mutation): Omit<Withdrawal, 'store'> => ({
  pending: one.isPending || several.isPending,
  unsure: one.unsure,
  error: one.error ?? several.error,
  reset: () => {
    one.reset();
    several.reset();
  },
});

export function useDeletion({ several }: Scope): Withdrawal {
  const removal = useRemoveReservation();
  const removeSerie = useRemoveSerie();
  return {
    ...stateOf(removal, removeSerie),
    store: async ({ lecon, read, raison, facturer }) => {
      // What was typed before the lesson was cancelled is not its reason.
      const asked = {
        raison: lecon.statut === 'annulee' ? null : raisonOf(raison),
        ...(facturer && { facturer }),
      };
      if (!several) {
        await removal.mutateAsync({ id: lecon.id, ...asked });
        return { sentence: TEXTES.supprimee, undo: undoOfRemoval(read ?? lecon) };
      }
      const { lecons } = await removeSerie.mutateAsync({
        id: several.id,
        lecons: several.lecons.map(({ id, version }) => ({ id, version })),
        ...asked,
      });
      return { sentence: removedInWords(lecons), undo: undoOfSerie('suppression', lecons) };
    },
  };
}

/** An edit that only cancels, with the version that was shown (DESK-19). */
export function useCancellation({ several }: Scope): Withdrawal {
  const update = useUpdateReservation();
  const updateSerie = useUpdateSerie();
  const types = useTypesOrDefaults();
  return {
    ...stateOf(update, updateSerie),
    store: async ({ lecon, read, raison, facturer }) => {
      const { id, version } = lecon;
      const asked = {
        ...modificationIn(lecon),
        statut: 'annulee' as const,
        raison: raisonOf(raison),
        ...(facturer && { facturer }),
      };
      if (several) {
        const { lecons } = await updateSerie.mutateAsync({
          ...several.asked({ id, version }),
          ...asked,
        });
        return { sentence: cancelledInWords(lecons), undo: undoOfSerie('modification', lecons) };
      }
      const after = await update.mutateAsync({ id, version, ...asked });
      const before = read?.version === version ? read : lecon;
      const duree = types?.find(({ value }) => value === lecon.type_lecon)?.duree_minutes;
      const undo = undoOfEdit(before, { asked, after, duree });
      return { sentence: ANNULER.annulee, undo };
    },
  };
}
