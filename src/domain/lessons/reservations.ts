/**
 * A booking: the request of a rider, the order of its checks, and when it is refused (BOOK-11 to
 * BOOK-15).
 */
import {
  addDays,
  addYears,
  daysBetween,
  formatJour,
  isJour,
  JOURS_DE_LECON,
  type Moment,
} from '../core/calendrier.ts';
import { creneauxOf, detailOf, dureeOf, obstacleAt, type Hold } from '../slots/creneaux.ts';
import { type Piste, type TypePiste } from '../slots/pistes.ts';
import { refusePiste } from '../slots/regles_pistes.ts';
import { premierJour } from './apres_coup.ts';
import type { CodeCall } from '../errors/call.ts';
import type { CodeReservation } from '../errors/reservation.ts';
import { horaireOf, type Regles } from '../settings/parametres.ts';
import { openingHoursOf, plageOf } from '../slots/horaires.ts';
import { type LeconSize, MAX_PERSONNES_INCONNU } from '../types/types_lecons.ts';
import { isNom } from '../people/users.ts';

export const STATUTS_RESERVATION = ['confirmee', 'en_attente', 'annulee'] as const;
export type StatutReservation = (typeof STATUTS_RESERVATION)[number];

export const NOMS_STATUT: Record<StatutReservation, string> = {
  confirmee: 'Confirmée',
  en_attente: 'En attente',
  annulee: 'Annulée',
};

/** The fields that a rider sends; the server sets the other fields of a reservation. */
export type DemandeReservation = {
  type_lecon: string;
  nombre_personnes: number;
  noms_participants: string[];
  date_reservation: string;
  type_piste: TypePiste;
  heure_debut: string;
  remarques: string | null;
};

/** The fields of a stored reservation that planning, prints, emails and lists show. */
export type BookedLecon = {
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  type_piste: TypePiste;
  type_lecon: string;
  noms_participants: readonly string[];
  nombre_personnes: number;
  statut: StatutReservation;
  remarques: string | null;
};

/**
 * The texts of a lesson about persons, with their empty values: hidden in the journal (ACC-72),
 * emptied when an account is erased (PEOPLE-31) and after the retention (SET-42).
 */
export const SANS_TEXTES = { remarques: null, raison: null } as const;

/** For whom an administrator books: a customer, or the name of one without an account (CLI-02). */
export type Client = { user_id: string } | { nom: string; telephone?: string | null | undefined };

/** A form that is being filled: fields that are not chosen yet are null. */
export type PartialDemande = {
  type_lecon: string | null;
  nombre_personnes: number | null;
  noms_participants: readonly string[];
  type_piste: TypePiste | null;
  heure_debut: string | null;
};

export const REMARQUES_MAX = 2000;

/** The first and the last day that a stored reservation may have (LIM-03). */
export const { premier: FIRST_JOUR, dernier: LAST_JOUR } = JOURS_DE_LECON;

/** The five checks of a booking, in the order of BOOK-13. Returns the first that fails, or null. */
export function firstMissing(demande: PartialDemande): CodeReservation | null {
  if (!demande.type_lecon) return 'type_lecon_manquant';
  if (!demande.nombre_personnes) return 'nombre_personnes_manquant';
  const { noms_participants: noms } = demande;
  if (noms.length === 0 || noms.some((nom) => nom.trim() === '')) return 'noms_manquants';
  if (!demande.type_piste) return 'type_piste_manquant';
  if (!demande.heure_debut) return 'heure_debut_manquante';
  return null;
}

/**
 * The data with which the server decides a booking. `maintenant` is the wall clock of the centre.
 */
export type BookingContext = {
  maintenant: Moment;
  /** The wanted type, null if it is unknown or not allowed (`allowedType`). */
  type: LeconSize | null;
  /** All arenas. */
  pistes: readonly Piste[];
  regles: Regles;
  /**
   * Whether the opening hours and the rules that have a switch apply to the person who books: to
   * riders, not to administrators (SET-05, BOOK-36).
   */
  bound: boolean;
  /** Whether a lesson that has begun may be entered: by administrators only (BOOK-35). */
  apresCoup?: boolean;
  /** Reservations of that arena and day that are not cancelled. */
  occupations: readonly Hold[];
  /** How many lessons the rider already has that day; 0 if the quota is off. */
  reservationsThatDay: number;
  /** How many lessons of the rider have not begun yet; 0 if the settings do not limit them. */
  reservationsToCome: number;
};

/** A refusal, and the lesson in the way, if there is one. */
export type PlaceRefus = { code: CodeReservation; hold: Hold | null };

/** Everything that can refuse a booking; null if it may be stored. */
export function refuseReservation(
  demande: DemandeReservation,
  context: BookingContext,
): PlaceRefus | null {
  const code =
    firstMissing(demande) ??
    refusePiste(context.pistes, demande.type_piste) ??
    refuseDetails(demande, context.type) ??
    refuseJour(demande, context);
  if (code) return { code, hold: null };
  const taken = refuseHeure(demande, context);
  if (taken) return taken;
  const quota = refuseQuota(context);
  return quota && { code: quota, hold: null };
}

/** Checks type, people, names and remarks, which a form can check before it is sent. */
export function refuseDetails(
  demande: {
    nombre_personnes: number;
    noms_participants: readonly string[];
    remarques: string | null;
  },
  type: BookingContext['type'],
): CodeReservation | null {
  if (!type) return 'type_lecon_inconnu';
  if (demande.nombre_personnes > type.max_personnes) return 'trop_de_personnes';
  if (demande.noms_participants.length !== demande.nombre_personnes) return 'noms_en_nombre';
  if (!demande.noms_participants.every(isNom)) return 'nom_invalide';
  if ((demande.remarques ?? '').length > REMARQUES_MAX) return 'remarques_trop_longues';
  return null;
}

