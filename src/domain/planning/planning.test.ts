import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, weekOf } from '../core/calendrier.ts';
import { CRENEAUX, findOverlaps, heureFin, isPast, toHeure, toMinutes } from '../slots/creneaux.ts';
import {
  gridOf,
  type Grille,
  type Journee,
  type LeconRow,
  type Row,
  indexTypes,
  openRows,
  rowsOfDay,
  shortName,
  shortType,
  weekNumber,
  type PlanningReservation,
} from './planning.ts';
import { plannedLecons } from './journees.ts';
import { STATUTS_RESERVATION } from '../lessons/reservations.ts';
import { DEFAULT_TYPES } from '../types/types_lecons.ts';
import { DEFAULT_PISTES } from '../slots/pistes.ts';

const JOURS = weekOf('2026-11-21');
const TYPES = indexTypes(DEFAULT_TYPES);
const AVANT = { jour: '2026-11-01', heure: '12:00' };

const reservation = (donnees: Partial<PlanningReservation> = {}): PlanningReservation => ({
  id: 'r1',
  date_reservation: '2026-11-18',
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  type_lecon: 'collective',
  noms_participants: ['Camille Lambert', 'Hugo Dubois'],
  nombre_personnes: 2,
  statut: 'confirmee',
  ...donnees,
});

const PISTES = ['interieure', 'exterieure'] as const;
/** The rows of both arenas, by their ids. */
const byPiste = (grid: Grille<PlanningReservation>) =>
  Object.fromEntries(grid.map(({ piste, rows }) => [piste.id, rows])) as Record<
    (typeof PISTES)[number],
    readonly Row<PlanningReservation>[]
  >;
const grille = (reservations: PlanningReservation[], maintenant = AVANT) =>
  byPiste(gridOf(reservations, DEFAULT_PISTES, JOURS, TYPES, maintenant));
const at = (rows: readonly Row<PlanningReservation>[], heure: string, jour: string) =>
  rows[CRENEAUX.indexOf(heure)]?.cellules[JOURS.indexOf(jour)];

test('une semaine lue en valeurs retrouve les noms de ses champs, jour, piste et statut', () => {
  // API-21
  const lecons: { [piste: string]: LeconRow[] } = {
    interieure: [
      [
        'r1',
        3,
        '10:00',
        '11:00',
        'collective',
        false,
        ['Camille Lambert', 'Hugo Dubois'],
        'Camille Lambert',
        true,
        '0470 12 34 56',
        'Poney calme',
        {
          autres: [['Hugo Dubois', '0499 99 99 99', 'Asthme', [1]]],
          aussi: [[1, '09:30', 'exterieure']],
        },
      ],
    ],
    exterieure: [
      ['r2', 0, '14:30', '15:00', 'longe', true, ['Zoé'], 'Marie Stage', false, null, null],
    ],
  };
  const journee = { date_reservation: '2026-11-18', ...lecons } as Journee;
  expect(plannedLecons([journee])).toEqual([
    {
      ...reservation(),
      version: 3,
      nom_client: 'Camille Lambert',
      compte: true,
      telephone: '0470 12 34 56',
      remarques: 'Poney calme',
      autres: [
        {
          compte: 'Hugo Dubois',
          telephone: '0499 99 99 99',
          remarques: 'Asthme',
          noms: ['Hugo Dubois'],
        },
      ],
      aussi: [{ place: 1, heure_debut: '09:30', type_piste: 'exterieure' }],
    },
    {
      id: 'r2',
      version: 0,
      date_reservation: '2026-11-18',
      type_piste: 'exterieure',
      heure_debut: '14:30',
      heure_fin: '15:00',
      type_lecon: 'longe',
      statut: 'en_attente',
      noms_participants: ['Zoé'],
      nombre_personnes: 1,
      nom_client: 'Marie Stage',
      compte: false,
      telephone: null,
      remarques: null,
      autres: [],
      aussi: [],
    },
  ]);
});

