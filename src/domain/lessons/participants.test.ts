/** Seats: who keeps one, to whom a lesson passes, and what is refused (RIDE-01 to RIDE-13). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf, momentAt } from '../core/calendrier.ts';
import {
  accountsOf,
  deadlineOf,
  edited,
  editedSeats,
  newAccounts,
  joined,
  left,
  ownView,
  type Participant,
  partOf,
  refuseAnnulation,
  refuseJoin,
  refusePrices,
  seated,
  withOwnNames,
} from './participants.ts';
import type { Regles } from '../settings/parametres.ts';
import type { StatutReservation } from './reservations.ts';

/** `a:Zoé` is a seat of the account `a`, `:Max` a seat without an account; ids count from 1. */
const seats = (...written: string[]): Participant[] =>
  written.map((one, n) => {
    const [account = '', nom = ''] = one.split(':');
    return { id: `${n + 1}`, user_id: account || null, nom, remarques: null };
  });
const written = (participants: readonly Participant[]): string[] =>
  participants.map(({ id, user_id, nom }) => `${id} ${user_id ?? ''}:${nom}`);

function lesson(...of: string[]) {
  const participants = seats(...of);
  return {
    participants,
    user_id: accountsOf({ participants })[0] ?? null,
    nom_client: 'Zoé Willems',
    remarques: 'de la première' as string | null,
    noms_participants: participants.map(({ nom }) => nom),
    nombre_personnes: participants.length,
    statut: 'confirmee' as StatutReservation,
    type_lecon: 'collective',
    date_reservation: '2026-11-23',
    heure_debut: '10:00',
    heure_fin: '11:00',
  };
}

let next = 0;
const newId = (): string => `n${(next += 1)}`;
const nameOf = (account: string): string => `le nom de ${account}`;

describe('le prix d’une place', () => {
  // PRICE-22
  const seats = [
    { id: '1', user_id: 'a', nom: 'Zoé', remarques: null, centimes: 2200 },
    { id: '2', user_id: 'a', nom: 'Hugo', remarques: null, centimes: null },
  ];
  const current = { ...lesson('a:Zoé', 'a:Hugo'), participants: seats };
  const given = { place: '2', centimes: 0, motif: 'geste' } as const;
  const after = (change: Partial<typeof current>, prix?: (typeof given)[]) =>
    edited(current, { ...current, ...change }, { ids: undefined, prix, nameOf, newId });
  const prices = (lecon: ReturnType<typeof after>) =>
    lecon.participants.map((seat) => [seat.id, 'centimes' in seat ? seat.centimes : 'du jour']);

  test('se change seul, reste sinon, et suit un autre type sauf s’il est donné', () => {
    expect(after({}, [given])).toEqual({
      ...current,
      participants: [seats[0], { ...seats[1], centimes: 0 }],
    });
    expect(after({})).toEqual(current);
    expect(prices(after({ heure_debut: '14:00', statut: 'annulee' }))).toEqual([
      ['1', 2200],
      ['2', null],
    ]);
    expect(prices(after({ type_lecon: 'saut' }))).toEqual([
      ['1', 'du jour'],
      ['2', 'du jour'],
    ]);
    expect(prices(after({ type_lecon: 'saut' }, [given]))).toEqual([
      ['1', 'du jour'],
      ['2', 0],
    ]);
  });

  test('se refuse à une place que la leçon n’a pas, ou plus', () => {
    expect(refusePrices(after({}), [])).toBeNull();
    expect(refusePrices(after({}), [given])).toBeNull();
    expect(refusePrices(after({}), [{ ...given, place: '3' }])).toBe('place_introuvable');
    expect(refusePrices(after({ noms_participants: ['Zoé'] }), [given])).toBe('place_introuvable');
  });
});

