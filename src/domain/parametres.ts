/** The centre's settings (§3, §9; decision 34). Each of three rules has a switch, off at first. */
import { type Horaire } from './creneaux.ts';

export type Parametres = {
  emailNotifications: boolean;
  adminEmail: string;
  sendConfirmation: boolean;
  sendReminders: boolean;
  sendCancellation: boolean;
  sendModification: boolean;
  openingTime: string;
  closingTime: string;
  lessonDuration: number;
  breakBetweenLessons: number;
  breakBetweenLessonsApplied: boolean;
  maxBookingsPerDay: number;
  maxBookingsPerDayApplied: boolean;
  advanceBookingDays: number;
  advanceBookingDaysApplied: boolean;
};

/** What of the settings binds a rider; null where the rule's switch is off. Anyone may read it. */
export type Regles = {
  openingTime: string;
  closingTime: string;
  breakBetweenLessons: number | null;
  maxBookingsPerDay: number | null;
  advanceBookingDays: number | null;
};

/** The rules in force for a rider, out of the stored settings. */
export function reglesOf(parametres: Parametres): Regles {
  return {
    openingTime: parametres.openingTime,
    closingTime: parametres.closingTime,
    breakBetweenLessons: parametres.breakBetweenLessonsApplied ? parametres.breakBetweenLessons : null,
    maxBookingsPerDay: parametres.maxBookingsPerDayApplied ? parametres.maxBookingsPerDay : null,
    advanceBookingDays: parametres.advanceBookingDaysApplied ? parametres.advanceBookingDays : null,
  };
}

/** The rules as the grid of slots reads them. */
export function horaireOf(regles: Regles): Horaire {
  return { ouverture: regles.openingTime, fermeture: regles.closingTime, pause_minutes: regles.breakBetweenLessons };
}
