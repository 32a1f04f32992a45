/**
 * The centre's settings (SET-02). Rules that limit bookings have a switch each, off at first (SET-05,
 * SET-40).
 */
import { refuseContact } from '../people/contact.ts';
import { CRENEAUX, type Horaire } from '../slots/creneaux.ts';
import { type Horaires, openingHoursOf } from '../slots/horaires.ts';
import { refuseHoraires } from '../slots/regles_horaires.ts';
import type { CodeAdmin } from '../errors/admin.ts';
import { isEmail } from '../people/users.ts';

export type Parametres = {
  emailNotifications: boolean;
  adminEmail: string;
  sendConfirmation: boolean;
  sendReminders: boolean;
  sendCancellation: boolean;
  sendModification: boolean;
  openingTime: string;
  closingTime: string;
  /** The hours of weekdays and seasons (SET-46). */
  horaires: Horaires;
  lessonDuration: number;
  breakBetweenLessons: number;
  breakBetweenLessonsApplied: boolean;
  maxBookingsPerDay: number;
  maxBookingsPerDayApplied: boolean;
  advanceBookingDays: number;
  advanceBookingDaysApplied: boolean;
  /** How many lessons to come an account may have (SET-40). */
  maxOpenBookings: number;
  maxOpenBookingsApplied: boolean;
  /**
   * Until how many hours before a lesson its rider may cancel or change it; each has its switch
   * (SET-31).
   */
  cancellationHours: number;
  riderCancellation: boolean;
  riderChanges: boolean;
  /** For how many minutes a rider may undo a booking, whatever the deadline (SET-41). */
  graceMinutes: number;
  riderGrace: boolean;
  /** Riders may ask to be told when a slot becomes free. */
  slotAlerts: boolean;
  /** Accounts may have a calendar feed. */
  calendarFeeds: boolean;
  /** Riders see what their past lessons cost. */
  showPrices: boolean;
  /**
   * Whether lessons lose their names and remarks, after how many months, and after how many days
   * where they are cancelled (SET-42).
   */
  lessonRetention: boolean;
  lessonMonths: number;
  cancelledDays: number;
  /** Where riders reach the centre; empty where it is not given. */
  contactTelephone: string;
  contactEmail: string;
  /** Administrators must give a second factor (ACC-62). */
  secondFacteurAdmins: boolean;
  /** How many months the journal is kept (ACC-71). */
  journalMois: number;
  /** Of how many days, weeks and months the newest backup is kept (OPS-08). */
  sauvegardesJours: number;
  sauvegardesSemaines: number;
  sauvegardesMois: number;
};

/**
 * As they are read: `version` counts their changes; `lessonDurationSaved`: whether an administrator
 * has ever saved them with that duration (SET-06).
 */
export type StoredParametres = Parametres & { version: number; lessonDurationSaved: boolean };

/** The settings that bind riders; null where a rule is switched off. Anyone may read them. */
export type Regles = {
  openingTime: string;
  closingTime: string;
  /** Absent from an instance of the version before: the usual hours hold each day. */
  horaires?: Horaires | undefined;
  breakBetweenLessons: number | null;
  maxBookingsPerDay: number | null;
  advanceBookingDays: number | null;
  maxOpenBookings: number | null;
  /**
   * Until how many hours before a lesson its rider may cancel it, or change it; null where they may
   * not (SET-31).
   */
  annulationHeures: number | null;
  changementHeures: number | null;
  /**
   * For how many minutes a rider may undo a booking; null where the deadline holds from the first
   * minute.
   */
  graceMinutes: number | null;
  slotAlerts: boolean;
  calendarFeeds: boolean;
  showPrices: boolean;
};

