/** Separate from the grid (`planning.ts`), which only few screens load. */
import type { Journee, LeconRow, PlannedLecon } from './planning.ts';

/** Converts the lessons of some days from rows of values to objects with named fields. */
export function plannedLecons(journees: readonly Journee[]): PlannedLecon[] {
  return journees.flatMap(({ date_reservation, ...pistes }) =>
    Object.entries<LeconRow[]>(pistes).flatMap(([type_piste, rows]) =>
      rows.map(
        ([
          id,
          version,
          heure_debut,
          heure_fin,
          type_lecon,
          en_attente,
          noms_participants,
          nom_client,
          compte,
          telephone,
          remarques,
          { autres = [], aussi = [] } = {},
        ]): PlannedLecon => ({
          id,
          version,
          date_reservation,
          heure_debut,
          heure_fin,
          type_piste,
          type_lecon,
          statut: en_attente ? 'en_attente' : 'confirmee',
          noms_participants,
          nombre_personnes: noms_participants.length,
          nom_client,
          compte,
          telephone,
          remarques,
          aussi: aussi.map(([place, heure, other]) => ({
            place,
            heure_debut: heure,
            type_piste: other,
          })),
          autres: autres.map(([name, number, said, places]) => ({
            compte: name,
            telephone: number,
            remarques: said,
            noms: places.map((n) => noms_participants[n] ?? ''),
          })),
        }),
      ),
    ),
  );
}
