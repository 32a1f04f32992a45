import fc from 'fast-check';
import { SANS_HORAIRES } from '../slots/horaires.ts';
import { describe, expect, test } from 'vitest';
import { addDays, instantOf } from '../core/calendrier.ts';
import { type LeconDeCourriel, rappelsBetween } from './courriels.ts';
import { noticeOf, envoiLien, envoiRappel, envoisLecon } from './envois.ts';
import type { Parametres } from '../settings/parametres.ts';
import type { StatutReservation } from '../lessons/reservations.ts';

const PARAMETRES: Parametres = {
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
const CAMILLE = {
  id: 'c',
  email: 'camille@essai.example',
  prenom: 'Camille',
  nom: 'Lambert',
  full_name: 'Camille Lambert',
};
const LECON: LeconDeCourriel = {
  reservation_id: 'r',
  version: 0,
  date_reservation: '2026-11-23',
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  type: 'Leçon collective',
  noms_participants: ['Camille Lambert'],
  remarques: null,
};
const NOW = new Date('2026-11-21T08:30:00Z');
const causes = (envois: { cause: string }[]) => envois.map(({ cause }) => cause);
const evenement = (change: Partial<Parameters<typeof envoisLecon>[0]> = {}) => ({
  sorte: 'reservation_confirmee' as const,
  lecon: LECON,
  user: CAMILLE,
  nom_client: 'Camille Lambert',
  ...change,
});

describe('une leçon', () => {
  test('chaque cause porte la version de la leçon : un second changement est un autre email', () => {
    // MAIL-01
    expect(causes(envoisLecon(evenement(), PARAMETRES, NOW))).toEqual([
      'reservation_confirmee r 0',
    ]);
    expect(
      causes(
        envoisLecon(
          evenement({ sorte: 'reservation_modifiee', lecon: { ...LECON, version: 1 } }),
          PARAMETRES,
          NOW,
        ),
      ),
    ).toEqual(['reservation_modifiee r 1']);
    expect(
      causes(envoisLecon(evenement({ sorte: 'reservation_annulee' }), PARAMETRES, NOW)),
    ).toEqual(['reservation_annulee r 0']);
  });

  test("un email sur une leçon vaut jusqu'à ce qu'elle commence ; sur une leçon commencée ou passée, il n'y en a pas", () => {
    // MAIL-02
    const lecon = {
      ...LECON,
      date_reservation: '2026-11-22',
      heure_debut: '18:00',
      heure_fin: '19:00',
    };
    const [confirmation] = envoisLecon(evenement({ lecon }), PARAMETRES, NOW);
    expect(confirmation?.perime_apres.toISOString()).toBe('2026-11-22T17:00:00.000Z');
    expect(envoiRappel(CAMILLE, lecon).perime_apres.toISOString()).toBe('2026-11-22T17:00:00.000Z');
    for (const sorte of [
      'reservation_confirmee',
      'reservation_modifiee',
      'reservation_annulee',
    ] as const)
      for (const [heure, emails] of [
        ['09:59', 1],
        ['10:00', 0],
        ['11:00', 0],
      ] as const)
        expect([
          sorte,
          heure,
          envoisLecon(evenement({ sorte }), PARAMETRES, instantOf('2026-11-23', heure)).length,
        ]).toEqual([sorte, heure, emails]);
  });

  test("un déplacement vaut jusqu'au plus tardif des deux jours : d'ici là le cavalier peut venir pour rien", () => {
    // MAIL-02
    const at = (date_reservation: string) => ({ ...LECON, date_reservation });
    const until = (before: string, after: string) =>
      envoisLecon(
        evenement({ sorte: 'reservation_modifiee', avant: at(before), lecon: at(after) }),
        PARAMETRES,
        NOW,
      )[0]?.perime_apres.toISOString();
    expect([until('2026-12-01', '2026-11-24'), until('2026-11-24', '2026-12-01')]).toEqual([
      '2026-12-01T09:00:00.000Z',
      '2026-12-01T09:00:00.000Z',
    ]);
  });

  test("à n'importe quelle heure de n'importe quel jour, le rappel est dû 24 heures avant, à travers les changements d'heure", () => {
    // MAIL-06, LIM-13
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: 12, max: 45 }),
        // Most often near the instant of the reminder.
        fc.oneof(fc.constantFrom(0, 1, -1), fc.integer({ min: -2000, max: 2000 })),
        fc.integer({ min: 0, max: 59_999 }),
        (jour, demi, minutes, ms) => {
          const date_reservation = addDays('2026-01-01', jour);
          const heure_debut = `${String(Math.floor(demi / 2)).padStart(2, '0')}:${demi % 2 ? '30' : '00'}`;
          const lecon = { ...LECON, date_reservation, heure_debut, heure_fin: '23:00' };
          const start = instantOf(date_reservation, heure_debut).getTime();
          const due = start - 86_400_000;
          expect(envoiRappel(CAMILLE, lecon).envoyer_apres.getTime()).toBe(due);
          const now = due + minutes * 60_000 + ms;
          const { apres, jusque } = rappelsBetween(new Date(now));
          const begins = `${date_reservation} ${heure_debut}`;
          const isAfter = ({ jour: day, heure }: typeof apres) => begins > `${day} ${heure}`;
          expect([isAfter(apres), isAfter(jusque)]).toEqual([start > now, due > now]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('sans compte, le cavalier ne reçoit rien ; le centre, sa copie', () => {
    // MAIL-07
    expect(envoisLecon(evenement({ user: null }), PARAMETRES, NOW)).toEqual([]);
    const [copy, ...rest] = envoisLecon(
      evenement({ user: null }),
      { ...PARAMETRES, adminEmail: 'centre@essai.example' },
      NOW,
    );
    expect([copy?.destinataire, copy?.contenu, rest]).toMatchObject([
      'centre@essai.example',
      { copie: true, nom: 'Camille Lambert' },
      [],
    ]);
  });
});

describe('ce qui change pour le cavalier', () => {
  const riderView = {
    ...LECON,
    type_lecon: 'collective',
    statut: 'confirmee' as StatutReservation,
  };
  test.each([
    ['rien', {}, null],
    ["l'heure", { heure_debut: '09:30' }, 'reservation_modifiee'],
    ['les remarques', { remarques: 'Poney calme' }, 'reservation_modifiee'],
    ['les noms', { noms_participants: ['Zoé'] }, 'reservation_modifiee'],
    ['en attente', { statut: 'en_attente' as const }, 'reservation_modifiee'],
    [
      'annulée, et ailleurs en plus',
      { statut: 'annulee' as const, type_piste: 'exterieure' as const },
      'reservation_annulee',
    ],
  ])('%s', (_, change, sorte) => {
    expect(noticeOf(riderView, { ...riderView, ...change }, NOW)?.sorte ?? null).toBe(sorte);
  });

  test("une leçon annulée se nomme telle que le cavalier la connaît ; déplacée à un jour passé, elle n'a plus lieu", () => {
    const past = { ...riderView, date_reservation: '2026-11-20' };
    const annulation = { sorte: 'reservation_annulee', lecon: riderView };
    expect(
      noticeOf(riderView, { ...riderView, statut: 'annulee', type_piste: 'exterieure' }, NOW),
    ).toEqual(annulation);
    expect(noticeOf(riderView, { ...past, statut: 'annulee' }, NOW)).toEqual(annulation);
    expect(noticeOf(riderView, past, NOW)).toEqual(annulation);
    expect(noticeOf(past, riderView, NOW)).toEqual({
      sorte: 'reservation_modifiee',
      lecon: riderView,
      avant: past,
    });
    // no longer sent to anyone
    expect(noticeOf(past, { ...past, remarques: 'x' }, NOW)?.sorte).toBe('reservation_modifiee');
  });

  test('une leçon rétablie se confirme de nouveau ; une annulée qui le reste ne dit rien', () => {
    const cancelled: typeof riderView = { ...riderView, statut: 'annulee' };
    expect(
      noticeOf(
        cancelled,
        { ...cancelled, statut: 'en_attente', date_reservation: '2026-11-20' },
        NOW,
      )?.sorte,
    ).not.toBe('reservation_annulee'); // it was cancelled before
    expect([
      noticeOf(cancelled, riderView, NOW)?.sorte,
      noticeOf(cancelled, { ...cancelled, remarques: 'x' }, NOW),
    ]).toEqual(['reservation_confirmee', null]);
  });
});

test("un lien se périme avec ce qu'il ouvre", () => {
  const heures = (sorte: 'mot_de_passe' | 'confirmation_adresse') =>
    (envoiLien(
      sorte,
      CAMILLE,
      { jeton: 'j', empreinte: 'e', seal: (jeton) => jeton },
      NOW,
    ).perime_apres.getTime() -
      NOW.getTime()) /
    3_600_000;
  expect([heures('mot_de_passe'), heures('confirmation_adresse')]).toEqual([1, 7 * 24]);
});