/** The rules in force for a rider, out of the stored settings. */
export function reglesOf(parametres: Parametres): Regles {
  return {
    openingTime: parametres.openingTime,
    closingTime: parametres.closingTime,
    horaires: parametres.horaires,
    breakBetweenLessons: parametres.breakBetweenLessonsApplied
      ? parametres.breakBetweenLessons
      : null,
    maxBookingsPerDay: parametres.maxBookingsPerDayApplied ? parametres.maxBookingsPerDay : null,
    advanceBookingDays: parametres.advanceBookingDaysApplied ? parametres.advanceBookingDays : null,
    maxOpenBookings: parametres.maxOpenBookingsApplied ? parametres.maxOpenBookings : null,
    annulationHeures: parametres.riderCancellation ? parametres.cancellationHours : null,
    changementHeures: parametres.riderChanges ? parametres.cancellationHours : null,
    graceMinutes: parametres.riderGrace ? parametres.graceMinutes : null,
    slotAlerts: parametres.slotAlerts,
    calendarFeeds: parametres.calendarFeeds,
    showPrices: parametres.showPrices,
  };
}

/**
 * The rules as the grid of slots reads them. `bound`: whether the pause and the open periods bind
 * who books (SET-05, BOOK-36).
 */
export function horaireOf(regles: Regles, bound: boolean): Horaire {
  return {
    ...openingHoursOf(regles),
    horsHeures: !bound,
    pause_minutes: bound ? regles.breakBetweenLessons : null,
  };
}

const isWithin = (n: number, min: number, max: number, step = 1): boolean =>
  Number.isInteger(n) && n >= min && n <= max && (n - min) % step === 0;

/** Checks the settings (SET-04, SET-06, SET-07, SET-20, OPS-08); null when they may be stored. */
export function refuseParametres(
  parametres: Omit<Parametres, 'horaires'> & { horaires?: Horaires | undefined },
): CodeAdmin | null {
  const { adminEmail } = parametres;
  if (adminEmail !== '' && !isEmail(adminEmail)) return 'email_admin_invalide';
  const hours = refuseHeures(parametres);
  if (hours) return hours;
  if (!isWithin(parametres.lessonDuration, 15, 240, 15)) return 'duree_lecon_invalide';
  if (!isWithin(parametres.breakBetweenLessons, 0, 120, 5)) return 'pause_invalide';
  if (!isWithin(parametres.maxBookingsPerDay, 1, 100)) return 'quota_invalide';
  if (!isWithin(parametres.advanceBookingDays, 1, 730)) return 'delai_invalide';
  if (!isWithin(parametres.cancellationHours, 0, 336)) return 'annulation_invalide';
  if (!isWithin(parametres.maxOpenBookings, 1, 1000)) return 'a_venir_invalide';
  if (!isWithin(parametres.graceMinutes, 1, 120)) return 'grace_invalide';
  if (!isWithin(parametres.lessonMonths, 1, 240)) return 'lecons_mois_invalide';
  if (!isWithin(parametres.cancelledDays, 1, 730)) return 'lecons_annulees_invalide';
  if (!isWithin(parametres.journalMois, 1, 60)) return 'journal_invalide';
  if (!isWithin(parametres.sauvegardesJours, 1, 31)) return 'sauvegardes_jours_invalides';
  if (!isWithin(parametres.sauvegardesSemaines, 0, 53)) return 'sauvegardes_semaines_invalides';
  if (!isWithin(parametres.sauvegardesMois, 0, 120)) return 'sauvegardes_mois_invalides';
  return refuseContact(parametres);
}

/** Checks the usual hours and, where they are given, those that vary (SET-04, SET-46). */
export function refuseHeures({
  openingTime,
  closingTime,
  horaires,
}: Pick<Regles, 'openingTime' | 'closingTime' | 'horaires'>): CodeAdmin | null {
  if (
    !CRENEAUX.includes(openingTime) ||
    !CRENEAUX.includes(closingTime) ||
    openingTime >= closingTime
  )
    return 'horaires_invalides';
  return horaires ? refuseHoraires(horaires) : null;
}
