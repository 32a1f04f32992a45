/**
 * The grid of half hours, and the state of a slot for a given lesson (BOOK-02, BOOK-17, BOOK-18).
 */
import { addDays, formatHeure, type Moment } from '../core/calendrier.ts';
import type { CodeReservation } from '../errors/reservation.ts';
import {
  DERNIERE_HEURE,
  type Heures,
  isOutside,
  JOURNEE,
  type Periode,
  periodesOf,
  plageOf,
  PREMIERE_HEURE,
} from './horaires.ts';
import type { TypePiste } from './pistes.ts';

/** Minutes of one step of the grid. */
export const STEP_MINUTES = 30;

/** Minutes from midnight to an hour `HH:mm`. */
export function toMinutes(heure: string): number {
  return Number(heure.slice(0, 2)) * 60 + Number(heure.slice(3, 5));
}

/** The hour `HH:mm` at a number of minutes since midnight. */
export function toHeure(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The half-hour starts of a grid, from its first to its last hour inclusive (BOOK-02). */
export const creneauxOf = ({ debut, fin }: Periode): readonly string[] =>
  Array.from({ length: (toMinutes(fin) - toMinutes(debut)) / STEP_MINUTES + 1 }, (_, i) =>
    toHeure(toMinutes(debut) + i * STEP_MINUTES),
  );

/** The 25 starts of a day without wider hours, 08:00 to 20:00 inclusive (BOOK-02). */
export const CRENEAUX = creneauxOf(JOURNEE);
/** Every start that any day can have. */
export const DEMI_HEURES = creneauxOf({ debut: PREMIERE_HEURE, fin: DERNIERE_HEURE });

/**
 * The end: start + duration in steps of 30 minutes; null if it would be after the last hour of the
 * day's grid (BOOK-14).
 */
export function heureFin(
  heure_debut: string,
  duree_minutes: number,
  { fin }: Pick<Periode, 'fin'> = JOURNEE,
): string | null {
  const end = toMinutes(heure_debut) + Math.ceil(duree_minutes / STEP_MINUTES) * STEP_MINUTES;
  return end <= toMinutes(fin) ? toHeure(end) : null;
}

/** Half-open intervals: a lesson that ends at 10:00 leaves 10:00 free. */
export type Interval = { heure_debut: string; heure_fin: string };

/** Minutes from start to end. */
export function dureeOf({ heure_debut, heure_fin }: Interval): number {
  return toMinutes(heure_fin) - toMinutes(heure_debut);
}

function overlaps(a: Interval, b: Interval): boolean {
  return a.heure_debut < b.heure_fin && b.heure_debut < a.heure_fin;
}

/**
 * A lesson or a closure that holds an arena. `recente`: booked within `RECENT_SECONDS`, so that a
 * person who wants its slot has lost a race (BOOK-20).
 */
export type Hold = Interval & {
  recente?: boolean;
  /** Present for a closure instead of a lesson (FERM-03): its reason, '' if it is not shown. */
  ferme?: string | null | undefined;
};

/** For how many seconds a booking counts as recent (BOOK-20). */
export const RECENT_SECONDS = 120;

/**
 * A lesson that holds an arena, with the fields that any rider may see: without names, remarks or
 * contact (BOOK-08).
 */
export type Occupation = Hold & {
  etat: 'partiel' | 'complet';
  personnes: number;
  max: number;
  /** The type of a lesson that riders may join (RIDE-10). */
  ouverte?: string | undefined;
};

/** An occupation with its arena and day; availability consists of these. */
export type Disponibilite = Occupation & {
  type_piste: TypePiste;
  date_reservation: string;
  recente: boolean;
  ferme?: string;
};

/**
 * `partiel` while the number of people is below the maximum of the lesson type, otherwise `complet`
 * (BOOK-07).
 */
export function etatOccupation(personnes: number, max: number): Occupation['etat'] {
  return personnes < max ? 'partiel' : 'complet';
}

/**
 * The settings that limit the choice of an hour (SET-04, SET-05, SET-46). `pause_minutes`: null if
 * the pause is not applied. `horsHeures`: the person may book outside the open periods.
 */
export type Horaire = Heures & { pause_minutes: number | null; horsHeures?: boolean };

export const DEFAULT_HORAIRE: Horaire = {
  ouverture: JOURNEE.debut,
  fermeture: JOURNEE.fin,
  pause_minutes: null,
};

export type EtatCreneau = 'libre' | 'partiel' | 'complet' | 'ferme' | 'passe';

/** Why a lesson cannot begin at an hour: the refusal that the server would answer. */
type Reason = Extract<
  CodeReservation,
  | 'heure_passee'
  | 'heure_fermee'
  | 'heure_fin_impossible'
  | 'creneau_ferme'
  | 'creneau_pris'
  | 'creneau_deja_reserve'
  | 'pause_entre_lecons'
>;

/** A refusal of an hour, and the lessons that cause it. */
type Obstacle<T extends Hold> = { reason: Reason; holds: readonly T[] };

/**
 * A slot of the grid.
 * - `reason`: why it cannot be chosen, null if it can.
 * - `occupation`: the lesson that holds it, if there is one.
 * - `rejoindre`: the places of the lesson that can be joined there; 0 if the rider is already in it
 *   (RIDE-15).
 * - `autre`: the type of a lesson that could be joined there if the rider chose this type
 *   (RIDE-63).
 * - `pour`: for how many people a lesson that could be joined there has too few places.
 * - `hors`: it can be chosen although the centre is closed then (BOOK-36).
 */
export type Creneau = {
  heure: string;
  etat: EtatCreneau;
  reason: Reason | null;
  occupation: Occupation | null;
  rejoindre?: number;
  autre?: TypeOuvert;
  pour?: number;
  hors?: boolean;
};

/** A type whose lessons riders may join. */
type TypeOuvert = { value: string; label: string };

/**
 * `maintenant` is the wall clock; a start of today that has begun is past. `apresCoup`: past starts
 * may be chosen (BOOK-35).
 */
type DemandeDeCreneau = {
  jour: string;
  duree_minutes: number;
  maintenant: Moment;
  horaire: Horaire;
  apresCoup?: boolean;
};

/**
 * The data that a join depends on (RIDE-10). `type_lecon`: null while none is chosen. `types`: all
 * types whose lessons riders may join. `mine`: whether the rider is in the lesson that begins at an
 * hour.
 */
export type DemandeDePlaces = {
  type_lecon: string | null;
  types?: readonly TypeOuvert[];
  nombre_personnes: number | null;
  mine: (heure: string) => boolean;
};

/**
 * The state of one start for a lesson of a given duration, on one arena and day. The state is the
 * colour for the result of `obstacleAt`. `places`: for whom an orange slot may be chosen, if it is
 * a lesson that can be joined (RIDE-15); null for nobody.
 */
export function creneauAt(
  heure: string,
  demande: DemandeDeCreneau,
  occupations: readonly Occupation[],
  places: DemandeDePlaces | null = null,
): Creneau {
  const obstacle = obstacleAt(heure, demande, occupations);
  const past = isPast(demande.jour, heure, demande.maintenant);
  if (!obstacle) {
    const hors = isHors(heure, demande);
    const etat = past ? 'passe' : 'libre';
    return { heure, etat, reason: null, occupation: null, ...(hors && { hors }) };
  }
  const {
    reason,
    holds: [first = null, ...others],
  } = obstacle;
  const full = obstacle.holds.find(({ etat }) => etat === 'complet');
  const etat = etatOf(heure, reason, full !== undefined, demande);
  const creneau = { heure, etat, reason, occupation: full ?? first };
  const there = obstacle.holds.find(({ heure_debut }) => heure_debut === heure);
  if (etat !== 'partiel' || past || !places || !there?.ouverte) return creneau;
  // A lesson of another type has its own hours: what follows it is not in its way.
  const another = there.ouverte !== places.type_lecon;
  if (others.length > 0 && !another) return creneau;
  if (places.mine(heure)) return { ...creneau, occupation: there, rejoindre: 0 };
  if (another) {
    const autre = places.types?.find(({ value }) => value === there.ouverte);
    return autre ? { ...creneau, occupation: there, autre } : creneau;
  }
  const rejoindre = placesLeft(there);
  const pour = places.nombre_personnes ?? 1;
  return pour > rejoindre ? { ...creneau, pour } : { ...creneau, reason: null, rejoindre };
}

/**
 * Orange if only lessons with places left are in the way. Past hours and closed hours have their
 * own states; any other reason is red (BOOK-17).
 */
function etatOf(
  heure: string,
  reason: Reason,
  full: boolean,
  { horaire, jour }: DemandeDeCreneau,
): EtatCreneau {
  if (reason === 'heure_passee') return 'passe';
  if (reason === 'creneau_ferme') return 'complet';
  if (reason === 'heure_fermee')
    return periodeAt(heure, periodesOf(horaire, jour)) ? 'complet' : 'ferme';
  return (reason === 'creneau_pris' || reason === 'creneau_deja_reserve') && !full
    ? 'partiel'
    : 'complet';
}

/** The open period that contains an hour. */
export const periodeAt = (heure: string, periodes: readonly Periode[]): Periode | undefined =>
  periodes.find(({ debut, fin }) => debut <= heure && heure < fin);

/** Whether a lesson that can begin at an hour is outside the open periods. */
function isHors(heure: string, { jour, duree_minutes, horaire }: DemandeDeCreneau): boolean {
  const heure_fin = heureFin(heure, duree_minutes, plageOf(horaire, jour));
  return heure_fin !== null && isOutside({ heure_debut: heure, heure_fin }, horaire, jour);
}

/**
 * Why a lesson cannot begin at an hour, on one arena and day; null if it can. The grid and the
 * server share this rule (BOOK-20).
 */
export function obstacleAt<T extends Hold>(
  heure: string,
  demande: DemandeDeCreneau,
  occupations: readonly T[],
): Obstacle<T> | null {
  const { jour, duree_minutes, maintenant, horaire, apresCoup = false } = demande;
  if (!apresCoup && isPast(jour, heure, maintenant)) return { reason: 'heure_passee', holds: [] };
  const plage = plageOf(horaire, jour);
  const periode = periodeAt(heure, periodesOf(horaire, jour));
  const { horsHeures = false } = horaire;
  // The last start of the grid is never refused because of the hours: nothing can begin there
  // anyway (BOOK-02).
  if (!horsHeures && !periode && heure !== plage.fin) return { reason: 'heure_fermee', holds: [] };
  const heure_fin = heureFin(heure, duree_minutes, plage);
  if (heure_fin === null) return { reason: 'heure_fin_impossible', holds: [] };
  if (!horsHeures && periode && heure_fin > periode.fin)
    return { reason: 'heure_fermee', holds: [] };
  return placeObstacle({ heure_debut: heure, heure_fin }, occupations, horaire.pause_minutes);
}

/** False for a lesson. */
export const isClosure = ({ ferme }: Hold): boolean => typeof ferme === 'string';

/**
 * What prevents a lesson in a wanted interval: other lessons on the arena, a closure, or the pause
 * around lessons; null if nothing does.
 */
export function placeObstacle<T extends Hold>(
  wanted: Interval,
  occupations: readonly T[],
  pause_minutes: number | null,
): Obstacle<T> | null {
  const lessons = occupations.filter((one) => !isClosure(one));
  const holds = findOverlaps(wanted, lessons, null);
  if (holds.length > 0)
    return {
      reason: holds.some(({ recente }) => recente) ? 'creneau_pris' : 'creneau_deja_reserve',
      holds,
    };
  const closed = findOverlaps(wanted, occupations, null);
  if (closed.length > 0) return { reason: 'creneau_ferme', holds: closed };
  const neighbours = findOverlaps(wanted, lessons, pause_minutes);
  return neighbours.length > 0 ? { reason: 'pause_entre_lecons', holds: neighbours } : null;
}

/**
 * A sentence that follows the refusal: the hours of the lesson in the way, or the reason of a
 * closure; undefined after a lost race (BOOK-20).
 */
export function detailOf(reason: string, hold: Hold | null | undefined): string | undefined {
  if (hold?.ferme && reason === 'creneau_ferme') return `La raison : ${hold.ferme}.`;
  if (hold && reason === 'creneau_deja_reserve')
    return `Une leçon tient la piste ${hoursInWords(hold)}.`;
  return hold && reason === 'pause_entre_lecons'
    ? `La leçon voisine va ${hoursInWords(hold)}.`
    : undefined;
}

/** '9h00 – 10h30': the hours of a lesson on a card. */
export const heuresOf = ({ heure_debut, heure_fin }: Interval): string =>
  `${formatHeure(heure_debut)} – ${formatHeure(heure_fin)}`;

/** 'de 9h00 à 10h30', in a sentence. */
export const hoursInWords = ({ heure_debut, heure_fin }: Interval): string =>
  `de ${formatHeure(heure_debut)} à ${formatHeure(heure_fin)}`;

/**
 * The lessons that overlap a wanted interval. The interval is widened by the pause between lessons
 * if it is applied.
 */
export function findOverlaps<T extends Interval>(
  wanted: Interval,
  occupations: readonly T[],
  pause_minutes: number | null,
): T[] {
  const pause = Math.ceil((pause_minutes ?? 0) / STEP_MINUTES) * STEP_MINUTES;
  const widened =
    pause === 0
      ? wanted
      : {
          heure_debut: toHeure(Math.max(0, toMinutes(wanted.heure_debut) - pause)),
          heure_fin: toHeure(toMinutes(wanted.heure_fin) + pause),
        };
  return occupations.filter((occupation) => overlaps(widened, occupation));
}

/** True if an hour of a day has come; the hour may be a start or an end. */
export function isPast(jour: string, heure: string, maintenant: Moment): boolean {
  return jour < maintenant.jour || (jour === maintenant.jour && heure <= maintenant.heure);
}

/** The arenas, and the known lessons that hold them. */
export type Tenues = {
  pistes: readonly TypePiste[];
  lecons: readonly (Hold & { type_piste: TypePiste; date_reservation: string })[];
};
/** Used if no arenas are known: one arena without lessons. */
const UNKNOWN: Tenues = { pistes: [''], lecons: [] };

/**
 * True while the shortest lesson can still begin on a day within the open hours, on one of the
 * arenas.
 */
export function hasStartLeft(
  jour: string,
  maintenant: Moment,
  horaire: Horaire = DEFAULT_HORAIRE,
  { pistes, lecons }: Tenues = UNKNOWN,
): boolean {
  const ofDay = lecons.filter(({ date_reservation }) => date_reservation === jour);
  const open = { ...horaire, horsHeures: false };
  return pistes.some((piste) => {
    const holds = ofDay.filter(({ type_piste }) => type_piste === piste);
    return creneauxOf(plageOf(horaire, jour)).some(
      (heure) =>
        obstacleAt(
          heure,
          { jour, duree_minutes: STEP_MINUTES, maintenant, horaire: open },
          holds,
        ) === null,
    );
  });
}

/**
 * The day with which the booking screen opens: today, or the next day with a start left, at most a
 * week ahead (BOOK-09).
 */
export function firstBookableJour(maintenant: Moment, horaire?: Horaire, known?: Tenues): string {
  let jour = maintenant.jour;
  for (let n = 0; n < 7 && !hasStartLeft(jour, maintenant, horaire, known); n += 1)
    jour = addDays(jour, 1);
  return jour;
}

/** The starts of a grid by part of the day, as a phone shows them. */
export const partsOfDay = (
  heures: readonly string[],
): { nom: string; heures: readonly string[] }[] => [
  { nom: 'Matin', heures: heures.filter((heure) => heure < '12:00') },
  { nom: 'Après-midi', heures: heures.filter((heure) => heure >= '12:00' && heure < '18:00') },
  { nom: 'Soir', heures: heures.filter((heure) => heure >= '18:00') },
];

/** How many more people can ride in a lesson. */
export const placesLeft = ({ personnes, max }: { personnes: number; max: number }): number =>
  Math.max(0, max - personnes);

/** '5 places', '1 place': the places left in a partly filled lesson. */
export function placesOf(occupation: Pick<Occupation, 'personnes' | 'max'>): string {
  const places = placesLeft(occupation);
  return places === 1 ? '1 place' : `${places} places`;
}

/** 'Rejoindre · 4 places': a lesson that can be joined. */
export const rejoindreOf = (occupation: Parameters<typeof placesOf>[0]): string =>
  `Rejoindre · ${placesOf(occupation)}`;

/**
 * 'leçon de 12h30': the lesson that holds a half hour in which it does not begin, or with which a
 * lesson from here would overlap; otherwise null (BOOK-17).
 */
export const heldBy = ({ heure, occupation }: Creneau): string | null =>
  occupation && occupation.heure_debut !== heure
    ? `leçon de ${formatHeure(occupation.heure_debut)}`
    : null;

/** 'toute la journée', 'de 8h00 à 12h00'. */
export const closedHours = (hours: Interval): string =>
  hours.heure_debut <= PREMIERE_HEURE && hours.heure_fin >= DERNIERE_HEURE
    ? 'toute la journée'
    : hoursInWords(hours);

/**
 * 'fermé : gel', 'fermé' if the reason is not shown; with hours, 'Piste fermée de 8h00 à 12h00 :
 * gel'.
 */
export function closedInWords(motif: string | null | undefined, hours?: string): string {
  const closed = hours ? `Piste fermée ${hours}` : 'fermé';
  return motif ? `${closed}\u202f: ${motif}` : closed;
}

/** The type that the rider must choose in order to join a lesson (RIDE-63). */
export const chooseToJoin = ({ label }: TypeOuvert): string =>
  `${label} : choisissez ce type pour la rejoindre`;

/** The text for a start that has begun, if a lesson may still be entered there (BOOK-35). */
export const DEJA_COMMENCEE = 'Déjà commencée\u202f: aucun email ne partira';

/**
 * Which lessons of a day could be joined by fewer people, as a sentence; null if there are none
 * (RIDE-15).
 */
export function tooFewPlaces(creneaux: readonly Creneau[]): string | null {
  const few = creneaux.flatMap(({ heure, occupation, pour }) =>
    occupation && pour ? [{ pour, words: `${placesOf(occupation)} à ${formatHeure(heure)}` }] : [],
  );
  return few[0]
    ? `Pas assez de places pour ${few[0].pour} personnes\u202f: ${few.map(({ words }) => words).join(', ')}\u202f; avec moins de personnes, on peut rejoindre ces leçons.`
    : null;
}

/**
 * In a few words, why a slot is orange or red, or the consequence of choosing a past slot; null for
 * other states (BOOK-17, BOOK-35).
 */
export function reasonOf(creneau: Creneau): string | null {
  const { etat, reason, occupation, rejoindre, autre, pour } = creneau;
  if (rejoindre === 0) return 'vous y êtes déjà';
  if (etat === 'passe' && reason === null) return DEJA_COMMENCEE;
  if (etat === 'partiel' && occupation) {
    const held = heldBy(creneau);
    if (held) return `pris par la ${held}`;
    const left = `${placesOf(occupation)} restante${placesLeft(occupation) === 1 ? '' : 's'} dans la leçon ${hoursInWords(occupation)}`;
    if (pour) return `${left}, pour ${pour} personnes`;
    return autre ? `${left}. ${chooseToJoin(autre)}` : left;
  }
  if (etat !== 'complet') return null;
  if (reason === 'creneau_ferme') return closedInWords(occupation?.ferme);
  if (!occupation) return 'trop tard pour cette leçon';
  return reason === 'pause_entre_lecons'
    ? `pause avant ou après la leçon ${hoursInWords(occupation)}`
    : `déjà réservé ${hoursInWords(occupation)}`;
}

/** A slot in words, for screen readers (UI-14). */
export function creneauInWords(creneau: Creneau): string {
  const { heure, etat } = creneau;
  if (creneau.rejoindre && creneau.occupation)
    return `${heure}, ${rejoindreOf(creneau.occupation)}, leçon ${hoursInWords(creneau.occupation)}`;
  const outside = creneau.hors ? ", hors des heures d'ouverture" : '';
  if (etat === 'libre') return `${heure}, disponible${outside}`;
  if (etat === 'passe')
    return `${heure}, passé${creneau.reason === null ? ', à enregistrer' : ''}${outside}`;
  if (etat === 'ferme') return `${heure}, fermé`;
  return etat === 'partiel' || creneau.reason === 'creneau_ferme'
    ? `${heure}, ${reasonOf(creneau)}`
    : `${heure}, complet, ${reasonOf(creneau)}`;
}
