/** The grid of half hours and what a slot is for a given lesson (§5, §9; decisions 20, 21, 34). */
import { addDays, type Moment } from './calendrier.ts';

export const TYPES_PISTE = ['interieure', 'exterieure'] as const;
export type TypePiste = (typeof TYPES_PISTE)[number];

/** §2: the arena cards, their names and sub-lines. */
export const PISTES: Record<TypePiste, { nom: string; note: string }> = {
  interieure: { nom: 'Piste Intérieure', note: "Disponible toute l'année" },
  exterieure: { nom: 'Piste Extérieure', note: 'En plein air' },
};

/** Minutes of one step of the grid. */
export const PAS = 30;

const OUVERTURE = '08:00';
/** No lesson ends after it (decision 20). */
const FERMETURE = '20:00';

/** Minutes since midnight of an hour `HH:mm`. */
export function toMinutes(heure: string): number {
  return Number(heure.slice(0, 2)) * 60 + Number(heure.slice(3, 5));
}

/** The hour `HH:mm` of a count of minutes since midnight. */
export function toHeure(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** §9: 25 half-hour starts, 08:00 to 20:00 inclusive. */
export const CRENEAUX: readonly string[] = Array.from(
  { length: (toMinutes(FERMETURE) - toMinutes(OUVERTURE)) / PAS + 1 },
  (_, i) => toHeure(toMinutes(OUVERTURE) + i * PAS),
);

/** §5: start + duration in steps of 30 minutes; null when the lesson would end after 20:00. */
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

/** A lesson that holds an arena, as any rider may see it (decision 24): never names, remarks or contact. */
export type Occupation = Intervalle & { etat: 'partiel' | 'complet'; personnes: number; max: number };

/** An occupation with its arena and day: what availability is made of. */
export type Disponibilite = Occupation & { type_piste: TypePiste; date_reservation: string };

/** §4: partial while below the lesson type's maximum, full from there on. */
export function etatOccupation(personnes: number, max: number): Occupation['etat'] {
  return personnes < max ? 'partiel' : 'complet';
}

/** The rules of the house that bind the choice of an hour (decision 34); null where a rule is not applied. */
export type Horaire = { ouverture: string; fermeture: string; pause_minutes: number | null };

export const HORAIRE_PAR_DEFAUT: Horaire = { ouverture: OUVERTURE, fermeture: FERMETURE, pause_minutes: null };

export type EtatCreneau = 'libre' | 'partiel' | 'complet' | 'ferme' | 'passe';

export type Creneau = { heure: string; etat: EtatCreneau; occupation: Occupation | null; troplong: boolean };

/** True for a lesson that begins before the opening or ends after the closing. */
export function isHorsHoraire({ heure_debut, heure_fin }: Intervalle, { ouverture, fermeture }: Pick<Horaire, 'ouverture' | 'fermeture'>): boolean {
  return heure_debut < ouverture || heure_fin > fermeture;
}

/**
 * What one start is for a lesson of a given length, on one arena and day:
 * past, closed, red (runs past the end or meets a full lesson), orange (meets a partly filled one) or free.
 * `maintenant` is the wall clock; a start of today that has begun is past.
 */
export function creneauAt(
  heure: string,
  demande: { jour: string; duree_minutes: number; maintenant: Moment; horaire: Horaire },
  occupations: readonly Occupation[],
): Creneau {
  const { jour, duree_minutes, maintenant, horaire } = demande;
  const paint = (etat: EtatCreneau, occupation: Occupation | null = null, troplong = false): Creneau => ({
    heure, etat, occupation, troplong,
  });
  if (isPasse(jour, heure, maintenant)) return paint('passe');
  if (heure < horaire.ouverture || heure >= horaire.fermeture) {
    return heure === FERMETURE ? paint('complet', null, true) : paint('ferme');
  }
  const fin = heureFin(heure, duree_minutes);
  const rencontres = findOverlaps({ heure_debut: heure, heure_fin: fin ?? FERMETURE }, occupations, horaire.pause_minutes);
  const complete = rencontres.find(({ etat }) => etat === 'complet');
  if (complete) return paint('complet', complete);
  if (fin === null || fin > horaire.fermeture) return paint('complet', null, true);
  if (rencontres[0]) return paint('partiel', rencontres[0]);
  return paint('libre');
}

/** The lessons that a wished interval meets, widened by the pause between lessons where it is applied. */
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

/** True while a day has a start that is neither past nor outside the opening hours. */
export function hasStartLeft(jour: string, maintenant: Moment, horaire: Horaire = HORAIRE_PAR_DEFAUT): boolean {
  return CRENEAUX.some((heure) => heure >= horaire.ouverture && heure < horaire.fermeture && !isPasse(jour, heure, maintenant));
}

/** The day a booking screen opens on (decision 23): today, or tomorrow once today has no start left. */
export function jourDOuverture(maintenant: Moment, horaire: Horaire = HORAIRE_PAR_DEFAUT): string {
  return hasStartLeft(maintenant.jour, maintenant, horaire) ? maintenant.jour : addDays(maintenant.jour, 1);
}

/** The grid in parts of the day, as a phone shows it. */
export const MOMENTS_DU_JOUR: readonly { nom: string; heures: readonly string[] }[] = [
  { nom: 'Matin', heures: CRENEAUX.filter((heure) => heure < '12:00') },
  { nom: 'Après-midi', heures: CRENEAUX.filter((heure) => heure >= '12:00' && heure < '18:00') },
  { nom: 'Soir', heures: CRENEAUX.filter((heure) => heure >= '18:00') },
];

/** A slot in words, for those who do not see the grid: never by its colour alone. */
export function nomCreneau({ heure, etat, occupation, troplong }: Creneau): string {
  if (etat === 'libre') return `${heure}, disponible`;
  if (etat === 'passe') return `${heure}, passé`;
  if (etat === 'ferme') return `${heure}, fermé`;
  if (etat === 'partiel' && occupation) return `${heure}, places restantes, ${occupation.personnes} sur ${occupation.max}`;
  return troplong ? `${heure}, complet, trop tard pour cette leçon` : `${heure}, complet`;
}
