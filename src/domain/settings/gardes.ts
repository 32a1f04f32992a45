/**
 * The settings whose change outlives a stolen session: it asks for the password and is told to every
 * administrator (ACC-106).
 */
import { champsRaccourcis } from './durees.ts';
import type { Parametres } from './parametres.ts';

type Champ = keyof Parametres;

/**
 * Changes of settings that administrators are notified of at once (ACC-106): the end of the demand for
 * a second factor, another bank account of the centre, its billing, mentions and contact, another
 * address for copies, and shorter periods.
 */
export type FaitDeReglages =
  | 'exigence_levee'
  | 'compte_du_centre'
  | 'textes_du_centre'
  | 'copies_du_centre'
  | 'durees_raccourcies';

/**
 * What a change of each setting is told as; null for a change that can be undone and reaches nobody's
 * money, data or access. A switch that demands a second factor counts only if it is lifted, a period
 * only if it becomes shorter.
 */
const FAITS: Record<Champ, FaitDeReglages | null> = {
  emailNotifications: null,
  adminEmail: 'copies_du_centre',
  sendConfirmation: null,
  sendReminders: null,
  sendCancellation: null,
  sendModification: null,
  openingTime: null,
  closingTime: null,
  horaires: null,
  lessonDuration: null,
  breakBetweenLessons: null,
  breakBetweenLessonsApplied: null,
  maxBookingsPerDay: null,
  maxBookingsPerDayApplied: null,
  advanceBookingDays: null,
  advanceBookingDaysApplied: null,
  maxOpenBookings: null,
  maxOpenBookingsApplied: null,
  cancellationHours: null,
  riderCancellation: null,
  riderChanges: null,
  graceMinutes: null,
  riderGrace: null,
  slotAlerts: null,
  calendarFeeds: null,
  showPrices: null,
  absencesBilled: null,
  lateCharge: null,
  lessonRetention: 'durees_raccourcies',
  lessonMonths: 'durees_raccourcies',
  cancelledDays: 'durees_raccourcies',
  billing: 'textes_du_centre',
  billingSince: 'textes_du_centre',
  billingHolder: 'compte_du_centre',
  billingIban: 'compte_du_centre',
  centreName: 'textes_du_centre',
  centreForm: 'textes_du_centre',
  centreAddress: 'textes_du_centre',
  centreNumber: 'textes_du_centre',
  contactTelephone: 'textes_du_centre',
  contactEmail: 'textes_du_centre',
  secondFacteurAdmins: 'exigence_levee',
  journalMois: 'durees_raccourcies',
  sauvegardesJours: 'durees_raccourcies',
  sauvegardesSemaines: 'durees_raccourcies',
  sauvegardesMois: 'durees_raccourcies',
};

/** What a save is told as, with the settings that it changes; empty if it needs no password. */
export function faitsOf(stored: Parametres, wanted: Parametres): Map<FaitDeReglages, Champ[]> {
  const raccourcis: readonly Champ[] = champsRaccourcis(stored, wanted);
  const isTold = (champ: Champ, fait: FaitDeReglages): boolean =>
    fait === 'durees_raccourcies'
      ? raccourcis.includes(champ)
      : fait === 'exigence_levee'
        ? stored[champ] === true && wanted[champ] === false
        : stored[champ] !== wanted[champ];
  const told = new Map<FaitDeReglages, Champ[]>();
  for (const champ of Object.keys(FAITS) as Champ[]) {
    const fait = FAITS[champ];
    if (fait && isTold(champ, fait)) told.set(fait, [...(told.get(fait) ?? []), champ]);
  }
  return told;
}
