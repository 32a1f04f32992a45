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
import { type Wish, withoutOwn } from '#domain/slots/creneaux_libres.ts';
import type { LeconSize } from '#domain/settings/types_lecons.ts';
import { useDisponibilites } from '#web/data/queries.ts';

/**
 * The slots of an arena and a day. `creneaux` is null while they are unknown: slots are never drawn
 * as free before they are read (BOOK-19).
 */
export function useGrille(
  jour: string,
  type_piste: TypePiste | null,
  type: Pick<LeconSize, 'duree_minutes'> | null,
  maintenant: Moment,
  horaire: Horaire,
  places: DemandeDePlaces | null,
  /** Past starts may be chosen (BOOK-35). */
  apresCoup = false,
  /** A lesson that is being moved: its own place counts as free. */
  own: NonNullable<Wish['own']> | null = null,
) {
  // Read by week, so that another day of the same week needs no request.
  const du = mondayOf(jour);
  const disponibilites = useDisponibilites(du, addDays(du, 6));
  const { data, isError, isPending } = disponibilites;
  const occupations =
    isError || !data || !type_piste
      ? null
      : withoutOwn(data, own).filter(
          (one) => one.date_reservation === jour && one.type_piste === type_piste,
        );
  const heures = creneauxOf(plageOf(horaire, jour));
  const paint = (heure: string, duree_minutes: number) =>
    occupations &&
    creneauAt(heure, { jour, duree_minutes, maintenant, horaire, apresCoup }, occupations, places);

  return {
    reading: isPending,
    unreadable: isError,
    /** The closures of the arena on that day. */
    fermetures: occupations?.filter(isClosure) ?? [],
    /** The starts in the grid of the day. */
    heures,
    disponibilites,
    /** The lessons and closures on the arenas in the week. Null until they are read. */
    known: isError ? null : (data ?? null),
    // Without a type the duration of the shortest lesson is used.
    creneaux:
      occupations &&
      heures.flatMap((heure) => paint(heure, type?.duree_minutes ?? STEP_MINUTES) ?? []),
    isLibre: (heure: string, duree_minutes: number) => {
      const creneau = paint(heure, duree_minutes);
      return creneau?.reason === null && creneau.etat !== 'partiel';
    },
  };
}
