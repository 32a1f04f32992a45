import type { Parametres, Retard } from './parametres.ts';

/**
 * The label of each setting. It also names a setting that was changed elsewhere, and settings in
 * the journal.
 */
export const LIBELLES_PARAMETRES: Record<keyof Parametres, string> = {
  emailNotifications: 'Envoyer les notifications par email',
  adminEmail: "Email de l'administrateur",
  sendConfirmation: 'Confirmation de réservation',
  sendReminders: 'Rappel 24 h avant la leçon',
  sendCancellation: 'Annulation de réservation',
  sendModification: 'Modification de réservation',
  openingTime: "Heure d'ouverture",
  closingTime: 'Heure de fermeture',
  horaires: 'Heures par jour et saisons',
  lessonDuration: 'Durée des leçons',
  breakBetweenLessons: 'Pause entre les leçons',
  breakBetweenLessonsApplied: 'Appliquer la pause entre les leçons',
  maxBookingsPerDay: 'Réservations par jour',
  maxBookingsPerDayApplied: 'Appliquer le nombre de réservations par jour',
  advanceBookingDays: "Jours de réservation à l'avance",
  advanceBookingDaysApplied: "Appliquer les jours de réservation à l'avance",
  maxOpenBookings: 'Réservations à venir par compte',
  maxOpenBookingsApplied: 'Appliquer le nombre de réservations à venir',
  cancellationHours: 'Délai pour annuler ou changer (heures)',
  riderCancellation: 'Annulation par le cavalier',
  riderChanges: 'Changement par le cavalier',
  graceMinutes: 'Minutes pour se raviser',
  riderGrace: 'Se raviser juste après la réservation',
  slotAlerts: 'Alertes «\u00a0Prévenez-moi\u00a0»',
  calendarFeeds: 'Calendriers à suivre',
  showPrices: 'Montrer les prix aux cavaliers',
  absencesBilled: 'Une absence est facturée',
  lateCharge: 'Une place rendue après le délai est facturée',
  lessonRetention: 'Effacer les noms des anciennes leçons',
  lessonMonths: 'Garder les noms après la leçon (mois)',
  cancelledDays: "Garder les noms d'une leçon annulée (jours)",
  billing: 'Facturation',
  billingSince: 'Premier jour facturé',
  billingHolder: 'Titulaire du compte, exactement comme à la banque',
  billingIban: 'IBAN',
  centreName: 'Nom du centre sur les relevés',
  centreForm: 'Forme juridique',
  centreAddress: 'Adresse du centre',
  centreNumber: "Numéro d'entreprise",
  contactTelephone: 'Téléphone du centre',
  contactEmail: 'Email du centre',
  secondFacteurAdmins: 'Exiger la double authentification des administrateurs',
  journalMois: 'Conserver le journal (mois)',
  sauvegardesJours: 'Sauvegardes à garder (jours)',
  sauvegardesSemaines: 'Sauvegardes à garder (semaines)',
  sauvegardesMois: 'Sauvegardes à garder (mois)',
};

/** The choices of `lateCharge`, which continue its label (LIG-01). */
export const NOMS_RETARD: Record<Retard, string> = {
  rien: 'Pas du tout',
  moitie: 'À moitié',
  tout: 'Entièrement',
};
