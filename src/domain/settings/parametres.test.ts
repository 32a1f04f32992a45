import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CRENEAUX } from '../slots/creneaux.ts';
import { SANS_HORAIRES } from '../slots/horaires.ts';
import { horaireOf, type Parametres, reglesOf } from './parametres.ts';
import { refuseParametres } from './regles_parametres.ts';

const DEPART: Parametres = {
  emailNotifications: true,
  adminEmail: '',
  sendConfirmation: true,
  sendReminders: true,
  sendCancellation: true,
  sendModification: true,
  openingTime: '08:00',
  closingTime: '20:00',
  horaires: SANS_HORAIRES,
  lessonDuration: 60,
  breakBetweenLessons: 15,
  breakBetweenLessonsApplied: false,
  maxBookingsPerDay: 10,
  maxBookingsPerDayApplied: false,
  advanceBookingDays: 30,
  advanceBookingDaysApplied: false,
  cancellationHours: 24,
  riderCancellation: false,
  riderChanges: false,
  slotAlerts: false,
  calendarFeeds: false,
  showPrices: false,
  absencesBilled: true,
  lateCharge: 'rien',
  billing: false,
  billingSince: '',
  billingHolder: '',
  billingIban: '',
  centreName: '',
  centreForm: '',
  centreAddress: '',
  centreNumber: '',
  maxOpenBookings: 40,
  maxOpenBookingsApplied: false,
  graceMinutes: 15,
  riderGrace: false,
  lessonRetention: true,
  lessonMonths: 36,
  cancelledDays: 30,
  contactTelephone: '',
  contactEmail: '',
  secondFacteurAdmins: false,
  journalMois: 13,
  sauvegardesJours: 7,
  sauvegardesSemaines: 4,
  sauvegardesMois: 12,
};

// SET-02
test('les réglages de départ sont admis', () => expect(refuseParametres(DEPART)).toBeNull());

describe('les heures', () => {
  test("toute demi-heure de 08:00 à 20:00, l'ouverture avant la fermeture", () => {
    // SET-04
    const heure = fc.constantFrom(...CRENEAUX);
    fc.assert(
      fc.property(heure, heure, (openingTime, closingTime) => {
        expect(refuseParametres({ ...DEPART, openingTime, closingTime })).toBe(
          openingTime < closingTime ? null : 'horaires_invalides',
        );
      }),
    );
  });

  test.each(['07:30', '20:30', '08:15', '8:00', '', '24:00'])(
    "%j n'ouvre ni ne ferme rien",
    (heure) => {
      expect(refuseParametres({ ...DEPART, openingTime: heure })).toBe('horaires_invalides');
      expect(refuseParametres({ ...DEPART, closingTime: heure })).toBe('horaires_invalides');
    },
  );
});

describe('les nombres', () => {
  // SET-06, SET-07, SET-21, LIM-17, LIM-76, LIM-80
  test.each([
    ['lessonDuration', 15, 240, 15, 'duree_lecon_invalide'],
    ['breakBetweenLessons', 0, 120, 5, 'pause_invalide'],
    ['maxBookingsPerDay', 1, 100, 1, 'quota_invalide'],
    ['advanceBookingDays', 1, 730, 1, 'delai_invalide'],
    ['cancellationHours', 0, 336, 1, 'annulation_invalide'],
    ['maxOpenBookings', 1, 1000, 1, 'a_venir_invalide'],
    ['graceMinutes', 1, 120, 1, 'grace_invalide'],
    ['lessonMonths', 1, 240, 1, 'lecons_mois_invalide'],
    ['cancelledDays', 1, 730, 1, 'lecons_annulees_invalide'],
    ['sauvegardesJours', 1, 31, 1, 'sauvegardes_jours_invalides'],
    ['sauvegardesSemaines', 0, 53, 1, 'sauvegardes_semaines_invalides'],
    ['sauvegardesMois', 0, 120, 1, 'sauvegardes_mois_invalides'],
  ] as const)('%s : de %i à %i, par %i', (field, min, max, step, code) => {
    for (let n = min - 20; n <= max + 20; n += 1) {
      expect(refuseParametres({ ...DEPART, [field]: n })).toBe(
        n >= min && n <= max && (n - min) % step === 0 ? null : code,
      );
    }
    for (const faux of [Number.NaN, Infinity, min + 0.5])
      expect(refuseParametres({ ...DEPART, [field]: faux })).toBe(code);
  });
});

test.each([
  ['', null],
  ['centre@essai.example', null],
  ['centre', 'email_admin_invalide'],
  ['a b@essai.example', 'email_admin_invalide'],
])("l'adresse %j : %j", (adminEmail, code) => {
  expect(refuseParametres({ ...DEPART, adminEmail })).toBe(code);
});

test("une règle dont l'interrupteur est éteint ne tient personne", () => {
  // SET-05
  expect(reglesOf(DEPART)).toEqual({
    openingTime: '08:00',
    closingTime: '20:00',
    horaires: { semaine: [null, null, null, null, null, null, null], saisons: [] },
    breakBetweenLessons: null,
    maxBookingsPerDay: null,
    advanceBookingDays: null,
    maxOpenBookings: null,
    annulationHeures: null,
    changementHeures: null,
    graceMinutes: null,
    slotAlerts: false,
    calendarFeeds: false,
    showPrices: false,
    retard: null,
  });
  const on = {
    ...DEPART,
    openingTime: '09:30',
    breakBetweenLessonsApplied: true,
    maxBookingsPerDayApplied: true,
    advanceBookingDaysApplied: true,
  };
  expect(reglesOf(on)).toEqual({
    openingTime: '09:30',
    closingTime: '20:00',
    horaires: SANS_HORAIRES,
    breakBetweenLessons: 15,
    maxBookingsPerDay: 10,
    advanceBookingDays: 30,
    maxOpenBookings: null,
    annulationHeures: null,
    changementHeures: null,
    graceMinutes: null,
    slotAlerts: false,
    calendarFeeds: false,
    showPrices: false,
    retard: null,
  });
  expect(reglesOf({ ...DEPART, cancellationHours: 36, lateCharge: 'moitie' })).toMatchObject({
    annulationHeures: null,
    retard: { part: 'moitie', heures: 36 },
  });
  expect(reglesOf({ ...DEPART, cancellationHours: 48, riderCancellation: true })).toMatchObject({
    annulationHeures: 48,
    changementHeures: null,
  });
  expect(reglesOf({ ...DEPART, maxOpenBookingsApplied: true, riderGrace: true })).toMatchObject({
    maxOpenBookings: 40,
    graceMinutes: 15,
  });
  expect(reglesOf({ ...DEPART, riderChanges: true, slotAlerts: true })).toMatchObject({
    annulationHeures: null,
    changementHeures: 24,
    slotAlerts: true,
  });
  expect(horaireOf(reglesOf(on), true)).toEqual({
    ouverture: '09:30',
    fermeture: '20:00',
    horaires: SANS_HORAIRES,
    horsHeures: false,
    pause_minutes: 15,
  });
  expect(horaireOf(reglesOf(on), false)).toEqual({
    ouverture: '09:30',
    fermeture: '20:00',
    horaires: SANS_HORAIRES,
    horsHeures: true,
    pause_minutes: null,
  });
});