describe('la grille de la semaine', () => {
  test('a 25 lignes et une cellule par jour, sur chaque piste', () => {
    // DESK-04
    const empty = grille([]);
    expect(empty.interieure.map(({ heure }) => heure)).toEqual(CRENEAUX);
    expect(empty.exterieure.every(({ cellules }) => cellules.length === 7)).toBe(true);
    expect(at(empty.interieure, '19:30', '2026-11-18')).toMatchObject({
      etat: 'libre',
      heure: '19:30',
      jour: '2026-11-18',
      type_piste: 'interieure',
    });
  });

  test('montre 20:00 et ne la donne jamais à réserver', () => {
    const { interieure } = grille([]);
    expect(interieure.at(-1)?.cellules.map(({ etat }) => etat)).toEqual(Array(7).fill('fermee'));
  });

  test("hors des heures d'ouverture une case est fermée, et une leçon qui s'y trouve se lit", () => {
    // DESK-06
    const { interieure } = byPiste(
      gridOf(
        [reservation({ heure_debut: '08:30', heure_fin: '09:30' })],
        DEFAULT_PISTES,
        JOURS,
        TYPES,
        AVANT,
        { ouverture: '10:00', fermeture: '18:00' },
      ),
    );
    const etats = ['08:00', '08:30', '09:30', '10:00', '17:30', '18:00'].map(
      (heure) => at(interieure, heure, '2026-11-18')?.etat,
    );
    expect(etats).toEqual(['fermee', 'partiel', 'fermee', 'libre', 'libre', 'fermee']);
  });

  test("une leçon d'une heure tient deux lignes d'une seule cellule", () => {
    const { interieure, exterieure } = grille([reservation()]);
    expect(at(interieure, '10:00', '2026-11-18')).toMatchObject({
      etat: 'partiel',
      rows: 2,
      personnes: 2,
      max: 6,
      type: { label: 'Leçon collective' },
    });
    expect(at(interieure, '10:30', '2026-11-18')).toEqual({ etat: 'couverte' });
    expect(at(interieure, '11:00', '2026-11-18')).toMatchObject({ etat: 'libre' });
    expect(at(exterieure, '10:00', '2026-11-18')).toMatchObject({ etat: 'libre' });
  });

  test('est pleine au maximum de son type, et au-delà', () => {
    // DESK-05
    const longe = (nombre_personnes: number) =>
      at(
        grille([reservation({ type_lecon: 'longe', heure_fin: '10:30', nombre_personnes })])
          .interieure,
        '10:00',
        '2026-11-18',
      );
    expect([1, 2, 3].map((n) => longe(n)?.etat)).toEqual(['partiel', 'complet', 'complet']);
  });

  test("un type supprimé compte jusqu'à six personnes et garde sa longueur", () => {
    // DESK-09, BOOK-07
    const { interieure } = grille([
      reservation({ type_lecon: 'voltige', heure_fin: '11:30', nombre_personnes: 5 }),
    ]);
    expect(at(interieure, '10:00', '2026-11-18')).toMatchObject({
      etat: 'partiel',
      rows: 3,
      max: 6,
      type: null,
    });
  });

  test('laisse libre ce qui est annulé, et tient ce qui est en attente', () => {
    // DESK-06, BOOK-05
    const { interieure } = grille([
      reservation({ statut: 'annulee' }),
      reservation({ id: 'r2', heure_debut: '14:00', heure_fin: '15:00', statut: 'en_attente' }),
    ]);
    expect(at(interieure, '10:00', '2026-11-18')).toMatchObject({ etat: 'libre' });
    expect(at(interieure, '14:00', '2026-11-18')).toMatchObject({ etat: 'partiel' });
  });

  test('une heure qui a commencé est passée, une leçon passée se lit encore', () => {
    const { interieure } = grille([reservation()], { jour: '2026-11-18', heure: '12:00' });
    expect(
      [
        at(interieure, '12:00', '2026-11-18'),
        at(interieure, '12:30', '2026-11-18'),
        at(interieure, '08:00', '2026-11-19'),
      ].map((c) => c?.etat),
    ).toEqual(['passe', 'libre', 'libre']);
    expect(at(interieure, '10:00', '2026-11-18')?.etat).toBe('partiel');
  });

  test("une heure passée s'enregistre encore treize mois, jour pour jour", () => {
    // BOOK-35, DESK-06
    const after = { jour: '2027-12-18', heure: '07:00' };
    const { interieure } = grille([reservation()], after);
    expect(
      ['2026-11-17', '2026-11-18', '2026-11-19'].map((jour) => at(interieure, '12:00', jour)?.etat),
    ).toEqual(['ancien', 'passe', 'passe']);
    expect(at(interieure, '20:00', '2026-11-17')?.etat).toBe('fermee');
  });

  test("se lit aussi par jour, une piste à côté de l'autre", () => {
    const rows = rowsOfDay(
      gridOf([reservation({ type_piste: 'exterieure' })], DEFAULT_PISTES, JOURS, TYPES, AVANT),
      2,
    );
    expect(rows.find(({ heure }) => heure === '10:00')?.cellules.map(({ etat }) => etat)).toEqual([
      'libre',
      'partiel',
    ]);
  });
});

