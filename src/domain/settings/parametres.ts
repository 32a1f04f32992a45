/**
 * The centre's settings (SET-02). Each rule that limits bookings has a switch, which is off at
 * first (SET-05, SET-40).
 */
import type { Horaire } from '../slots/creneaux.ts';
import { type Horaires, openingHoursOf } from '../slots/horaires.ts';

/** How much of a seat that leaves after the deadline is billed: nothing, half, or all (LIG-01). */
export const RETARDS = ['rien', 'moitie', 'tout'] as const;
export type Retard = (typeof RETARDS)[number];

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
  /** How many coming lessons an account may have (SET-40). */
  maxOpenBookings: number;
  maxOpenBookingsApplied: boolean;
  /**
   * Until how many hours before a lesson its rider may cancel or change it; each action has its own
   * switch (SET-31).
   */
  cancellationHours: number;
  riderCancellation: boolean;
  riderChanges: boolean;
  /** For how many minutes a rider may undo a booking, even after the deadline (SET-41). */
  graceMinutes: number;
  riderGrace: boolean;
  /** Riders may request an alert for when a slot becomes free. */
  slotAlerts: boolean;
  /** Accounts may have a calendar feed. */
  calendarFeeds: boolean;
  /** Riders see the prices of their past lessons. */
  showPrices: boolean;
  /** A rider who is noted as absent is billed (PRES-03). */
  absencesBilled: boolean;
  /** How much is billed of a seat that leaves after the deadline (LIG-01). */
  lateCharge: Retard;
  /**
   * Whether lessons lose their names and remarks; after how many months, and cancelled ones after
   * how many days (SET-42).
   */
  lessonRetention: boolean;
  lessonMonths: number;
  cancelledDays: number;
  /** Statements and payments (REL-01), and the first day whose seats they bill; empty if never on. */
  billing: boolean;
  billingSince: string;
  /** The account that is paid: its holder exactly as the bank writes it, and its IBAN without spaces. */
  billingHolder: string;
  billingIban: string;
  /** The legal mentions of the centre: name, legal form, address, company number. */
  centreName: string;
  centreForm: string;
  centreAddress: string;
  centreNumber: string;
  /** How riders reach the centre; empty if not given. */
  contactTelephone: string;
  contactEmail: string;
  /** Administrators must use a second factor (ACC-62). */
  secondFacteurAdmins: boolean;
  /** How many months the journal is kept (ACC-71). */
  journalMois: number;
  /** For how many days, weeks and months the newest backup is kept (OPS-08). */
  sauvegardesJours: number;
  sauvegardesSemaines: number;
  sauvegardesMois: number;
};

/** The settings that a save may leave out: they stay as they are stored. */
export const FACULTATIFS = [
  'horaires',
  'absencesBilled',
  'lateCharge',
  'billing',
  'billingSince',
  'billingHolder',
  'billingIban',
  'centreName',
  'centreForm',
  'centreAddress',
  'centreNumber',
] as const satisfies readonly (keyof Parametres)[];
type Facultatif = (typeof FACULTATIFS)[number];

/** The settings as a save sends them. */
export type ParametresEnvoyes = Omit<Parametres, Facultatif> & {
  [field in Facultatif]?: Parametres[field] | undefined;
};

/** The legal mentions of the centre, as they are printed (SET-50); empty texts are not given. */
export type Mentions = { nom: string; forme: string; adresse: string; numero: string };

export const mentionsImprimees = ({
  centreName: nom,
  centreForm: forme,
  centreAddress: adresse,
  centreNumber: numero,
}: Pick<Parametres, 'centreName' | 'centreForm' | 'centreAddress' | 'centreNumber'>): Mentions => ({
  nom,
  forme,
  adresse,
  numero,
});

/** The same; null if none is given. */
export function mentionsOf(parametres: Parameters<typeof mentionsImprimees>[0]): Mentions | null {
  const mentions = mentionsImprimees(parametres);
  return Object.values(mentions).some(Boolean) ? mentions : null;
}

/**
 * The settings as they are read. `version` counts their changes; `lessonDurationSaved`: whether an
 * administrator has ever saved them with that duration (SET-06).
 */
export type StoredParametres = Parametres & { version: number; lessonDurationSaved: boolean };

/** The settings that bind riders; null if a rule is switched off. Anyone may read them. */
export type Regles = {
  openingTime: string;
  closingTime: string;
  /**
   * An instance of the previous version does not send this field: every day then has the usual
   * hours.
   */
  horaires?: Horaires | undefined;
  breakBetweenLessons: number | null;
  maxBookingsPerDay: number | null;
  advanceBookingDays: number | null;
  maxOpenBookings: number | null;
  /**
   * Until how many hours before a lesson its rider may cancel it, or change it; null if they may
   * not (SET-31).
   */
  annulationHeures: number | null;
  changementHeures: number | null;
  /**
   * For how many minutes a rider may undo a booking; null if the deadline applies from the first
   * minute.
   */
  graceMinutes: number | null;
  slotAlerts: boolean;
  calendarFeeds: boolean;
  showPrices: boolean;
  /**
   * Which part of a seat is billed that leaves later than so many hours before its lesson (LIG-01);
   * null if none is. An instance of the previous version does not send this field.
   */
  retard?: { part: Exclude<Retard, 'rien'>; heures: number } | null | undefined;
};

/** The rules that apply to a rider, from the stored settings. */
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
    retard:
      parametres.lateCharge === 'rien'
        ? null
        : { part: parametres.lateCharge, heures: parametres.cancellationHours },
  };
}

/**
 * The rules in the format of the grid of slots. `bound`: whether the pause and the open periods
 * apply to the person who books (SET-05, BOOK-36).
 */
export function horaireOf(regles: Regles, bound: boolean): Horaire {
  return {
    ...openingHoursOf(regles),
    horsHeures: !bound,
    pause_minutes: bound ? regles.breakBetweenLessons : null,
  };
}
