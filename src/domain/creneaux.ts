/** The grid of half hours and what a slot is for a given lesson (BOOK-02, BOOK-17, BOOK-18). */
import { addDays, type Moment } from './calendrier.ts';
import type { CodeRefus } from './errors.ts';

export const TYPES_PISTE = ['interieure', 'exterieure'] as const;
export type TypePiste = (typeof TYPES_PISTE)[number];

/** The arenas: names and sub-lines of their cards (BOOK-03). */
export const PISTES: Record<TypePiste, { nom: string; note: string }> = {
  interieure: { nom: 'Piste Intérieure', note: "Disponible toute l'année" },
  exterieure: { nom: 'Piste Extérieure', note: 'En plein air' },
};

/** Minutes of one step of the grid. */
export const PAS = 30;

const OUVERTURE = '08:00';
/** No lesson ends after it (BOOK-02). */
const FERMETURE = '20:00';

/** Minutes since midnight of an hour `HH:mm`. */
export function toMinutes(heure: string): number {
  return Number(heure.slice(0, 2)) * 60 + Number(heure.slice(3, 5));
}

/** The hour `HH:mm` of a count of minutes since midnight. */
export function toHeure(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** 25 half-hour starts, 08:00 to 20:00 inclusive (BOOK-02). */
export const CRENEAUX: readonly string[] = Array.from(
  { length: (toMinutes(FERMETURE) - toMinutes(OUVERTURE)) / PAS + 1 },
  (_, i) => toHeure(toMinutes(OUVERTURE) + i * PAS),
);

/** The end: start + duration in steps of 30 minutes; null when it would be after 20:00 (BOOK-14). */
export function heureFin(heure_debut: string, duree_minutes: number): string | null {
  const fin = toMinutes(heure_debut) + Math.ceil(duree_minutes / PAS) * PAS;
  return fin <= toMinutes(FERMETURE) ? toHeure(fin) : null;
}

/** Half-open intervals: a lesson that ends at 10:00 leaves 10:00 free. */
export type Intervalle = { heure_debut: string; heure_fin: string };

/** Minutes from beginning to end. */
export function dureeOf({ heure_debut, heure_fin }: Intervalle): number {
  return toMinutes(heure_fin) - toMinutes(heure_debut);
}

function overlaps(a: Intervalle, b: Intervalle): boolean {
  return a.heure_debut < b.heure_fin && b.heure_debut < a.heure_fin;
}

/** A lesson that holds an arena. `recente`: booked within `RECENTE_SECONDES`, so that whoever wants its slot has lost a race (BOOK-20). */
export type Tenue = Intervalle & { recente?: boolean };

/** For how many seconds a booking counts as recent (BOOK-20). */
export const RECENTE_SECONDES = 120;

/** A lesson that holds an arena, as any rider may see it: without names, remarks or contact (BOOK-08). */
export type Occupation = Tenue & { etat: 'partiel' | 'complet'; personnes: number; max: number };

/** An occupation with its arena and day: what availability is made of. */
export type Disponibilite = Occupation & { type_piste: TypePiste; date_reservation: string; recente: boolean };

/** Partial while below the lesson type's maximum, full from there on (BOOK-07). */
export function etatOccupation(personnes: number, max: number): Occupation['etat'] {
  return personnes < max ? 'partiel' : 'complet';
}

/** The settings that limit the choice of an hour (SET-04, SET-05). `pause_minutes`: null where the pause is not applied. */
export type Horaire = { ouverture: string; fermeture: string; pause_minutes: number | null };

export const HORAIRE_PAR_DEFAUT: Horaire = { ouverture: OUVERTURE, fermeture: FERMETURE, pause_minutes: null };

/** True for a lesson that begins before the opening or ends after the closing. */
export function isHorsHoraire({ heure_debut, heure_fin }: Intervalle, { ouverture, fermeture }: Pick<Horaire, 'ouverture' | 'fermeture'>): boolean {
  return heure_debut < ouverture || heure_fin > fermeture;
}

export type EtatCreneau = 'libre' | 'partiel' | 'complet' | 'ferme' | 'passe';

/** Why a lesson cannot begin at an hour: the refusal that the server would answer. */
type Motif = Extract<
  CodeRefus, 'heure_passee' | 'heure_fermee' | 'heure_fin_impossible' | 'creneau_pris' | 'creneau_deja_reserve' | 'pause_entre_lecons'
>;

/** A refusal of an hour, and the lessons that are its reason. */
type Obstacle<T extends Tenue> = { motif: Motif; tenues: readonly T[] };

/** `motif`: why the slot cannot be booked, null where it can. `occupation`: the lesson that is the reason, where there is one. */
export type Creneau = { heure: string; etat: EtatCreneau; motif: Motif | null; occupation: Occupation | null };

/** `maintenant` is the wall clock; a start of today that has begun is past. */
type DemandeDeCreneau = { jour: string; duree_minutes: number; maintenant: Moment; horaire: Horaire };

/** The state of one start for a lesson of a given length, on one arena and day. The state is the colour of what `obstacleAt` answers. */
export function creneauAt(heure: string, demande: DemandeDeCreneau, occupations: readonly Occupation[]): Creneau {
  const obstacle = obstacleAt(heure, demande, occupations);
  if (!obstacle) return { heure, etat: 'libre', motif: null, occupation: null };
  const { motif, tenues } = obstacle;
  const pleine = tenues.find(({ etat }) => etat === 'complet');
  return { heure, etat: etatOf(heure, motif, pleine !== undefined, demande.horaire), motif, occupation: pleine ?? tenues[0] ?? null };
}

/** Orange where only lessons with places left are in the way, red otherwise (BOOK-17). */
function etatOf(heure: string, motif: Motif, pleine: boolean, horaire: Horaire): EtatCreneau {
  if (motif === 'heure_passee') return 'passe';
  if (motif === 'heure_fermee') return isOuvert(heure, horaire) ? 'complet' : 'ferme';
  return (motif === 'creneau_pris' || motif === 'creneau_deja_reserve') && !pleine ? 'partiel' : 'complet';
}

/** The start at 20:00 is never refused for the opening hours: BOOK-02 refuses it. */
const isOuvert = (heure: string, { ouverture, fermeture }: Horaire): boolean => (heure >= ouverture && heure < fermeture) || heure === FERMETURE;

/** Why a lesson cannot begin at an hour, on one arena and day; null where it can. The grid and the server use this one rule (BOOK-20). */
export function obstacleAt<T extends Tenue>(heure: string, demande: DemandeDeCreneau, occupations: readonly T[]): Obstacle<T> | null {
  const { jour, duree_minutes, maintenant, horaire } = demande;
  if (isPasse(jour, heure, maintenant)) return { motif: 'heure_passee', tenues: [] };
  if (!isOuvert(heure, horaire)) return { motif: 'heure_fermee', tenues: [] };
  const heure_fin = heureFin(heure, duree_minutes);
  if (heure_fin === null) return { motif: 'heure_fin_impossible', tenues: [] };
  if (heure_fin > horaire.fermeture) return { motif: 'heure_fermee', tenues: [] };
  return obstacleDePlace({ heure_debut: heure, heure_fin }, occupations, horaire.pause_minutes);
}

/** What prevents a lesson in a wished interval: other lessons on the arena, or the pause around them; null where nothing does. */
export function obstacleDePlace<T extends Tenue>(voulu: Intervalle, occupations: readonly T[], pause_minutes: number | null): Obstacle<T> | null {
  const tenues = findOverlaps(voulu, occupations, null);
  if (tenues.length > 0) return { motif: tenues.some(({ recente }) => recente) ? 'creneau_pris' : 'creneau_deja_reserve', tenues };
  const voisines = findOverlaps(voulu, occupations, pause_minutes);
  return voisines.length > 0 ? { motif: 'pause_entre_lecons', tenues: voisines } : null;
}

/** A sentence with the hours of the lesson in the way, to follow the refusal's own; none after a lost race (BOOK-20). */
export function detailOf(motif: CodeRefus, tenue: Intervalle | null | undefined): string | undefined {
  if (tenue && motif === 'creneau_deja_reserve') return `Une leçon tient la piste ${heuresOf(tenue)}.`;
  return tenue && motif === 'pause_entre_lecons' ? `La leçon voisine va ${heuresOf(tenue)}.` : undefined;
}

const heuresOf = ({ heure_debut, heure_fin }: Intervalle): string => `de ${heure_debut} à ${heure_fin}`;

/** The lessons that overlap a wished interval, which is widened by the pause between lessons where it is applied. */
export function findOverlaps<T extends Intervalle>(
  voulu: Intervalle,
  occupations: readonly T[],
  pause_minutes: number | null,
): T[] {
  const pause = Math.ceil((pause_minutes ?? 0) / PAS) * PAS;
  const large = pause === 0
    ? voulu
    : {
        heure_debut: toHeure(Math.max(0, toMinutes(voulu.heure_debut) - pause)),
        heure_fin: toHeure(toMinutes(voulu.heure_fin) + pause),
      };
  return occupations.filter((occupation) => overlaps(large, occupation));
}

/** True for a day before today, and for a start of today that has come. */
export function isPasse(jour: string, heure: string, maintenant: Moment): boolean {
  return jour < maintenant.jour || (jour === maintenant.jour && heure <= maintenant.heure);
}

/** True while the shortest lesson can begin on a day, on one of the arenas. `connues`: the known lessons that hold them. */
export function hasStartLeft(
  jour: string, maintenant: Moment, horaire: Horaire = HORAIRE_PAR_DEFAUT, connues: readonly (Tenue & { type_piste: TypePiste; date_reservation: string })[] = [],
): boolean {
  const duJour = connues.filter(({ date_reservation }) => date_reservation === jour);
  return TYPES_PISTE.some((piste) => {
    const tenues = duJour.filter(({ type_piste }) => type_piste === piste);
    return CRENEAUX.some((heure) => obstacleAt(heure, { jour, duree_minutes: PAS, maintenant, horaire }, tenues) === null);
  });
}

/** The day on which the booking screen opens: today, or the next one with a start left, a week ahead at most (BOOK-09). */
export function jourDOuverture(maintenant: Moment, horaire?: Horaire, connues?: Parameters<typeof hasStartLeft>[3]): string {
  let jour = maintenant.jour;
  for (let n = 0; n < 7 && !hasStartLeft(jour, maintenant, horaire, connues); n += 1) jour = addDays(jour, 1);
  return jour;
}

/** The grid in parts of the day, as a phone shows it. */
export const MOMENTS_DU_JOUR: readonly { nom: string; heures: readonly string[] }[] = [
  { nom: 'Matin', heures: CRENEAUX.filter((heure) => heure < '12:00') },
  { nom: 'Après-midi', heures: CRENEAUX.filter((heure) => heure >= '12:00' && heure < '18:00') },
  { nom: 'Soir', heures: CRENEAUX.filter((heure) => heure >= '18:00') },
];

/** '5 places', '1 place': what a partly filled lesson has left. */
export function placesOf({ personnes, max }: Occupation): string {
  const places = max - personnes;
  return places === 1 ? '1 place' : `${places} places`;
}

/** Why a slot is orange or red, in a few words; null for other states (BOOK-17). */
export function raisonOf({ etat, motif, occupation }: Creneau): string | null {
  if (etat === 'partiel' && occupation) {
    return `${placesOf(occupation)} restante${occupation.max - occupation.personnes === 1 ? '' : 's'} dans la leçon ${heuresOf(occupation)}`;
  }
  if (etat !== 'complet') return null;
  if (!occupation) return 'trop tard pour cette leçon';
  return motif === 'pause_entre_lecons' ? `pause avant ou après la leçon ${heuresOf(occupation)}` : `déjà réservé ${heuresOf(occupation)}`;
}

/** A slot in words, for screen readers (UI-14). */
export function nomCreneau(creneau: Creneau): string {
  const { heure, etat } = creneau;
  if (etat === 'libre') return `${heure}, disponible`;
  if (etat === 'passe') return `${heure}, passé`;
  if (etat === 'ferme') return `${heure}, fermé`;
  return etat === 'partiel' ? `${heure}, ${raisonOf(creneau)}` : `${heure}, complet, ${raisonOf(creneau)}`;
}