/**
 * Reservations as the database allows them: on half hours, and without overlaps unless they are
 * cancelled.
 */
const semaine = fc
  .array(
    fc.record({
      index: fc.nat({ max: 23 }),
      jour: fc.nat({ max: 6 }),
      piste: fc.constantFrom(...PISTES),
      duree: fc.constantFrom(30, 60, 90, 120),
      type_lecon: fc.constantFrom(...TYPES.keys(), 'disparu'),
      nombre_personnes: fc.integer({ min: 1, max: 10 }),
      statut: fc.constantFrom(...STATUTS_RESERVATION),
    }),
    { maxLength: 80 },
  )
  .map((draws) => {
    const kept: PlanningReservation[] = [];
    for (const [i, { index, jour, piste, duree, ...rest }] of draws.entries()) {
      const heure_debut = CRENEAUX[index] as string;
      const heure_fin = heureFin(heure_debut, duree);
      if (heure_fin === null) continue;
      const one = reservation({
        ...rest,
        id: `r${i}`,
        date_reservation: JOURS[jour] as string,
        type_piste: piste,
        heure_debut,
        heure_fin,
      });
      if (
        one.statut === 'annulee' ||
        findOverlaps(one, activesOf(kept, piste, one.date_reservation), null).length === 0
      )
        kept.push(one);
    }
    return kept;
  });

const activesOf = (reservations: readonly PlanningReservation[], piste: string, jour: string) =>
  reservations.filter(
    (one) => one.statut !== 'annulee' && one.type_piste === piste && one.date_reservation === jour,
  );

