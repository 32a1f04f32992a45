import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../core/calendrier.ts';
import {
  creneauAt,
  CRENEAUX,
  etatOccupation,
  type Occupation,
  toHeure,
  toMinutes,
} from '../slots/creneaux.ts';
import { REFUS } from '../errors/errors.ts';
import { horaireOf, type Regles } from '../settings/parametres.ts';
import {
  type BookingContext,
  type DemandeReservation,
  lastJour,
  firstMissing,
  refuseReservation,
} from './reservations.ts';
import { DEFAULT_PISTES } from '../slots/pistes.ts';

const NO_RULES: Regles = {
  openingTime: '08:00',
  closingTime: '20:00',
  breakBetweenLessons: null,
  maxBookingsPerDay: null,
  advanceBookingDays: null,
  maxOpenBookings: null,
  graceMinutes: null,
  annulationHeures: null,
  changementHeures: null,
  slotAlerts: false,
  calendarFeeds: false,
  showPrices: false,
};

const demande = (fields: Partial<DemandeReservation> = {}): DemandeReservation => ({
  type_lecon: 'collective',
  nombre_personnes: 2,
  noms_participants: ['Camille Lambert', 'Hugo Dubois'],
  date_reservation: '2026-11-21',
  type_piste: 'interieure',
  heure_debut: '10:00',
  remarques: null,
  ...fields,
});

const context = (fields: Partial<BookingContext> = {}): BookingContext => ({
  maintenant: { jour: '2026-11-21', heure: '08:10' },
  type: { max_personnes: 6, duree_minutes: 60 },
  pistes: DEFAULT_PISTES,
  regles: NO_RULES,
  bound: true,
  occupations: [],
  reservationsThatDay: 0,
  reservationsToCome: 0,
  ...fields,
});

const refus = (d: Partial<DemandeReservation>, c: Partial<BookingContext> = {}) =>
  refuseReservation(demande(d), context(c))?.code ?? null;

describe('les cinq vérifications', () => {
  test('parlent dans l’ordre du formulaire, avec leurs phrases', () => {
    // BOOK-13
    const empty = {
      type_lecon: null,
      nombre_personnes: null,
      noms_participants: [],
      type_piste: null,
      heure_debut: null,
    };
    const outcome = [
      empty,
      { ...empty, type_lecon: 'longe' },
      { ...empty, type_lecon: 'longe', nombre_personnes: 2, noms_participants: ['Camille', ' '] },
      { ...empty, type_lecon: 'longe', nombre_personnes: 1, noms_participants: ['Camille'] },
      {
        ...empty,
        type_lecon: 'longe',
        nombre_personnes: 1,
        noms_participants: ['Camille'],
        type_piste: 'exterieure' as const,
      },
    ];
    expect(outcome.map((partielle) => REFUS[firstMissing(partielle) ?? 'panne'].message)).toEqual([
      'Veuillez sélectionner un type de leçon',
      'Veuillez indiquer le nombre de personnes',
      'Veuillez remplir tous les noms des participants',
      'Veuillez sélectionner un type de piste',
      'Veuillez sélectionner un créneau horaire',
    ]);
    expect(firstMissing(demande())).toBeNull();
  });
});

