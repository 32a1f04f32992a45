/** The grid and the server agree on whether a lesson can be joined (RIDE-10, RIDE-15). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinOther, newBrouillon, setNom, setNombre } from './brouillon.ts';
import { checkHeure, formReducer, openForm } from './brouillon_form.ts';
import {
  creneauAt,
  creneauInWords,
  CRENEAUX,
  DEFAULT_HORAIRE,
  type DemandeDePlaces,
  etatOccupation,
  heureFin,
  type Occupation,
  reasonOf,
} from '../slots/creneaux.ts';
import type { Regles } from '../settings/parametres.ts';
import { refuseJoin } from './participants.ts';

const JOUR = '2026-11-23';
const REGLES: Regles = {
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

test("un créneau se rejoint sur la grille quand, et seulement quand, le serveur l'accepte", () => {
  let joined = 0;
  fc.assert(
    fc.property(
      fc.record({
        heure: fc.constantFrom(...CRENEAUX.slice(0, 22)),
        wanted: fc.constantFrom(...CRENEAUX.slice(0, 22)),
        now: fc.constantFrom('07:00', '12:00', '20:00'),
        max: fc.integer({ min: 1, max: 4 }),
        riding: fc.integer({ min: 1, max: 5 }),
        nombre: fc.integer({ min: 1, max: 4 }),
        ouverte: fc.boolean(),
        statut: fc.constantFrom('confirmee' as const, 'en_attente' as const),
        sameType: fc.boolean(),
        rides: fc.boolean(),
      }),
      ({ heure, wanted, now, max, riding, nombre, ouverte, statut, sameType, rides }) => {
        const duree_minutes = 60;
        const maintenant = { jour: JOUR, heure: now };
        const participants = Array.from({ length: riding }, (_, n) => ({
          id: String(n),
          user_id: rides && n === 0 ? 'moi' : 'autre',
          nom: 'Zoé',
          remarques: null,
        }));
        const lecon = {
          type_lecon: 'collective',
          date_reservation: JOUR,
          type_piste: 'interieure' as const,
          heure_debut: heure,
          heure_fin: heureFin(heure, duree_minutes) ?? '20:00',
          noms_participants: participants.map(({ nom }) => nom),
          nombre_personnes: riding,
          participants,
          statut,
          user_id: participants[0]!.user_id,
          nom_client: 'Zoé',
          remarques: null,
        };
        const type_lecon = sameType ? 'collective' : 'saut';
        const demande = {
          type_lecon,
          nombre_personnes: nombre,
          noms_participants: Array.from({ length: nombre }, () => 'Hugo'),
          date_reservation: JOUR,
          type_piste: 'interieure' as const,
          heure_debut: wanted,
          remarques: null,
        };
        const refus = refuseJoin(demande, 'moi', {
          maintenant,
          regles: REGLES,
          bound: true,
          current: wanted === heure ? lecon : null,
          type: { max_personnes: max, duree_minutes, ouverte, actif: true },
          reservationsThatDay: 0,
          reservationsToCome: 0,
        });
        const occupation = {
          ...lecon,
          personnes: riding,
          max,
          etat: etatOccupation(riding, max),
          ...(ouverte && statut === 'confirmee' && { ouverte: 'collective' }),
        };
        const { rejoindre = 0, reason } = creneauAt(
          wanted,
          { jour: JOUR, duree_minutes, maintenant, horaire: DEFAULT_HORAIRE },
          [occupation],
          { type_lecon, nombre_personnes: nombre, mine: (at) => rides && at === heure },
        );
        expect(rejoindre > 0).toBe(refus === null);
        if (rejoindre > 0) {
          joined += 1;
          expect([reason, rejoindre]).toEqual([null, max - riding]);
        }
      },
    ),
    {
      numRuns: 4_000,
      examples: [
        [
          {
            heure: '10:00',
            wanted: '10:00',
            now: '07:00',
            max: 4,
            riding: 1,
            nombre: 3,
            ouverte: true,
            statut: 'confirmee',
            sameType: true,
            rides: false,
          },
        ],
      ],
    },
  );
  expect(joined).toBeGreaterThan(0);
});

test('le créneau le dit en toutes lettres, et à qui y participe déjà', () => {
  // RIDE-15
  const lecon = {
    heure_debut: '10:00',
    heure_fin: '11:00',
    personnes: 2,
    max: 6,
    etat: 'partiel' as const,
    ouverte: 'collective',
  };
  const inWords = (
    heure: string,
    mine: boolean,
    nombre_personnes: number | null = null,
    type_lecon = 'collective',
  ) =>
    creneauInWords(
      creneauAt(
        heure,
        {
          jour: JOUR,
          duree_minutes: 60,
          maintenant: { jour: JOUR, heure: '07:00' },
          horaire: DEFAULT_HORAIRE,
        },
        [lecon],
        { type_lecon, nombre_personnes, mine: () => mine },
      ),
    );
  expect(inWords('10:00', false)).toBe('10:00, Rejoindre · 4 places, leçon de 10h00 à 11h00');
  expect(inWords('10:00', true)).toBe('10:00, vous y êtes déjà');
  expect(inWords('10:00', false, 5)).toBe(
    '10:00, 4 places restantes dans la leçon de 10h00 à 11h00, pour 5 personnes',
  );
  expect(inWords('10:00', false, 2, 'saut')).toBe(
    '10:00, 4 places restantes dans la leçon de 10h00 à 11h00',
  );
  expect(inWords('10:30', false)).toBe('10:30, pris par la leçon de 10h00');
});

test("une leçon ouverte d'un autre type dit lequel choisir, et se choisit ainsi : ce qui est saisi reste", () => {
  // RIDE-63
  const lecon = {
    heure_debut: '12:30',
    heure_fin: '13:30',
    personnes: 4,
    max: 6,
    etat: 'partiel' as const,
    ouverte: 'collective',
  };
  const types = [{ value: 'collective', label: 'Leçon collective', max_personnes: 6 }];
  const at = (
    heure: string,
    places: Partial<DemandeDePlaces> = {},
    occupation: Occupation = lecon,
    next: readonly Occupation[] = [],
  ) =>
    creneauAt(
      heure,
      {
        jour: JOUR,
        duree_minutes: next.length > 0 ? 90 : 30,
        maintenant: { jour: JOUR, heure: '07:00' },
        horaire: DEFAULT_HORAIRE,
      },
      [occupation, ...next],
      { type_lecon: 'particuliere', types, nombre_personnes: 1, mine: () => false, ...places },
    );
  const SENTENCE =
    '2 places restantes dans la leçon de 12h30 à 13h30. Leçon collective : choisissez ce type pour la rejoindre';
  expect(reasonOf(at('12:30'))).toBe(SENTENCE);
  expect(reasonOf(at('12:30', { type_lecon: null, nombre_personnes: null }))).toBe(SENTENCE);
  // disabled (RIDE-63)
  expect(at('12:30')).toMatchObject({ etat: 'partiel', reason: 'creneau_deja_reserve' });
  expect(reasonOf(at('13:00'))).toBe('pris par la leçon de 12h30');
  expect(reasonOf(at('12:30', { mine: () => true }))).toBe('vous y êtes déjà');
  expect(at('12:30', { types: [] }).autre).toBeUndefined(); // a type that is not offered
  expect(at('12:30', {}, { ...lecon, personnes: 6, etat: 'complet' }).autre).toBeUndefined();
  // The lesson that follows is only in the way of the longer type that is chosen.
  const next = { ...lecon, heure_debut: '13:30', heure_fin: '14:00', personnes: 1 };
  expect(at('12:30', {}, lecon, [next])).toMatchObject({
    autre: { value: 'collective' },
    occupation: { heure_debut: '12:30' },
  });

  const noms = ['Zoé', 'Léa', 'Tom'];
  const typed = noms.reduce(
    (draft, nom, n) => setNom(draft, n, nom),
    setNombre(
      {
        ...newBrouillon(JOUR),
        type_lecon: 'travail_pied',
        remarques: 'Poney doux',
        type_piste: 'interieure' as const,
      },
      3,
    ),
  );
  expect(joinOther(typed, { type: types[0]!, heure_debut: '12:30', places: 2 })).toMatchObject({
    type_lecon: 'collective',
    heure_debut: '12:30',
    rejoindre: true,
    nombre_personnes: 2,
    noms_participants: ['Zoé', 'Léa'],
    noms_saisis: noms,
    remarques: 'Poney doux',
    type_piste: 'interieure',
  });
  expect(
    joinOther(newBrouillon(JOUR), { type: types[0]!, heure_debut: '12:30', places: 2 }),
  ).toMatchObject({
    type_lecon: 'collective',
    heure_debut: '12:30',
    rejoindre: true,
    nombre_personnes: null,
  });
});

test('un début nommé par une adresse devient une leçon à rejoindre quand la grille la montre, et elle seule', () => {
  // RIDE-64
  const start = {
    jour: JOUR,
    heure: '12:30',
    type_piste: 'interieure' as const,
    type_lecon: 'collective',
  };
  const open = openForm(start, { brouillon: null, client: null, jour: null }, JOUR);
  const group = {
    heure: '12:30',
    etat: 'partiel' as const,
    reason: null,
    rejoindre: 2,
    occupation: null,
  };
  const known = { jour: JOUR, client: null, connues: [], reading: false };
  expect(open.brouillon).toMatchObject({ type_lecon: 'collective', heure_debut: '12:30' });
  expect(checkHeure(open, { ...known, creneaux: null })).toBeNull(); // not before the grid is read
  expect(
    checkHeure(open, {
      ...known,
      creneaux: [{ heure: '12:30', etat: 'libre', reason: null, occupation: null }],
    }),
  ).toBeNull();
  expect(checkHeure(open, { ...known, creneaux: [group] })).toEqual({ kind: 'joins' });
  const joined = formReducer(open, { kind: 'joins' });
  expect(checkHeure(joined, { ...known, creneaux: [group] })).toBeNull();
  expect(
    checkHeure(joined, {
      ...known,
      creneaux: [
        { heure: '12:30', etat: 'partiel', reason: 'creneau_deja_reserve', occupation: null },
      ],
    }),
  ).toMatchObject({ kind: 'heureLost' });
  // A start that was chosen as free on the grid and became a lesson to join counts as taken
  // (RIDE-15).
  const chosen = formReducer(open, {
    kind: 'edit',
    jour: JOUR,
    edit: { kind: 'heure', heure_debut: '12:30', rejoindre: false },
  });
  expect(checkHeure(chosen, { ...known, creneaux: [group] })).toMatchObject({ kind: 'heureLost' });

  // On the open form, typed names stay if they fit.
  const typed = ['Zoé', 'Léa'].reduce(
    (state, nom, index) =>
      formReducer(state, { kind: 'edit', jour: JOUR, edit: { kind: 'nom', index, nom } }),
    formReducer(openForm(null, { brouillon: null, client: null, jour: null }, JOUR), {
      kind: 'edit',
      jour: JOUR,
      edit: { kind: 'nombre', nombre: 2 },
    }),
  );
  expect(
    formReducer(typed, { kind: 'start', start, type: { value: 'collective', max_personnes: 6 } }),
  ).toMatchObject({
    jour: JOUR,
    arrivals: 1,
    brouillon: {
      type_lecon: 'collective',
      heure_debut: '12:30',
      type_piste: 'interieure',
      noms_participants: ['Zoé', 'Léa'],
    },
  });
});