describe('pour toute semaine', () => {
  test('chaque réservation non annulée paraît une fois, à sa place et de sa longueur', () => {
    fc.assert(
      fc.property(semaine, (reservations) => {
        const views = PISTES.flatMap((piste) =>
          grille(reservations)[piste].flatMap(({ heure, cellules }) =>
            cellules.flatMap((cell, j) =>
              'reservation' in cell
                ? [
                    {
                      id: cell.reservation.id,
                      piste,
                      jour: JOURS[j],
                      heure_debut: heure,
                      heure_fin: toHeure(toMinutes(heure) + 30 * cell.rows),
                    },
                  ]
                : [],
            ),
          ),
        );
        const voulues = reservations
          .filter(({ statut }) => statut !== 'annulee')
          .map(({ id, type_piste: piste, date_reservation: jour, heure_debut, heure_fin }) => ({
            id,
            piste,
            jour,
            heure_debut,
            heure_fin,
          }));
        const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
        expect(views.toSorted(byId)).toEqual(voulues.toSorted(byId));
      }),
    );
  });

  test("ce qui est peint libre l'est pour la réservation aussi, et rien d'autre", () => {
    fc.assert(
      fc.property(
        semaine,
        fc.nat({ max: 6 }),
        fc.constantFrom(...CRENEAUX),
        (reservations, index, heure) => {
          const maintenant = { jour: JOURS[index] as string, heure };
          for (const piste of PISTES) {
            for (const row of grille(reservations, maintenant)[piste]) {
              for (const [j, cell] of row.cellules.entries()) {
                const [jour, end] = [JOURS[j] as string, heureFin(row.heure, 30)];
                const libre =
                  end !== null &&
                  !isPast(jour, row.heure, maintenant) &&
                  findOverlaps(
                    { heure_debut: row.heure, heure_fin: end },
                    activesOf(reservations, piste, jour),
                    null,
                  ).length === 0;
                expect(cell.etat === 'libre').toBe(libre);
              }
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test("les lignes d'une colonne s'ajoutent toujours à 25", () => {
    fc.assert(
      fc.property(semaine, (reservations) => {
        for (const piste of PISTES) {
          for (const j of JOURS.keys()) {
            const { [piste]: lignes } = grille(reservations);
            const rows = lignes.reduce((n, { cellules }) => {
              const cell = cellules[j];
              if (cell === undefined || cell.etat === 'couverte') return n;
              return n + ('rows' in cell ? cell.rows : 1);
            }, 0);
            expect(rows).toBe(25);
          }
        }
      }),
    );
  });
});

test('une fermeture est une cellule sur ses heures, coupée par une leçon gardée', () => {
  // FERM-04
  const [lundi = ''] = JOURS;
  const fermetures = [
    {
      id: 'f',
      pistes: ['interieure'],
      du: lundi,
      au: lundi,
      heure_debut: '06:00',
      heure_fin: '12:00',
      motif: 'Gel',
      publique: true,
    },
  ];
  const kept = reservation({ date_reservation: lundi, heure_debut: '09:00', heure_fin: '10:00' });
  const grid = gridOf([kept], DEFAULT_PISTES, JOURS, TYPES, AVANT, undefined, fermetures);
  const column = byPiste(grid).interieure.map(({ cellules }) => cellules[0]);
  expect(
    column.flatMap((cell) => (cell?.etat === 'close' ? [`${cell.heure} ${cell.rows}`] : [])),
  ).toEqual(['08:00 2', '10:00 4']);
  expect(column.filter((cell) => cell?.etat === 'libre')).toHaveLength(16);
});

describe('le numéro de la semaine', () => {
  // DESK-04
  test.each([
    ['2026-11-21', 47],
    ['2026-01-01', 1],
    ['2025-12-29', 1],
    ['2025-12-28', 52],
    ['2027-01-03', 53],
    ['2027-01-04', 1],
    ['2024-12-30', 1],
    ['2020-12-31', 53],
    ['2021-01-03', 53],
    ['2023-01-01', 52],
  ])('%s est dans la semaine %i', (jour, number) => {
    expect(weekNumber(jour)).toBe(number);
  });

  test('est le même du lundi au dimanche, et suit le précédent ou recommence à 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_000 }), (n) => {
        const jours = weekOf(addDays('2000-01-03', n));
        const numeros = new Set(jours.map(weekNumber));
        expect(numeros.size).toBe(1);
        const [ici = 0] = numeros;
        const next = weekNumber(addDays(jours[0] as string, 7));
        expect(next === ici + 1 || (next === 1 && ici >= 52)).toBe(true);
      }),
    );
  });
});

test.each([
  ['Camille Lambert', 'Camille L.'],
  ['Élise', 'Élise'],
  ['  Marc  van den Berg ', 'Marc V.'],
  ["Chloé D'Hondt", 'Chloé D.'],
  ['zoé willems', 'zoé W.'],
  ['', ''],
])('%j tient en %j', (nom, court) => {
  expect(shortName(nom)).toBe(court);
});

test('la journée va de la première à la dernière heure ouverte ou prise', () => {
  // DESK-34
  const row = (heure: string, ...etats: ('libre' | 'fermee' | 'couverte')[]) => ({
    heure,
    cellules: etats.map((etat) =>
      etat === 'couverte'
        ? { etat }
        : { etat, type_piste: 'interieure', jour: '2026-11-18', heure },
    ),
  });
  const rows = [
    row('08:00', 'fermee', 'fermee'),
    row('08:30', 'fermee', 'libre'),
    row('09:00', 'fermee', 'fermee'),
    row('09:30', 'couverte', 'fermee'),
    row('10:00', 'fermee', 'fermee'),
    row('10:30', 'fermee', 'fermee'),
  ];
  const hours = (closing: boolean) => openRows(rows, closing).map(({ heure }) => heure);
  expect(hours(false)).toEqual(['08:30', '09:00', '09:30']);
  expect(hours(true)).toEqual(['08:30', '09:00', '09:30', '10:00']);
  expect(openRows([row('08:00', 'fermee', 'fermee')], true)).toEqual([]);
});

test.each([
  ['Leçon collective', 'Collective'],
  ['leçon à la longe', 'À la longe'],
  ['Cours de saut', 'De saut'],
  ['Longe', 'Longe'],
  ['', ''],
])('le type « %s » s’écrit « %s » dans une case', (label, short) => {
  // DESK-05
  expect(shortType(label)).toBe(short);
});
