import { type Dispatch, useEffect, useRef } from 'react';
import { isCodeReservation } from '#domain/errors/reservation.ts';
import {
  type EditAction,
  type EditState,
  modificationOf,
} from '#domain/lessons/brouillon_modification.ts';
import {
  chosenClients,
  placesOf,
  pricesOf,
  type ReservationAsRead,
} from '#domain/lessons/places_modification.ts';
import { type Undo, undoOfEdit, undoOfSerie } from '#domain/lessons/undo.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useUpdateReservation } from '#web/nouns/lessons/reservationsWrites.ts';
import { useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import { useUpdateSerie } from '#web/nouns/series.ts';
import { toast } from '#web/ui/hooks/toasts.ts';
import type { Scope } from '../shared/Portee.tsx';
import { TEXTES } from '../shared/textes.modification.ts';
import { changedInWords } from '../shared/textes.series.ts';

/**
 * Receives the stored lesson, whether the dialog is still shown, the success message, and what
 * undoes the edit.
 */
export type Saved = (
  stored: ReservationAsRead,
  shown: boolean,
  sentence: string,
  undo: Undo | null,
) => void;

type SaveOptions = {
  state: EditState;
  dispatch: Dispatch<EditAction>;
  scope: Scope;
  onSaved: Saved;
};

/**
 * Stores the draft of an edit, in its lesson or in several of its series. If the dialog was left
 * before the answer arrived, a toast shows a failure (UI-72).
 */
export function useSaveModification({ state, dispatch, scope, onSaved }: SaveOptions) {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const update = useUpdateReservation();
  const updateSerie = useUpdateSerie();
  const types = useTypesOrDefaults();
  const { brouillon, original } = state;
  const { id, version } = original;

  /**
   * `raison`: why the lesson is cancelled; undefined if it is not. `facturer`: bills the seats that
   * leave (LIG-03).
   */
  const save = async (raison: string | null | undefined, facturer: boolean) => {
    const places = placesOf(brouillon);
    const comptes = chosenClients(brouillon, original);
    const prix = pricesOf(brouillon, original);
    const asked = {
      ...modificationOf(brouillon),
      ...(places && { places }),
      ...(comptes && { comptes }),
      ...(prix && { prix }),
      ...(raison !== undefined && { raison }),
      ...(facturer && { facturer }),
    };
    try {
      if (scope.several) {
        const { lecons, lecon } = await updateSerie.mutateAsync({
          ...scope.several.asked({ id, version }),
          ...asked,
        });
        const undo = undoOfSerie('modification', lecons);
        onSaved(lecon, shown.current, changedInWords(lecons), undo);
      } else {
        const after = await update.mutateAsync({ id, version, ...asked });
        const duree = types?.find(({ value }) => value === original.type_lecon)?.duree_minutes;
        const undo = undoOfEdit(original, { asked, after, duree });
        onSaved(after, shown.current, TEXTES.succes, undo);
      }
      dispatch({ kind: 'answered', refused: null });
    } catch (error) {
      const code = codeOf(error);
      const message = sentenceOf(error, TEXTES.echec);
      if (!shown.current) toast('error', `${message}. ${TEXTES.rouvrir}`.replace('..', '.'));
      dispatch({
        kind: 'answered',
        refused: { code: isCodeReservation(code) ? code : null, message },
      });
    }
  };
  return { save, unsure: update.unsure };
}