describe('une modification garde les places', () => {
  // RIDE-03
  test.each([
    ['les mêmes noms', ['a:Zoé', 'b:Hugo'], ['Zoé', 'Hugo'], undefined, ['1 a:Zoé', '2 b:Hugo']],
    [
      'dans un autre ordre',
      ['a:Zoé', 'b:Hugo'],
      ['Hugo', 'Zoé'],
      undefined,
      ['2 b:Hugo', '1 a:Zoé'],
    ],
    [
      'un nom changé à sa place',
      ['a:Zoé', 'b:Hugo'],
      ['Zoé W.', 'Hugo'],
      undefined,
      ['1 a:Zoé W.', '2 b:Hugo'],
    ],
    [
      'un nom retiré',
      ['a:Zoé', 'b:Hugo', 'a:Léa'],
      ['Zoé', 'Léa'],
      undefined,
      ['1 a:Zoé', '3 a:Léa'],
    ],
    [
      "un nom ajouté à une leçon partagée : il n'est à personne",
      ['a:Zoé', 'b:Hugo'],
      ['Zoé', 'Hugo', 'Max'],
      undefined,
      ['1 a:Zoé', '2 b:Hugo', 'n :Max'],
    ],
    [
      "un nom ajouté à la leçon d'un seul compte : il n'est à personne",
      ['a:Zoé'],
      ['Zoé', 'Max'],
      undefined,
      ['1 a:Zoé', 'n :Max'],
    ],
    [
      'un nom ajouté à une leçon sans compte',
      [':Zoé'],
      ['Zoé', 'Max'],
      undefined,
      ['1 :Zoé', 'n :Max'],
    ],
    [
      'un nom changé et un retiré : la place du nom changé est perdue',
      ['a:Zoé', 'b:Hugo'],
      ['Zoé W.'],
      undefined,
      ['n :Zoé W.'],
    ],
    [
      "tous les noms changent dans la leçon d'un seul compte : elle reste à lui",
      ['a:Zoé'],
      ['Zoé W.', 'Max'],
      undefined,
      ['1 a:Zoé W.', 'n :Max'],
    ],
    ['des noms égaux', ['a:Léa', 'b:Léa'], ['Léa', 'Léa'], undefined, ['1 a:Léa', '2 b:Léa']],
    ['les places dites décident', ['a:Zoé', 'b:Hugo'], ['Zoé W.'], ['2'], ['2 b:Zoé W.']],
    [
      'une place dite deux fois, ou inconnue, est nouvelle',
      ['a:Zoé', 'b:Hugo'],
      ['Zoé', 'Max', 'Tom'],
      ['1', '1', '9'],
      ['1 a:Zoé', 'n :Max', 'n :Tom'],
    ],
  ] as const)('%s', (_, before, noms, ids, after) => {
    expect(
      written(editedSeats(lesson(...before), noms, { ids }, newId)).map((line) =>
        line.replace(/^n\d+/, 'n'),
      ),
    ).toEqual(after);
  });

  test('un compte dit pour un nom : sa place, nouvelle ou non, lui appartient ; null : à personne ; rien : comme avant', () => {
    const lecon = lesson('a:Zoé', 'b:Hugo', ':Max');
    lecon.participants[1]!.pris_at = '2026-11-20T10:00:00.000Z';
    const after = editedSeats(
      lecon,
      ['Zoé', 'Hugo', 'Max', 'Léa', 'Tom'],
      { ids: ['1', '2', '3', null, null], comptes: [undefined, null, 'c', 'a', undefined] },
      newId,
    );
    expect(written(after).map((line) => line.replace(/^n\d+/, 'n'))).toEqual([
      '1 a:Zoé',
      '2 :Hugo',
      '3 c:Max',
      'n a:Léa',
      'n :Tom',
    ]);
    // Nobody joined at that time.
    expect(after[1]!.pris_at).toBeNull();
    expect(newAccounts(lecon, { comptes: ['a', 'c', null, undefined, 'c', 'b'] })).toEqual(['c']);
  });

  test("ce que remarque qui a rejoint reste à sa première place, même quand l'ordre change ou que la première est retirée", () => {
    const lecon = lesson('a:Zoé', 'b:Hugo', 'b:Léa');
    lecon.participants[1]!.remarques = 'Débute';
    const remarques = (noms: string[], ids?: string[]) =>
      editedSeats(lecon, noms, { ids }, newId).map((one) =>
        `${one.nom} ${one.remarques ?? ''}`.trim(),
      );
    expect(remarques(['Zoé', 'Léa'])).toEqual(['Zoé', 'Léa Débute']);
    expect(remarques(['Léa', 'Hugo', 'Zoé'], ['3', '2', '1'])).toEqual([
      'Léa Débute',
      'Hugo',
      'Zoé',
    ]);
    expect(remarques(['Zoé'])).toEqual(['Zoé']);
  });

  test("quoi qu'on écrive, les noms sont ceux qu'on a écrits, et personne ne reçoit la place d'un autre", () => {
    const noms = fc.array(fc.constantFrom('Zoé', 'Hugo', 'Léa', 'Max'), {
      minLength: 1,
      maxLength: 6,
    });
    const places = fc.array(fc.constantFrom('a:Zoé', 'b:Hugo', ':Max', 'a:Léa', 'c:Zoé'), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(places, noms, (before, wanted) => {
        const lecon = lesson(...before);
        const after = editedSeats(lecon, wanted, {}, newId);
        expect(after.map(({ nom }) => nom)).toEqual(wanted);
        expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
        for (const seat of after)
          expect(lecon.participants.find(({ id }) => id === seat.id)?.user_id ?? seat.user_id).toBe(
            seat.user_id,
          );
      }),
    );
  });
});