/**
 * The last day that can be booked: two years ahead (BOOK-15), or earlier if `delai`, a number of
 * days, applies to the person who books (SET-05).
 */
export function lastJour(aujourdhui: string, delai: number | null = null): string {
  const twoYears = addYears(aujourdhui, 2);
  if (delai === null) return twoYears;
  const near = addDays(aujourdhui, delai);
  return near < twoYears ? near : twoYears;
}

/**
 * Checks that the day exists, is not past and not too far ahead or back, and that the start is one
 * of its grid.
 */
export function refuseJour(
  {
    date_reservation: jour,
    heure_debut,
  }: Pick<DemandeReservation, 'date_reservation' | 'heure_debut'>,
  {
    maintenant,
    regles,
    bound,
    apresCoup = false,
  }: Pick<BookingContext, 'maintenant' | 'regles' | 'bound' | 'apresCoup'>,
): CodeReservation | null {
  if (!isJour(jour)) return 'date_manquante';
  if (!creneauxOf(plageOf(openingHoursOf(regles), jour)).includes(heure_debut))
    return 'heure_debut_manquante';
  if (!apresCoup && jour < maintenant.jour) return 'date_passee';
  if (jour < premierJour(maintenant.jour)) return 'date_trop_ancienne';
  if (jour > lastJour(maintenant.jour)) return 'date_trop_lointaine';
  return bound && jour > lastJour(maintenant.jour, regles.advanceBookingDays)
    ? 'date_au_dela_du_delai'
    : null;
}

/** Checks the start with the rule that also colours the grid. */
function refuseHeure(
  { date_reservation: jour, heure_debut }: DemandeReservation,
  context: BookingContext,
): PlaceRefus | null {
  const { maintenant, type, regles, bound, apresCoup, occupations } = context;
  const obstacle = obstacleAt(
    heure_debut,
    {
      jour,
      duree_minutes: type?.duree_minutes ?? 0,
      maintenant,
      horaire: horaireOf(regles, bound),
      ...(apresCoup && { apresCoup }),
    },
    occupations,
  );
  return obstacle && { code: obstacle.reason, hold: obstacle.holds[0] ?? null };
}

/**
 * Checks the number of reservations per account: of the day (SET-05), and of all coming lessons
 * (SET-40).
 */
export function refuseQuota({
  regles: { maxBookingsPerDay, maxOpenBookings },
  bound,
  reservationsThatDay,
  reservationsToCome,
}: Pick<
  BookingContext,
  'regles' | 'bound' | 'reservationsThatDay' | 'reservationsToCome'
>): CodeReservation | null {
  if (!bound) return null;
  if (maxBookingsPerDay !== null && reservationsThatDay >= maxBookingsPerDay)
    return 'limite_du_jour';
  return maxOpenBookings !== null && reservationsToCome >= maxOpenBookings
    ? 'limite_a_venir'
    : null;
}

/**
 * A further sentence for a refusal: the lesson in the way, or how many coming lessons an account
 * may have and what the rider can do.
 */
export function detailOfRefus(
  { code, hold }: { code: string; hold: Hold | null },
  { maxOpenBookings, annulationHeures }: Pick<Regles, 'maxOpenBookings' | 'annulationHeures'>,
): string | undefined {
  if (code !== 'limite_a_venir') return detailOf(code, hold);
  return `Un compte peut en avoir ${maxOpenBookings} : ${annulationHeures === null ? '' : 'annulez-en une, '}attendez qu'une de vos leçons ait eu lieu, ou adressez-vous au centre.`;
}

/** The fields by which a list may be sorted (API-05). */
export const SORT_FIELDS = [
  'date_reservation',
  'heure_debut',
  'created_at',
  'type_piste',
  'statut',
] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** Refuses unless the list covers a range of at most 366 days with its ends in order (API-05). */
export function refusePeriode(du: string | undefined, au: string | undefined): CodeCall | null {
  const jours = du && au ? daysBetween(du, au) : Number.NaN;
  return jours >= 0 && jours < 366 ? null : 'periode_manquante';
}

/**
 * The duration of the edited lesson and its maximum of people. While the type stays, the stored
 * duration stays (DESK-15), and the maximum is that of the type or the present number of people,
 * whichever is higher (DESK-16). With another type, both are those of that type.
 */
export function editedSize(
  { type_lecon }: Pick<BookedLecon, 'type_lecon'>,
  {
    current,
    type,
  }: {
    current: Pick<BookedLecon, 'type_lecon' | 'nombre_personnes' | 'heure_debut' | 'heure_fin'>;
    type: LeconSize | null;
  },
): LeconSize | null {
  if (type_lecon !== current.type_lecon) return type;
  return {
    max_personnes: Math.max(type?.max_personnes ?? MAX_PERSONNES_INCONNU, current.nombre_personnes),
    duree_minutes: dureeOf(current),
  };
}

/** How often a lesson repeats (SERIE-05): 'chaque mercredi', 'un mercredi sur deux'. */
export function rythmeInWords(jours: 7 | 14, jour: string): string {
  const [weekday = ''] = formatJour(jour, 'long').split(' ');
  return jours === 7 ? `chaque ${weekday}` : `un ${weekday} sur deux`;
}

/** False for a cancelled reservation, which is not on the planning (DESK-06). */
export function isOnPlanning({ statut }: { statut: StatutReservation }): boolean {
  return statut !== 'annulee';
}