describe('une réservation', () => {
  test('complète et à venir est acceptée', () => {
    expect(refus({})).toBeNull();
    expect(refus({ remarques: 'Poney calme, s’il vous plaît. مرحبا' })).toBeNull();
  });

  test('est refusée pour un jour passé, une heure passée ou un jour à plus de deux ans', () => {
    // BOOK-15, BOOK-27, LIM-02
    expect(refus({ date_reservation: '2026-11-20' })).toBe('date_passee');
    expect(refus({ heure_debut: '08:00' })).toBe('heure_passee');
    expect(refus({ date_reservation: '2028-11-21' })).toBeNull();
    expect(refus({ date_reservation: '2028-11-22' })).toBe('date_trop_lointaine');
    expect(refus({ date_reservation: '2026-02-31' })).toBe('date_manquante');
    expect(refus({ date_reservation: '2025-01-01' })).toBe('date_passee');
  });

  test('d’un administrateur peut avoir commencé, treize mois en arrière au plus', () => {
    // BOOK-35, LIM-170
    const admin = { bound: false, apresCoup: true };
    expect(refus({ date_reservation: '2026-11-20' }, admin)).toBeNull();
    expect(refus({ heure_debut: '08:00' }, admin)).toBeNull();
    expect(refus({ date_reservation: '2025-10-21' }, admin)).toBeNull();
    expect(refus({ date_reservation: '2025-10-20' }, admin)).toBe('date_trop_ancienne');
    expect(refus({ date_reservation: '2028-11-22' }, admin)).toBe('date_trop_lointaine');
  });

  test('est refusée quand elle finirait après 20:00, avec la phrase de la grille', () => {
    // BOOK-14
    expect(refus({ heure_debut: '19:30' })).toBe('heure_fin_impossible');
    expect(REFUS.heure_fin_impossible.message).toBe(
      "Erreur lors du calcul de l'heure de fin. Veuillez choisir un autre créneau.",
    );
    expect(refus({ heure_debut: '20:00' }, { type: { max_personnes: 6, duree_minutes: 30 } })).toBe(
      'heure_fin_impossible',
    );
  });

  test('est refusée dès qu’elle touche une autre, même à moitié pleine', () => {
    expect(refus({}, { occupations: [{ heure_debut: '10:30', heure_fin: '11:00' }] })).toBe(
      'creneau_deja_reserve',
    );
    expect(
      refus({}, { occupations: [{ heure_debut: '10:30', heure_fin: '11:00', recente: true }] }),
    ).toBe('creneau_pris');
    expect(
      refus(
        {},
        {
          occupations: [
            { heure_debut: '09:30', heure_fin: '10:00' },
            { heure_debut: '11:00', heure_fin: '12:00' },
          ],
        },
      ),
    ).toBeNull();
  });

  test('est refusée pour la pause qu’elle ne laisserait pas, par son motif, et pas à un administrateur', () => {
    // SET-05
    const c = {
      regles: { ...NO_RULES, breakBetweenLessons: 15 },
      occupations: [{ heure_debut: '11:00', heure_fin: '12:00', recente: true }],
    };
    expect(refus({}, c)).toBe('pause_entre_lecons');
    expect(refus({}, { ...c, bound: false })).toBeNull();
  });

  test('est refusée pour plus de personnes que la leçon n’en admet, ou un nom de trop', () => {
    // BOOK-27, LIM-04, LIM-07
    expect(refus({}, { type: { max_personnes: 1, duree_minutes: 30 } })).toBe('trop_de_personnes');
    expect(refus({ noms_participants: ['Camille'] })).toBe('noms_en_nombre');
    expect(refus({ noms_participants: ['Camille', 'Hugo\u202E'] })).toBe('nom_invalide');
    expect(refus({ remarques: 'x'.repeat(2001) })).toBe('remarques_trop_longues');
    expect(refus({}, { type: null })).toBe('type_lecon_inconnu');
  });

  test('respecte les règles de la maison pour un cavalier ; un administrateur n’a que l’étendue de la grille', () => {
    const regles = {
      ...NO_RULES,
      openingTime: '11:00',
      maxBookingsPerDay: 1,
      advanceBookingDays: 3,
    };
    expect(refus({ date_reservation: '2026-11-25' }, { regles })).toBe('date_au_dela_du_delai');
    expect(refus({}, { regles })).toBe('heure_fermee');
    expect(refus({ heure_debut: '11:00' }, { regles, reservationsThatDay: 1 })).toBe(
      'limite_du_jour',
    );
    expect(
      refus(
        { date_reservation: '2026-11-25', heure_debut: '11:00' },
        { regles, bound: false, reservationsThatDay: 1 },
      ),
    ).toBeNull();
    // BOOK-36
    expect(refus({}, { regles, bound: false })).toBeNull();
    expect(refus({ heure_debut: '19:30' }, { regles, bound: false })).toBe('heure_fin_impossible');
    expect(refus({ heure_debut: '20:30' }, { regles, bound: false })).toBe('heure_debut_manquante');
  });
});

describe('le dernier jour réservable', () => {
  // LIM-02, SET-05
  test('est à deux ans, ou plus près quand la règle s’applique', () => {
    expect(lastJour('2026-11-21', null)).toBe('2028-11-21');
    expect(lastJour('2026-11-21', 30)).toBe('2026-12-21');
    expect(lastJour('2026-11-21', 9_999)).toBe('2028-11-21');
  });

  test('est le dernier que le serveur accepte', () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 1, max: 1_000 })), (advanceBookingDays) => {
        const regles = { ...NO_RULES, advanceBookingDays };
        const last = lastJour('2026-11-21', advanceBookingDays);
        expect(refus({ date_reservation: last }, { regles })).toBeNull();
        expect(refus({ date_reservation: addDays(last, 1) }, { regles })).not.toBeNull();
      }),
    );
  });
});