test("qui a réservé garde la réservation tant qu'il y a une place ; puis elle passe à la première qui a un compte", () => {
  // RIDE-01
  const lecon = lesson('a:Zoé', ':Max', 'b:Hugo', 'c:Tom');
  lecon.participants[2]!.remarques = 'de Hugo';
  expect(seated(lecon, lecon.participants.slice(0, 1), nameOf)).toMatchObject({
    user_id: 'a',
    remarques: 'de la première',
    nom_client: 'Zoé Willems',
    nombre_personnes: 1,
  });
  expect(left(lecon, 'a', nameOf)).toMatchObject({
    user_id: 'b',
    remarques: 'de Hugo',
    nom_client: 'le nom de b',
    noms_participants: ['Max', 'Hugo', 'Tom'],
    nombre_personnes: 3,
    statut: 'confirmee',
  });
  expect(left(lesson('a:Zoé', ':Max'), 'a', nameOf)).toMatchObject({
    user_id: null,
    remarques: null,
    noms_participants: ['Max'],
    statut: 'confirmee',
  });
  expect(left(lesson('a:Zoé', 'a:Léa'), 'a', nameOf)).toMatchObject({
    user_id: 'a',
    noms_participants: ['Zoé', 'Léa'],
    statut: 'annulee',
  }); // RIDE-12
});

test('chacun lit ses noms et ses remarques, et combien ils sont', () => {
  // RIDE-02
  const lecon = lesson('a:Zoé', 'b:Hugo', 'b:Tom');
  lecon.participants[1]!.remarques = 'de Hugo';
  expect(partOf(lecon, 'a')).toEqual({
    noms_participants: ['Zoé'],
    nombre_personnes: 1,
    remarques: 'de la première',
  });
  expect(partOf(lecon, 'b')).toEqual({
    noms_participants: ['Hugo', 'Tom'],
    nombre_personnes: 2,
    remarques: 'de Hugo',
  });
  expect(partOf(lecon, 'c')).toBeNull();
  const { participants, ...stored } = lecon;
  const view = ownView(
    { ...stored, created_at: '2026-11-01T08:00:00.000Z' },
    participants.filter(({ user_id }) => user_id === 'b'),
    { id: 'b', nom: 'Hugo Dubois' },
  );
  expect(view).toMatchObject({
    user_id: 'b',
    nom_client: 'Hugo Dubois',
    noms_participants: ['Hugo', 'Tom'],
    nombre_personnes: 2,
    personnes: 3,
    remarques: 'de Hugo',
  });
  expect(JSON.stringify(view)).not.toMatch(/Zoé|première/);
});

test.each([
  ['d', 'du nouveau', ['première', ['a', null], ['b', 'de Hugo'], ['d', 'du nouveau']]],
  [null, 'du nouveau', ['première', ['a', null], ['b', 'de Hugo'], [null, 'du nouveau']]],
  ['b', 'du nouveau', ['première', ['a', null], ['b', 'de Hugo\ndu nouveau'], ['b', null]]],
  ['b', null, ['première', ['a', null], ['b', 'de Hugo'], ['b', null]]],
  ['a', 'du nouveau', ['première\ndu nouveau', ['a', null], ['b', 'de Hugo'], ['a', null]]],
  ['a', null, ['première', ['a', null], ['b', 'de Hugo'], ['a', null]]],
])('le bureau ajoute une place de %s, avec %j', (user_id, remarques, [said, ...expected]) => {
  // RIDE-65
  const [a, b] = seats('a:Zoé', 'b:Hugo');
  const lecon = {
    ...lesson('a:Zoé', 'b:Hugo'),
    remarques: 'première',
    participants: [a!, { ...b!, remarques: 'de Hugo' }],
  };
  const after = joined(lecon, [{ user_id, nom: 'Tom' }], {
    remarques,
    holder: 0,
    newId,
    at: '2026-11-21T08:30:00.000Z',
  });
  expect([
    after.remarques,
    ...after.participants.map((seat) => [seat.user_id, seat.remarques]),
  ]).toEqual([said, ...expected]);
});

