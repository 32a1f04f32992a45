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
 * The slots of an arena and a day. `creneaux` is null while they are not known: they are never
 * painted free unread (BOOK-19).
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
  /** A lesson that is to be moved: its own place counts as free. */
  own: NonNullable<Wish['own']> | null = null,
) {
  // Read by the week, so that another day of it needs no request.
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
    /** What is closed of the arena that day. */
    fermetures: occupations?.filter(isClosure) ?? [],
    /** The starts of the day's grid. */
    heures,
    disponibilites,
    /** What holds the arenas in the week; null while it is not read. */
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
