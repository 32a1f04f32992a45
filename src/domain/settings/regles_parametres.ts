/** Which settings may be stored. Separate from `parametres.ts`, which every screen loads. */
import { isJour } from '../core/calendrier.ts';
import { isOneLine } from '../core/one_line.ts';
import { refuseContact } from '../people/contact.ts';
import { CRENEAUX } from '../slots/creneaux.ts';
import { refuseHoraires } from '../slots/regles_horaires.ts';
import type { CodeAdmin } from '../errors/admin.ts';
import type { CodeFacturation } from '../errors/facturation.ts';
import { isEmail } from '../people/users.ts';
import { isIban } from './iban.ts';
import type { ParametresEnvoyes, Regles } from './parametres.ts';

const isWithin = (n: number, min: number, max: number, step = 1): boolean =>
  Number.isInteger(n) && n >= min && n <= max && (n - min) % step === 0;

/** Checks the settings (SET-04, SET-06, SET-07, SET-20, OPS-08); null if they may be stored. */
export function refuseParametres(
  parametres: ParametresEnvoyes,
): CodeAdmin | CodeFacturation | null {
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
  return refuseContact(parametres) ?? refuseFacturation(parametres);
}

/** The most characters that a bank reads of a holder (EPC069-12), and of each mention. */
const TITULAIRE_MAX = 70;
const MENTION_MAX = 100;
const ADRESSE_MAX = 300;

/** Checks the account of the centre and its mentions (SET-50); what is left out is not checked. */
function refuseFacturation({
  billingSince = '',
  billingHolder = '',
  billingIban = '',
  centreName = '',
  centreForm = '',
  centreAddress = '',
  centreNumber = '',
}: ParametresEnvoyes): CodeFacturation | null {
  if (billingSince !== '' && !isJour(billingSince)) return 'facturation_debut_invalide';
  if (!isOneLine(billingHolder, TITULAIRE_MAX)) return 'titulaire_invalide';
  if (billingIban !== '' && !isIban(billingIban)) return 'iban_invalide';
  return [centreName, centreForm, centreNumber].every((text) => isOneLine(text, MENTION_MAX)) &&
    centreAddress.length <= ADRESSE_MAX
    ? null
    : 'mentions_invalides';
}

/** Checks the usual hours and, if they are given, those that vary (SET-04, SET-46). */
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