describe('la grille et le serveur', () => {
  // BOOK-20
  const minutes = (min: string, max: string) =>
    fc.integer({ min: toMinutes(min) / 30, max: toMinutes(max) / 30 }).map((n) => n * 30);

  /**
   * Any lessons that hold an arena, including overlapping ones, which the database would refuse.
   */
  const occupations: fc.Arbitrary<Occupation[]> = fc.array(
    fc
      .tuple(
        minutes('08:00', '19:30'),
        fc.constantFrom(30, 60, 90, 120),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 10 }),
      )
      .map(([start, duree, personnes, max]) => ({
        heure_debut: toHeure(start),
        heure_fin: toHeure(Math.min(start + duree, toMinutes('20:00'))),
        personnes,
        max,
        etat: etatOccupation(personnes, max),
        recente: personnes === max,
      })),
    { maxLength: 6 },
  );
  const regles: fc.Arbitrary<Regles> = fc.record({
    openingTime: minutes('08:00', '12:00').map(toHeure),
    closingTime: minutes('12:30', '20:00').map(toHeure),
    breakBetweenLessons: fc.option(fc.integer({ min: 0, max: 120 })),
    maxBookingsPerDay: fc.constant(null),
    advanceBookingDays: fc.constant(null),
    maxOpenBookings: fc.constant(null),
    graceMinutes: fc.constant(null),
    annulationHeures: fc.constant(null),
    changementHeures: fc.constant(null),
    slotAlerts: fc.boolean(),
    calendarFeeds: fc.boolean(),
    showPrices: fc.boolean(),
  });

  test('sont d’accord pour un administrateur aussi : une heure passée se choisit et s’enregistre, ou ni l’un ni l’autre', () => {
    // BOOK-35
    const counts = { passees: 0, refusees: 0 };
    fc.assert(
      fc.property(
        occupations,
        regles,
        fc.constantFrom(...CRENEAUX),
        fc.constantFrom(30, 60, 90, 120),
        fc.constantFrom('2025-10-20', '2025-10-21', '2026-11-20', '2026-11-21', '2026-11-22'),
        fc.integer({ min: 0, max: 1_439 }).map(toHeure),
        (holds, regle, heure, duree_minutes, jour, heureQuIlEst) => {
          const maintenant = { jour: '2026-11-21', heure: heureQuIlEst };
          const { etat, reason } = creneauAt(
            heure,
            {
              jour,
              duree_minutes,
              maintenant,
              horaire: horaireOf(regle, false),
              apresCoup: true,
            },
            holds,
          );
          const refuse =
            refuseReservation(
              demande({ date_reservation: jour, heure_debut: heure }),
              context({
                maintenant,
                type: { max_personnes: 6, duree_minutes },
                regles: regle,
                bound: false,
                apresCoup: true,
                occupations: holds,
              }),
            )?.code ?? null;
          // The strip of days does not offer older days.
          if (jour === '2025-10-20') {
            expect(refuse).toBe('date_trop_ancienne');
            return;
          }
          expect(reason).toBe(refuse);
          const past =
            jour < maintenant.jour || (jour === maintenant.jour && heure <= heureQuIlEst);
          if (refuse === null) expect(etat).toBe(past ? 'passe' : 'libre');
          counts[refuse !== null ? 'refusees' : 'passees'] += past ? 1 : 0;
        },
      ),
      { numRuns: 2_000 },
    );
    // Both outcomes must occur, otherwise the test compares nothing.
    expect(Math.min(counts.passees, counts.refusees)).toBeGreaterThan(50);
  });

  test('sont d’accord : libre à l’écran, c’est accepté ; tout le reste est refusé, pour la même raison', () => {
    fc.assert(
      fc.property(
        occupations,
        regles,
        fc.constantFrom(...CRENEAUX),
        fc.constantFrom(30, 60, 90, 120),
        fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-22'),
        fc.integer({ min: 0, max: 1_439 }).map(toHeure),
        (holds, regle, heure, duree_minutes, jour, heureQuIlEst) => {
          const maintenant = { jour: '2026-11-21', heure: heureQuIlEst };
          const { etat, reason } = creneauAt(
            heure,
            { jour, duree_minutes, maintenant, horaire: horaireOf(regle, true) },
            holds,
          );
          const refuse =
            refuseReservation(
              demande({ date_reservation: jour, heure_debut: heure }),
              context({
                maintenant,
                type: { max_personnes: 6, duree_minutes },
                regles: regle,
                occupations: holds,
              }),
            )?.code ?? null;
          expect(etat === 'libre').toBe(refuse === null);
          if (jour >= maintenant.jour) expect(reason).toBe(refuse);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