test('rejoindre ajoute des places à la fin ; changer ses noms laisse les autres où ils sont', () => {
  // RIDE-10, RIDE-13
  const after = joined(
    lesson('a:Zoé'),
    [
      { user_id: 'b', nom: 'Hugo' },
      { user_id: 'b', nom: 'Tom' },
    ],
    { remarques: 'de Hugo', holder: 0, newId, at: '2026-11-21T08:30:00.000Z' },
  );
  expect([after.user_id, after.noms_participants, after.nombre_personnes]).toEqual([
    'a',
    ['Zoé', 'Hugo', 'Tom'],
    3,
  ]);
  expect(
    after.participants.map(({ user_id, nom, remarques, pris_at }) => [
      user_id,
      nom,
      remarques,
      pris_at,
    ]),
  ).toEqual([
    ['a', 'Zoé', null, undefined],
    ['b', 'Hugo', 'de Hugo', '2026-11-21T08:30:00.000Z'],
    ['b', 'Tom', null, '2026-11-21T08:30:00.000Z'],
  ]);
  const lecon = lesson('a:Zoé', 'b:Hugo', 'a:Léa', 'c:Max');
  expect(
    withOwnNames(lecon, 'a', ['Léa', 'Tom', 'Eva'], null, newId).map(
      ({ user_id, nom }) => `${user_id}:${nom}`,
    ),
  ).toEqual(['a:Léa', 'b:Hugo', 'a:Tom', 'c:Max', 'a:Eva']);
  expect(
    withOwnNames(lecon, 'a', ['Léa'], null, newId).map(({ user_id, nom }) => `${user_id}:${nom}`),
  ).toEqual(['a:Léa', 'b:Hugo', 'c:Max']);
});

test.each([
  ['2026-11-24', '17:00', 24, '2026-11-23 17:00'],
  ['2027-03-28', '10:00', 24, '2027-03-27 09:00'], // the night has 23 hours
  ['2026-10-25', '10:00', 24, '2026-10-24 11:00'], // the night has 25 hours
  ['2027-03-29', '10:00', 48, '2027-03-27 09:00'],
  ['2026-11-24', '08:00', 0, '2026-11-24 08:00'],
])(
  "une leçon du %s à %s s'annule %i h avant : jusqu'au %s",
  (date_reservation, heure_debut, heures, until) => {
    // RIDE-11
    const { jour, heure } = momentAt(deadlineOf({ date_reservation, heure_debut }, heures));
    expect(`${jour} ${heure}`).toBe(until);
  },
);

test("l'écran, qui ne connaît que la minute, et le serveur jugent le délai pareillement à chaque instant", () => {
  // RIDE-11
  const lecon = { ...lesson('a:Zoé'), date_reservation: '2026-11-24', heure_debut: '10:00' };
  for (const [heures, from] of [
    [34, '2026-11-22T22:58:00Z'],
    [24, '2026-11-23T08:58:00Z'],
  ] as const) {
    for (let ms = 0; ms < 240_000; ms += 500) {
      const now = new Date(Date.parse(from) + ms);
      const { jour, heure } = momentAt(now);
      const screen = refuseAnnulation(lecon, { now: instantOf(jour, heure), heures, bound: true });
      expect([now.toISOString(), screen]).toEqual([
        now.toISOString(),
        refuseAnnulation(lecon, { now, heures, bound: true }),
      ]);
      expect(screen).toBe(ms < 120_000 ? null : 'delai_passe');
    }
  }
});

const at = (now: string) => ({ now: new Date(now), heures: 24, bound: true });

