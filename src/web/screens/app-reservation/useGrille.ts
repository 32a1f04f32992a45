import { addDays, mondayOf, type Moment } from '#domain/calendrier.ts';
import { creneauAt, CRENEAUX, type Horaire, STEP_MINUTES, type TypePiste } from '#domain/creneaux.ts';
import type { TypeLecon } from '#domain/types_lecons.ts';
import { useDisponibilites } from '#web/data/queries.ts';

/** The 25 slots of an arena and a day. `creneaux` is null while they are not known: they are never painted free unread (BOOK-19). */
export function useGrille(
  jour: string,
  type_piste: TypePiste | null,
  type: TypeLecon | null,
  maintenant: Moment,
  horaire: Horaire,
) {
  // Read by the week, so that another day of it needs no request.
  const du = mondayOf(jour);
  const disponibilites = useDisponibilites(du, addDays(du, 6));
  const { data, isError, isPending } = disponibilites;
  const occupations = isError || !data || !type_piste
    ? null
    : data.filter((occupation) => occupation.date_reservation === jour && occupation.type_piste === type_piste);
  const paint = (heure: string, duree_minutes: number) =>
    occupations && creneauAt(heure, { jour, duree_minutes, maintenant, horaire }, occupations);

  return {
    reading: isPending,
    unreadable: isError,
    disponibilites,
    // Without a type the duration of the shortest lesson is used.
    creneaux: occupations && CRENEAUX.flatMap((heure) => paint(heure, type?.duree_minutes ?? STEP_MINUTES) ?? []),
    isLibre: (heure: string, duree_minutes: number) => paint(heure, duree_minutes)?.etat === 'libre',
  };
}
