/** The weekly planning of the dashboard: what each half hour of each arena is (DESK-04 to DESK-06). */
import { addDays, daysBetween, lundiOf, type Moment } from './calendrier.ts';
import { CRENEAUX, dureeOf, etatOccupation, HORAIRE_PAR_DEFAUT, type Horaire, isPasse, type Occupation, PAS, TYPES_PISTE, type TypePiste } from './creneaux.ts';
import type { StatutReservation } from './reservations.ts';
import { MAX_PERSONNES_INCONNU, type TypeLecon } from './types_lecons.ts';

/** What the planning reads of a reservation. */
export type ReservationPlanifiee = {
  id: string;
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  type_piste: TypePiste;
  type_lecon: string;
  noms_participants: readonly string[];
  nombre_personnes: number;
  statut: StatutReservation;
};

/** A lesson in the grid. `lignes`: how many half hours it takes. */
export type Lecon<R extends ReservationPlanifiee> = {
  reservation: R;
  lignes: number;
  etat: Occupation['etat'];
  personnes: number;
  max: number;
  /** null when the type is deleted; its stored value is shown in its place (DESK-09). */
  type: TypeLecon | null;
};

/**
 * One half hour of one arena and day. `couverte`: a lesson that began in a row above continues here. `fermee`: outside the
 * opening hours, and always the 25th start, which is never bookable (BOOK-02).
 */
export type Cellule<R extends ReservationPlanifiee> =
  | { etat: 'libre' | 'passe' | 'fermee'; type_piste: TypePiste; jour: string; heure: string }
  | { etat: 'couverte' }
  | Lecon<R>;

export type Ligne<R extends ReservationPlanifiee> = { heure: string; cellules: readonly Cellule<R>[] };
export type Grille<R extends ReservationPlanifiee> = Record<TypePiste, readonly Ligne<R>[]>;

/** A cancelled reservation is not on the planning (DESK-06). */
export function isPlanifiee({ statut }: Pick<ReservationPlanifiee, 'statut'>): boolean {
  return statut !== 'annulee';
}

/** How full a lesson is, by its type as it is now. */
export function leconOf<R extends ReservationPlanifiee>(reservation: R, types: ReadonlyMap<string, TypeLecon>): Lecon<R> {
  const type = types.get(reservation.type_lecon) ?? null;
  const max = type?.max_personnes ?? MAX_PERSONNES_INCONNU;
  const personnes = reservation.nombre_personnes;
  const lignes = dureeOf(reservation) / PAS;
  return { reservation, type, max, personnes, etat: etatOccupation(personnes, max), lignes };
}

/** The types by their value, as the grid looks them up. */
export function indexTypes(types: readonly TypeLecon[]): ReadonlyMap<string, TypeLecon> {
  return new Map(types.map((type) => [type.value, type]));
}

/** Per arena the 25 half hours, each with one cell per day in the order of `jours`. */
export function gridOf<R extends ReservationPlanifiee>(
  reservations: readonly R[],
  jours: readonly string[],
  types: ReadonlyMap<string, TypeLecon>,
  maintenant: Moment,
  horaire: Pick<Horaire, 'ouverture' | 'fermeture'> = HORAIRE_PAR_DEFAUT,
): Grille<R> {
  const parColonne = Map.groupBy(reservations.filter(isPlanifiee), ({ type_piste, date_reservation }) => `${type_piste} ${date_reservation}`);
  const pisteOf = (type_piste: TypePiste): Ligne<R>[] => {
    const colonnes = jours.map((jour) => columnOf(parColonne.get(`${type_piste} ${jour}`) ?? [], { type_piste, jour, types, maintenant, horaire }));
    return CRENEAUX.map((heure, rang) => ({ heure, cellules: colonnes.map((colonne) => colonne[rang] as Cellule<R>) }));
  };
  return { interieure: pisteOf('interieure'), exterieure: pisteOf('exterieure') };
}

type Colonne = Vide & { type_piste: TypePiste; types: ReadonlyMap<string, TypeLecon> };
type Vide = { jour: string; maintenant: Moment; horaire: Pick<Horaire, 'ouverture' | 'fermeture'> };

/** The 25 cells of one arena and day. The database lets no two lessons meet, and each begins and ends on a half hour. */
function columnOf<R extends ReservationPlanifiee>(reservations: readonly R[], { type_piste, types, ...vide }: Colonne): Cellule<R>[] {
  const cellules = CRENEAUX.map((heure): Cellule<R> => ({ etat: etatVide(heure, vide), type_piste, jour: vide.jour, heure }));
  for (const reservation of reservations) {
    const lecon = leconOf(reservation, types);
    const rang = CRENEAUX.indexOf(reservation.heure_debut);
    cellules[rang] = lecon;
    for (let r = rang + 1; r < rang + lecon.lignes; r += 1) cellules[r] = { etat: 'couverte' };
  }
  return cellules;
}

function etatVide(heure: string, { jour, maintenant, horaire }: Vide): 'libre' | 'passe' | 'fermee' {
  if (heure < horaire.ouverture || heure >= horaire.fermeture) return 'fermee';
  return isPasse(jour, heure, maintenant) ? 'passe' : 'libre';
}

/** One day of the grid, with the arenas beside each other, for phones (DESK-10). */
export function lignesDuJour<R extends ReservationPlanifiee>(grille: Grille<R>, rang: number): Ligne<R>[] {
  return CRENEAUX.map((heure, i) => ({
    heure,
    cellules: TYPES_PISTE.flatMap((piste) => grille[piste][i]?.cellules[rang] ?? []),
  }));
}

/** The number of a day's week as calendars print it (ISO 8601): a week belongs to the year of its Thursday. */
export function numeroDeSemaine(jour: string): number {
  const jeudi = addDays(lundiOf(jour), 3);
  return 1 + Math.floor(daysBetween(`${jeudi.slice(0, 4)}-01-01`, jeudi) / 7);
}

/** A name for a small cell: 'Camille Lambert' becomes 'Camille L.'. */
export function nomCourt(nom: string): string {
  const [prenom = '', suivant] = nom.trim().split(/\s+/u);
  const [initiale] = suivant ?? '';
  return initiale ? `${prenom} ${initiale.toLocaleUpperCase('fr')}.` : prenom;
}