test.each([
  ['une minute avant le délai', lesson('a:Zoé'), at('2026-11-22T08:59:00Z'), null],
  ["au délai même, comme à l'écran", lesson('a:Zoé'), at('2026-11-22T09:00:00Z'), 'delai_passe'],
  ['une seconde avant', lesson('a:Zoé'), at('2026-11-22T08:59:59Z'), null],
  ['une seconde après', lesson('a:Zoé'), at('2026-11-22T09:00:01Z'), 'delai_passe'],
  [
    'un administrateur, après',
    lesson('a:Zoé'),
    { ...at('2026-11-22T09:00:01Z'), bound: false },
    null,
  ],
  [
    "l'interrupteur éteint",
    lesson('a:Zoé'),
    { ...at('2026-11-20T09:00:00Z'), heures: null },
    'annulation_au_centre',
  ],
  [
    'la leçon annulée',
    { ...lesson('a:Zoé'), statut: 'annulee' as const },
    at('2026-11-20T09:00:00Z'),
    'lecon_deja_annulee',
  ],
  [
    'la leçon commencée',
    lesson('a:Zoé'),
    { ...at('2026-11-23T09:00:00Z'), heures: 0 },
    'lecon_commencee',
  ],
])('annuler, %s : %s', (_, lecon, deadline, code) => {
  // RIDE-11
  expect(refuseAnnulation(lecon, deadline)).toBe(code);
});

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
const TYPE = { max_personnes: 4, duree_minutes: 60, ouverte: true, actif: true };
const CONTEXT = {
  maintenant: { jour: '2026-11-21', heure: '09:30' },
  regles: REGLES,
  bound: true,
  current: lesson('a:Zoé', 'a:Léa'),
  type: TYPE,
  reservationsThatDay: 0,
  reservationsToCome: 0,
};
const wish = (...noms_participants: string[]) => ({
  type_lecon: 'collective',
  nombre_personnes: noms_participants.length,
  noms_participants,
  date_reservation: '2026-11-23',
  type_piste: 'interieure' as const,
  heure_debut: '10:00',
  remarques: null,
});

test.each([
  ['deux places pour deux', wish('Hugo', 'Tom'), {}, null],
  ['trois pour deux places', wish('Hugo', 'Tom', 'Max'), {}, 'places_insuffisantes'],
  [
    'une leçon pleine',
    wish('Hugo'),
    { current: lesson('a:Zoé', 'a:Léa', 'a:Eva', ':Max') },
    'lecon_complete',
  ],
  ['un type fermé', wish('Hugo'), { type: { ...TYPE, ouverte: false } }, 'lecon_fermee'],
  [
    "un type qui n'est plus proposé",
    wish('Hugo'),
    { type: { ...TYPE, actif: false } },
    'lecon_fermee',
  ],
  ['un type supprimé', wish('Hugo'), { type: null }, 'lecon_fermee'],
  ["une leçon d'un autre type", { ...wish('Hugo'), type_lecon: 'saut' }, {}, 'lecon_fermee'],
  [
    'une leçon qui attend le centre',
    wish('Hugo'),
    { current: { ...lesson('a:Zoé'), statut: 'en_attente' as const } },
    'lecon_fermee',
  ],
  ['aucune leçon', wish('Hugo'), { current: null }, 'lecon_disparue'],
  ['la sienne', wish('Hugo'), { current: lesson('a:Zoé', 'b:Hugo') }, 'deja_participant'],
  [
    'une leçon commencée',
    wish('Hugo'),
    { maintenant: { jour: '2026-11-23', heure: '10:00' } },
    'heure_passee',
  ],
  [
    'trop tôt pour réserver',
    wish('Hugo'),
    { regles: { ...REGLES, advanceBookingDays: 1 } },
    'date_au_dela_du_delai',
  ],
  [
    'le quota atteint',
    wish('Hugo'),
    { regles: { ...REGLES, maxBookingsPerDay: 2 }, reservationsThatDay: 2 },
    'limite_du_jour',
  ],
  [
    "le quota d'un administrateur",
    wish('Hugo'),
    { regles: { ...REGLES, maxBookingsPerDay: 2 }, reservationsThatDay: 2, bound: false },
    null,
  ],
  [
    'le bureau, un type fermé',
    wish('Hugo'),
    { type: { ...TYPE, ouverte: false, actif: false }, bound: false },
    null,
  ],
  [
    'le bureau, une leçon commencée qui attend',
    wish('Hugo'),
    {
      current: { ...lesson('a:Zoé'), statut: 'en_attente' as const },
      maintenant: { jour: '2026-11-24', heure: '10:00' },
      bound: false,
    },
    null,
  ],
  [
    'le bureau, une leçon trop ancienne',
    wish('Hugo'),
    { maintenant: { jour: '2027-12-24', heure: '10:00' }, bound: false },
    'date_trop_ancienne',
  ],
  ['un nom sans lettre', wish('12'), {}, 'nom_invalide'],
  ['aucun nom', { ...wish(), nombre_personnes: 1 }, {}, 'noms_manquants'],
])('rejoindre, %s : %s', (_, demande, change, code) => {
  // RIDE-10, DESK-76
  expect(refuseJoin(demande, 'b', { ...CONTEXT, ...change })).toBe(code);
});
