import { useReducer, useRef } from 'react';
import { IDLE, movedTo, moveReducer, type Place, verdictOf } from '#domain/lessons/deplacement.ts';
import { modificationOf } from '#domain/lessons/brouillon_modification.ts';
import { modificationIn } from '#domain/lessons/modification.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import { type Undo, undoOfEdit, undoOfSerie } from '#domain/lessons/undo.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { DEFAULT_HORAIRE } from '#domain/slots/creneaux.ts';
import type { Fermeture } from '#domain/closures.ts';
import { openingHoursOf } from '#domain/slots/horaires.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useCentre } from '#web/data/queries.ts';
import { useReservation } from '#web/nouns/lessons/reservations.ts';
import { useUpdateReservation } from '#web/nouns/lessons/reservationsWrites.ts';
import { useUpdateSerie } from '#web/nouns/series.ts';
import { toast } from '#web/ui/hooks/toasts.ts';
import { usePortee } from '../shared/Portee.tsx';
import { TEXTES } from '../shared/textes.modification.ts';
import { changedInWords } from '../shared/textes.series.ts';

/** What the tables show. */
export type Shown = {
  jours: readonly string[];
  lecons: readonly ReservationAsRead[];
  fermetures: readonly Fermeture[];
  types: readonly TypeLecon[];
};

/** Receives a moved lesson as it was and as it is stored, and the success message. */
export type Moved = (
  sentence: string,
  stored: ReservationAsRead,
  undo: Undo | null,
  before: ReservationAsRead,
) => void;

/** The move of a lesson: its steps, what the rule says of each place, and its call (DESK-36). */
export function useDeplacement(shown: Shown | null, onMoved: Moved) {
  const maintenant = useNow();
  const regles = useCentre().data?.regles;
  const [move, dispatch] = useReducer(moveReducer, IDLE);
  const lecon = move.step === 'idle' ? null : move.lecon;
  const stored = useReservation(lecon?.id ?? null);
  const scope = usePortee(
    lecon && stored.data,
    move.step !== 'idle' && move.place
      ? {
          avant: modificationIn(move.lecon),
          apres: modificationOf(movedTo(move.lecon, move.place)),
        }
      : null,
  );
  const update = useUpdateReservation();
  const updateSerie = useUpdateSerie();

  /** Null if nothing is known of that day. */
  const verdictAt = (place: Place) => {
    if (!lecon || !shown?.jours.includes(place.jour)) return null;
    return verdictOf(lecon, place, {
      types: shown.types,
      heures: regles ? openingHoursOf(regles) : DEFAULT_HORAIRE,
      lecons: shown.lecons.filter((one) => one.date_reservation === place.jour),
      fermetures: shown.fermetures,
      maintenant,
    });
  };

  /** The drop that waits for the lesson to be read. */
  const dropping = useRef<object | null>(null);
  const end = () => {
    dropping.current = null;
    dispatch({ kind: 'end' });
  };
  const save = async (moved: ReservationAsRead, place: Place) => {
    const { id, version } = moved;
    const asked = modificationOf(movedTo(moved, place));
    try {
      if (scope.several) {
        const { lecons, lecon: after } = await updateSerie.mutateAsync({
          ...scope.several.asked({ id, version }),
          ...asked,
        });
        onMoved(changedInWords(lecons), after, undoOfSerie('modification', lecons), moved);
      } else {
        // With the version that the move began with (DESK-19).
        const after = await update.mutateAsync({ id, version, ...asked });
        const before = stored.data?.version === version ? stored.data : moved;
        const duree = shown?.types.find(({ value }) => value === moved.type_lecon)?.duree_minutes;
        const undo = undoOfEdit(before, { asked, after, duree });
        onMoved(TEXTES.succes, after, undo, moved);
      }
    } catch (error) {
      toast('error', sentenceOf(error, TEXTES.echec));
    }
    dispatch({ kind: 'end', lecon: moved });
  };
  const drop = async (place: Place) => {
    if (move.step !== 'choosing' || dropping.current) return;
    const verdict = verdictAt(place);
    if (!verdict) {
      if (move.drag) end();
      return;
    }
    if (verdict.etat === 'refuse' && move.drag) toast('error', `${verdict.text}.`);
    const asks = verdict.etat === 'libre';
    const own = {};
    dropping.current = own;
    const read = asks ? (stored.data ?? (await stored.refetch()).data) : undefined;
    // Given up meanwhile.
    if (dropping.current !== own) return;
    dropping.current = null;
    if (asks && !read) {
      toast('error', TEXTES.echec);
      return end();
    }
    const serie = Boolean(read?.serie_id);
    dispatch({ kind: 'aim', place });
    dispatch({ kind: 'drop', verdict, serie });
    if (asks && !serie) await save(move.lecon, place);
  };
  return {
    move,
    lecon,
    place: move.step === 'idle' ? null : move.place,
    verdictAt,
    scope,
    /** A move is being stored and the answer is late. */
    unsure: update.unsure,
    start: (begun: ReservationAsRead, drag: boolean) => {
      scope.choose('une');
      dispatch({ kind: 'start', lecon: begun, drag });
    },
    aim: (place: Place | null) => dispatch({ kind: 'aim', place }),
    drop,
    confirm: () => {
      if (move.step !== 'asking') return;
      dispatch({ kind: 'confirm' });
      void save(move.lecon, move.place);
    },
    end,
  };
}
