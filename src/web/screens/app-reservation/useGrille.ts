import { useMemo } from 'react';
import { addDays, mondayOf, type Moment } from '#domain/core/calendrier.ts';
import {
  creneauAt,
  creneauxOf,
  type DemandeDePlaces,
  type Horaire,
  isClosure,
  STEP_MINUTES,
} from '#domain/slots/creneaux.ts';
import { plageOf } from '#domain/slots/horaires.ts';
import type { TypePiste } from '#domain/slots/pistes.ts';
import { type Start, type Wish, withoutOwn } from '#domain/slots/creneaux_libres.ts';
import { bestOf, type CreneauSitue } from '#domain/slots/toutes_pistes.ts';
import { useDisponibilites } from '#web/data/queries.ts';

/** `mine`: whether the rider is in the lesson that begins there. */
export type Joining = Omit<DemandeDePlaces, 'mine'> & { mine: (start: Start) => boolean };

type Options = {
  jour: string;
  /** The arenas of the grid; of those that offer the same, a start takes the first (BOOK-39). */
  pistes: readonly TypePiste[];
  duree_minutes: number | undefined;
  maintenant: Moment;
  horaire: Horaire;
  places?: Joining | null;
  /** Past starts may be chosen (BOOK-35). */
  apresCoup?: boolean;
  /** A lesson that is being moved: its own place counts as free. */
  own?: NonNullable<Wish['own']> | null;
  /** The start that was chosen, with its arena: the grid shows that one. */
  heure?: string | null;
  type_piste?: TypePiste | null;
};

/**
 * The slots of a day, of one arena or of several. `creneaux` is null while they are unknown: slots
 * are never drawn as free before they are read (BOOK-19). The result is the same object as long as
 * nothing of it changes, so that a key typed elsewhere does not draw the grid again.
 */
export function useGrille({
  jour,
  pistes,
  // Without a type the duration of the shortest lesson is used.
  duree_minutes = STEP_MINUTES,
  maintenant,
  horaire,
  places = null,
  apresCoup = false,
  own = null,
  heure: chosen = null,
  type_piste: its = null,
}: Options) {
  // Read by week, so that another day of the same week needs no request.
  const du = mondayOf(jour);
  const disponibilites = useDisponibilites(du, addDays(du, 6));
  const { data, isError, isPending, isFetching, refetch } = disponibilites;
  return useMemo(() => {
    const heures = creneauxOf(plageOf(horaire, jour));
    const occupations =
      isError || !data || pistes.length === 0
        ? null
        : withoutOwn(data, own).filter(
            (one) => one.date_reservation === jour && pistes.includes(one.type_piste),
          );
    const paint = (heure: string, type_piste: TypePiste, minutes: number): CreneauSitue => ({
      ...creneauAt(
        heure,
        { jour, duree_minutes: minutes, maintenant, horaire, apresCoup },
        occupations?.filter((one) => one.type_piste === type_piste) ?? [],
        places && { ...places, mine: (at) => places.mine({ jour, heure: at, type_piste }) },
      ),
      type_piste,
    });
    return {
      reading: isPending,
      unreadable: isError,
      /** The closures of the arenas on that day. */
      fermetures: occupations?.filter(isClosure) ?? [],
      /** The starts in the grid of the day. */
      heures,
      disponibilites: { isFetching, refetch },
      /** The lessons and closures on the arenas in the week. Null until they are read. */
      known: isError ? null : (data ?? null),
      creneaux:
        occupations &&
        heures.flatMap((heure) => {
          const there = heure === chosen && its !== null ? [its] : pistes;
          return bestOf(there.map((one) => paint(heure, one, duree_minutes))) ?? [];
        }),
      isLibre: (heure: string, type_piste: TypePiste, minutes: number) => {
        const creneau = occupations && paint(heure, type_piste, minutes);
        return creneau?.reason === null && creneau.etat !== 'partiel';
      },
    };
  }, [
    data,
    isError,
    isPending,
    isFetching,
    refetch,
    jour,
    pistes,
    duree_minutes,
    maintenant,
    horaire,
    places,
    apresCoup,
    own,
    chosen,
    its,
  ]);
}
