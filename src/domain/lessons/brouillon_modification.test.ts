import { describe, expect, test } from 'vitest';
import { removeNom, setNom, setNombre } from './brouillon.ts';
import type { CodeReservation } from '../errors/reservation.ts';
import {
  brouillonOf,
  fieldOf,
  changesOf,
  draftChanges,
  typeChoices,
  changedDuree,
  type EditAction,
  editReducer,
  type EditState,
  examine,
  faultsOf,
  modificationOf,
  openEdit,
  changeSentences,
  sizeOf,
  setEditedType,
} from './brouillon_modification.ts';
import {
  type BrouillonModification,
  chosenClients,
  clientAt,
  placesOf,
  priceFaults,
  pricesOf,
  type ReservationAsRead,
  tarifAt,
} from './places_modification.ts';
import { DEFAULT_TYPES } from '../types/types_lecons.ts';
import { DEFAULT_PISTES } from '../slots/pistes.ts';

const READ: ReservationAsRead = {
  id: 'r1',
  version: 3,
  nom_client: 'Camille Lambert',
  type_lecon: 'collective',
  nombre_personnes: 3,
  noms_participants: ['Camille Lambert', 'Hugo Dubois', 'Élise Maes'],
  date_reservation: '2026-11-23',
  type_piste: 'interieure',
  heure_debut: '10:00',
  heure_fin: '11:00',
  statut: 'confirmee',
  remarques: null,
};
const types = DEFAULT_TYPES;
const pistes = DEFAULT_PISTES;
const heures = { ouverture: '08:00', fermeture: '20:00' };
const context = {
  maintenant: { jour: '2026-11-21', heure: '09:30' },
  original: READ,
  types,
  pistes,
  heures,
};
const setType = (type: string, original = READ) =>
  setEditedType(
    brouillonOf(original),
    type,
    types.find(({ value }) => value === type)?.max_personnes ?? 6,
  );

test('sans rien toucher, on renvoie ce qui a été lu', () => {
  const { id: _, version: __, nom_client: ___, heure_fin: ____, ...modification } = READ;
  expect(modificationOf(brouillonOf(READ))).toEqual(modification);
  expect(examine(brouillonOf(READ), context)).toEqual({ heure_fin: '11:00', fault: null });
});

test('une leçon partagée garde la place de chaque nom, retiré, ajouté ou écrit autrement', () => {
  // RIDE-03, RIDE-19
  const seat = (id: string) => ({ id, user_id: null, remarques: null, compte: null });
  const shared = brouillonOf({ ...READ, participants: [seat('a'), seat('b'), seat('c')] });
  expect(placesOf(brouillonOf(READ))).toBeUndefined();
  expect(placesOf(shared)).toEqual(['a', 'b', 'c']);
  expect(placesOf(setNom(shared, 1, 'Hugo Dubois-Maes'))).toEqual(['a', 'b', 'c']);
  expect(placesOf(setNombre(shared, 4))).toEqual(['a', 'b', 'c', null]);
  expect(placesOf(setNombre(setNombre(shared, 2), 3))).toEqual(['a', 'b', 'c']);
  const without = editReducer(
    openEdit({ ...READ, participants: [seat('a'), seat('b'), seat('c')] }),
    { kind: 'remove', index: 0 },
  ).brouillon;
  expect([without.noms_participants, placesOf(without)]).toEqual([
    ['Hugo Dubois', 'Élise Maes'],
    ['b', 'c'],
  ]);
  expect(placesOf(setNombre(without, 3))).toEqual(['b', 'c', null]);
});

describe('changer de type', () => {
  // DESK-14, DESK-15
  test('un maximum de 1 met le nombre à 1, et garde le premier nom', () => {
    expect(setType('particuliere')).toMatchObject({
      nombre_personnes: 1,
      noms_participants: ['Camille Lambert'],
      heure_debut: '10:00',
    });
  });

  test('un maximum plus petit plafonne, un plus grand ne change rien', () => {
    expect(setType('longe')).toMatchObject({
      nombre_personnes: 2,
      noms_participants: ['Camille Lambert', 'Hugo Dubois'],
    });
    expect(setType('saut')).toMatchObject({
      nombre_personnes: 3,
      noms_participants: READ.noms_participants,
    });
    expect(
      setType('collective', {
        ...READ,
        type_lecon: 'particuliere',
        nombre_personnes: 1,
        noms_participants: ['Zoé'],
      }),
    ).toMatchObject({ nombre_personnes: 1, noms_participants: ['Zoé'] });
  });

  test('les noms coupés reviennent avec le nombre', () => {
    const plafonne = setNom(setType('longe'), 1, 'Hugo Peeters');
    expect(setNombre(setEditedType(plafonne, 'collective', 6), 4).noms_participants).toEqual([
      'Camille Lambert',
      'Hugo Peeters',
      'Élise Maes',
      '',
    ]);
  });

  test("l'heure de fin suit la durée du type", () => {
    expect(examine(setType('longe'), context).heure_fin).toBe('10:30');
  });
});

describe('ce qui manque', () => {
  test.each([
    [{ noms_participants: ['Camille', ' ', 'Élise'] }, 'noms_manquants', 'noms_participants'],
    [{ noms_participants: ['Camille', '1234', 'Élise'] }, 'nom_invalide', 'noms_participants'],
    [{ date_reservation: '' }, 'date_manquante', 'date_reservation'],
    [{ date_reservation: '2028-11-22' }, 'date_trop_lointaine', 'date_reservation'],
    [{ date_reservation: '2025-10-20' }, 'date_trop_ancienne', 'date_reservation'],
    [{ heure_debut: '19:30' }, 'heure_fin_impossible', 'heure_debut'],
    [{ type_lecon: 'disparu' }, 'type_lecon_inconnu', 'type_lecon'],
    [{ remarques: 'a'.repeat(2001) }, 'remarques_trop_longues', 'remarques'],
  ] satisfies [Partial<BrouillonModification>, CodeReservation, string][])(
    '%o : %s',
    (change, fault, field) => {
      expect(examine({ ...brouillonOf(READ), ...change }, context).fault).toBe(fault);
      expect(fieldOf(fault)).toBe(field);
    },
  );

  test('un jour passé peut être fixé', () => {
    // BOOK-15
    expect(
      examine({ ...brouillonOf(READ), date_reservation: '2026-11-02' }, context).fault,
    ).toBeNull();
  });

  test('une leçon plus ancienne garde son jour, et se corrige', () => {
    // BOOK-35
    const old = { ...READ, date_reservation: '2024-05-02' };
    const draft = { ...brouillonOf(old), remarques: 'casque prêté', heure_debut: '14:00' };
    const fault = (change = {}) =>
      examine({ ...draft, ...change }, { ...context, original: old }).fault;
    expect(fault()).toBeNull();
    expect(fault({ date_reservation: '2024-05-03' })).toBe('date_trop_ancienne');
    expect(fault({ date_reservation: '2025-10-21' })).toBeNull();
  });

  test("un type retiré convient à une leçon commencée, et à nulle autre qui ne l'avait pas", () => {
    // BOOK-35, SET-12
    const retires = types.map((type) => ({ ...type, actif: type.value !== 'longe' }));
    const fault = (date_reservation: string, heure_debut: string) =>
      examine(
        { ...setType('longe'), date_reservation, heure_debut },
        { ...context, types: retires },
      ).fault;
    expect(fault('2026-11-20', '18:00')).toBeNull();
    expect(fault('2026-11-21', '09:30')).toBeNull();
    expect(fault('2026-11-21', '10:00')).toBe('type_lecon_inconnu');
    const values = (options?: { chosen?: string; begun?: boolean }) =>
      typeChoices(retires, 'saut', options).map(({ value }) => value);
    expect(values()).not.toContain('longe');
    expect(values({ begun: true })).toContain('longe');
    expect(values({ chosen: 'longe' })).toContain('longe'); // the draft was moved to a coming day
  });

  test("au-delà de 20:00 il n'y a pas d'heure de fin", () => {
    // DESK-15, BOOK-14
    expect(examine({ ...brouillonOf(READ), heure_debut: '19:30' }, context).heure_fin).toBeNull();
    expect(examine({ ...brouillonOf(READ), heure_debut: '19:00' }, context).heure_fin).toBe(
      '20:00',
    );
  });

  test("ce qui concerne le tout n'a pas de champ", () => {
    expect(fieldOf('reservation_changee')).toBeNull();
  });
});

describe('quand le type a changé depuis', () => {
  const changes = types.map((type) =>
    type.value === 'collective' ? { ...type, duree_minutes: 120, max_personnes: 2 } : type,
  );
  const depuis = { ...context, types: changes };

  test("la leçon garde sa durée et ses participants ; un de plus est de trop, un de moins ne l'est pas", () => {
    // DESK-15, DESK-16
    const brouillon = brouillonOf(READ);
    expect(
      examine({ ...brouillon, remarques: 'casque prêté', heure_debut: '19:00' }, depuis),
    ).toEqual({ heure_fin: '20:00', fault: null });
    expect(examine(setNom(setNombre(brouillon, 4), 3, 'Zoé'), depuis).fault).toBe(
      'trop_de_personnes',
    );
    expect(examine(removeNom(brouillon, 1), depuis).fault).toBeNull();
    expect(changedDuree(brouillon, READ, changes)).toBeNull();
  });

  test('un autre type apporte sa durée, et cela se dit', () => {
    expect(changedDuree(setType('longe'), READ, changes)).toEqual({ avant: 60, apres: 30 });
    expect(changedDuree(setType('travail_pied'), READ, changes)).toBeNull();
  });
});

test('retirer un participant retire le sien, et non le dernier ; ce qui a été coupé ne prend pas sa place', () => {
  // DESK-13
  const brouillon = removeNom(brouillonOf(READ), 0);
  expect(brouillon).toMatchObject({
    nombre_personnes: 2,
    noms_participants: ['Hugo Dubois', 'Élise Maes'],
  });
  const cut = removeNom(setNombre(brouillonOf(READ), 2), 0);
  expect(cut.noms_participants).toEqual(['Hugo Dubois']);
  expect(setNombre(cut, 2).noms_participants).toEqual(['Hugo Dubois', 'Élise Maes']);
});

describe('DESK-09', () => {
  const gone = { ...READ, type_lecon: 'poney_games', heure_fin: '11:30' };

  test("un type supprimé se montre par sa valeur, compte jusqu'à six et garde sa durée", () => {
    expect(typeChoices(types, 'poney_games').at(-1)).toEqual({
      value: 'poney_games',
      label: 'poney_games',
      etat: 'supprime',
    });
    expect(sizeOf(brouillonOf(gone), gone, types)).toEqual({ max_personnes: 6, duree_minutes: 90 });
    expect(
      examine({ ...brouillonOf(gone), heure_debut: '15:00' }, { ...context, original: gone }),
    ).toEqual({ heure_fin: '16:30', fault: null });
  });

  test("un type retiré n'est offert qu'à la réservation qui l'a", () => {
    const retires = types.map((type) => ({ ...type, actif: type.value !== 'longe' }));
    expect(typeChoices(retires, 'longe').find(({ value }) => value === 'longe')).toEqual({
      value: 'longe',
      label: 'Longe',
      etat: 'retire',
    });
    expect(typeChoices(retires, 'saut').map(({ value }) => value)).toEqual([
      'particuliere',
      'collective',
      'travail_pied',
      'saut',
      'liberte',
    ]);
  });
});

test("ce qui a changé se dit dans l'ordre des champs", () => {
  expect(
    changesOf(READ, {
      ...READ,
      remarques: 'Poney calme',
      noms_participants: ['Zoé', 'Hugo Dubois', 'Élise Maes'],
    }),
  ).toEqual(['noms_participants', 'remarques']);
  expect(changesOf(READ, { ...READ })).toEqual([]);
});

test('ce qui a changé se dit en mots, ce qui est et ce qui était', () => {
  // DESK-19
  const elsewhere = {
    ...READ,
    heure_debut: '15:00',
    type_piste: 'exterieure',
    statut: 'annulee',
    date_reservation: '2026-11-24',
    remarques: 'Poney calme',
  } as const;
  expect(
    changeSentences(
      READ,
      {
        ...elsewhere,
        noms_participants: ['Zoé Willems'],
        nombre_personnes: 1,
        type_lecon: 'particuliere',
      },
      { types, pistes },
    ),
  ).toEqual([
    'le type de leçon\u202f: Leçon particulière (avant\u202f: Leçon collective)',
    'le nombre de personnes\u202f: 1 (avant\u202f: 3)',
    'les participants\u202f: Zoé Willems (avant\u202f: Camille Lambert, Hugo Dubois, Élise Maes)',
    'la date\u202f: mardi 24 novembre 2026 (avant\u202f: lundi 23 novembre 2026)',
    'la piste\u202f: Piste Extérieure (avant\u202f: Piste Intérieure)',
    "l'heure\u202f: 15:00 (avant\u202f: 10:00)",
    'le statut\u202f: Annulée (avant\u202f: Confirmée)',
    'les remarques\u202f: Poney calme (avant\u202f: aucune)',
  ]);
});

describe('le prix des places', () => {
  // PRICE-22
  const PRICED: ReservationAsRead = {
    ...READ,
    tarifs: [
      { place: 'a', prix: 22 },
      { place: 'b', prix: null },
      { place: 'c', prix: 22 },
    ],
  };
  const open = openEdit(PRICED);
  const type = (place: string, texte: string, motif: 'essai' | 'geste' | null, state = open) =>
    editReducer(state, { kind: 'prix', place, saisi: { texte, motif } });
  const sent = ({ brouillon }: EditState) => pricesOf(brouillon, PRICED);
  const faults = ({ brouillon }: EditState) => priceFaults(brouillon, PRICED);

  test('se lit sous chaque nom : le sien, aucun, ou celui de la leçon pour un nouveau', () => {
    const at = (brouillon: BrouillonModification, n: number, original = PRICED) =>
      tarifAt(brouillon, original, n);
    expect([0, 1].map((n) => at(open.brouillon, n))).toEqual([
      { place: 'a', centimes: 2200 },
      { place: 'b', centimes: null },
    ]);
    expect(at(setNombre(open.brouillon, 4), 3)).toBeNull();
    expect(at(brouillonOf(READ), 0, READ)).toBeUndefined();
    const without = editReducer(open, { kind: 'remove', index: 0 }).brouillon;
    expect(at(without, 0)).toEqual({ place: 'b', centimes: null });
    expect(placesOf(open.brouillon)).toEqual(['a', 'b', 'c']);
  });

  test('ne part que s’il diffère, avec sa raison', () => {
    expect(sent(open)).toBeUndefined();
    expect(sent(type('a', '12,5', 'essai'))).toEqual([{ place: 'a', prix: 12.5, motif: 'essai' }]);
    expect(sent(type('b', '0', 'geste'))).toEqual([{ place: 'b', prix: 0, motif: 'geste' }]);
    for (const [place, texte] of [
      ['a', '22,00'],
      ['a', ' 22 €'],
      ['b', ''],
    ] as const) {
      const same = type(place, texte, null);
      expect([sent(same), faults(same), same.touched]).toEqual([undefined, {}, false]);
    }
    expect(draftChanges(type('a', '12,5', 'essai').brouillon, PRICED)).toEqual(['tarifs']);
    expect(draftChanges(open.brouillon, PRICED)).toEqual([]);
  });

  test('dit sa faute : un montant qui n’en est pas un, une raison qui manque', () => {
    const prix = 'Un prix va de 0 à 99 999,99 euros, avec deux décimales au plus.';
    const motif = 'Veuillez choisir la raison de ce prix.';
    expect(faults(type('a', '-1', 'essai'))).toEqual({ a: { prix } });
    expect(faults(type('a', '100000', 'essai'))).toEqual({ a: { prix } });
    expect(faults(type('a', 'vingt', null))).toEqual({ a: { prix, motif } });
    expect(faults(type('a', '', 'essai'))).toEqual({ a: { prix } });
    expect(faults(type('a', '20', null))).toEqual({ a: { motif } });
    expect(faults(type('a', '20', 'essai'))).toEqual({});
  });

  test('se perd avec la place retirée, avec un autre type, et si on garde l’ancien', () => {
    const typed = type('c', '5', 'geste', type('a', '12', 'essai'));
    expect(sent(editReducer(typed, { kind: 'remove', index: 0 }))).toEqual([
      { place: 'c', prix: 5, motif: 'geste' },
    ]);
    expect(sent(editReducer(typed, { kind: 'nombre', nombre: 1 }))).toEqual([
      { place: 'a', prix: 12, motif: 'essai' },
    ]);
    expect(sent(editReducer(typed, { kind: 'prix', place: 'c', saisi: null }))).toEqual([
      { place: 'a', prix: 12, motif: 'essai' },
    ]);
    const back = ['saut', 'collective'].reduce(
      (state, type_lecon) => editReducer(state, { kind: 'type', type_lecon, types }),
      typed,
    );
    expect(sent(back)).toBeUndefined();
  });

  test('changé par quelqu’un d’autre, se dit en mots ; ce qui est écrit reste jusqu’au rechargement', () => {
    // DESK-19
    const newer = {
      ...PRICED,
      version: 4,
      tarifs: [{ place: 'a', prix: 20.5 }, ...(PRICED.tarifs ?? []).slice(1)],
    };
    expect(changeSentences(PRICED, newer, { types, pistes })).toEqual([
      'les prix\u202f: Camille Lambert 20,50 €, Hugo Dubois sans prix, Élise Maes 22,00 € (avant\u202f: Camille Lambert 22,00 €, Hugo Dubois sans prix, Élise Maes 22,00 €)',
    ]);
    expect(changesOf(READ, PRICED)).toEqual([]);
    const typed = type('a', '12', 'essai');
    expect(sent(editReducer({ ...typed, read: false }, { kind: 'read', stored: newer }))).toEqual([
      { place: 'a', prix: 12, motif: 'essai' },
    ]);
    expect(
      sent(editReducer(typed, { kind: 'reloaded', stored: newer, types, pistes })),
    ).toBeUndefined();
  });
});

describe('le dialogue ouvert', () => {
  const open = openEdit(READ);
  const newer = { ...READ, version: 4, remarques: 'Poney calme' };
  const touched = editReducer(open, { kind: 'fields', fields: { heure_debut: '15:00' } });
  const refused = {
    code: 'creneau_deja_reserve',
    message: 'Ce créneau est déjà réservé. Veuillez en choisir un autre.',
  } as const;

  test('prend la première lecture, si elle n’est pas plus ancienne ; touché, ses places seules', () => {
    // RIDE-19
    expect(editReducer(open, { kind: 'read', stored: newer })).toEqual({
      ...openEdit(newer),
      read: true,
    });
    expect(editReducer(touched, { kind: 'read', stored: newer })).toEqual({
      ...touched,
      read: true,
    });
    expect(
      editReducer(open, { kind: 'read', stored: { ...READ, version: 2, remarques: 'autre' } }),
    ).toEqual({ ...open, read: true });
    // The planning does not contain the seats of a lesson; reading the lesson in the same version
    // does.
    const seats = {
      ...READ,
      participants: ['a', 'b', 'c'].map((id) => ({
        id,
        user_id: null,
        remarques: null,
        compte: null,
      })),
    };
    expect(editReducer(open, { kind: 'read', stored: seats }).brouillon.places).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(editReducer(touched, { kind: 'read', stored: seats })).toEqual({
      ...touched,
      original: seats,
      brouillon: { ...touched.brouillon, places: ['a', 'b', 'c'] },
      read: true,
    });
    // The names typed before keep the seats that the server would give them.
    expect(
      ['Zoé', 'Hugo Dubois'].map((nom) => {
        const typed = editReducer(editReducer(open, { kind: 'remove', index: 0 }), {
          kind: 'nom',
          index: 0,
          nom,
        });
        return placesOf(editReducer(typed, { kind: 'read', stored: seats }).brouillon);
      }),
    ).toEqual([
      [null, 'c'],
      ['b', 'c'],
    ]);
  });

  test('change par chaque champ, et retire alors refus et rechargement', () => {
    const before = { ...open, refused, reloaded: ['l’heure'] };
    expect(touched).toEqual({
      ...open,
      touched: true,
      brouillon: { ...open.brouillon, heure_debut: '15:00' },
    });
    for (const [action, brouillon] of [
      [
        { kind: 'nombre', nombre: 1 },
        { nombre_personnes: 1, noms_participants: ['Camille Lambert'] },
      ],
      [
        { kind: 'nom', index: 1, nom: 'Zoé' },
        { noms_participants: ['Camille Lambert', 'Zoé', 'Élise Maes'] },
      ],
      [
        { kind: 'remove', index: 1 },
        { nombre_personnes: 2, noms_participants: ['Camille Lambert', 'Élise Maes'] },
      ],
      [
        { kind: 'type', type_lecon: 'longe', types },
        { type_lecon: 'longe', nombre_personnes: 2 },
      ],
      [
        { kind: 'type', type_lecon: 'inconnu', types },
        { type_lecon: 'inconnu', nombre_personnes: 3 },
      ],
      [{ kind: 'fields', fields: { statut: 'annulee' } }, { statut: 'annulee' }],
    ] satisfies [EditAction, Partial<BrouillonModification>][]) {
      expect(editReducer(before, action), action.kind).toMatchObject({
        brouillon,
        touched: true,
        refused: null,
        reloaded: null,
      });
    }
  });

  test('garde le refus pendant qu’on écrit la raison', () => {
    expect(editReducer({ ...open, refused }, { kind: 'raison', raison: 'Orage' })).toEqual({
      ...open,
      refused,
      raison: 'Orage',
      touched: true,
    });
  });

  test('compte les essais, et n’envoie que ce qui est valable', () => {
    expect(editReducer({ ...touched, refused }, { kind: 'submit', valid: false })).toEqual({
      ...touched,
      refused,
      attempts: 1,
    });
    const sent = editReducer({ ...touched, refused }, { kind: 'submit', valid: true });
    expect(sent).toEqual({ ...touched, attempts: 1, sending: true });
    expect(editReducer(sent, { kind: 'answered', refused })).toEqual({
      ...touched,
      attempts: 1,
      refused,
    });
  });

  test('rechargé, montre la version enregistrée et dit ce qu’elle change', () => {
    const reloaded = editReducer(
      { ...touched, refused, attempts: 2, raison: 'Orage' },
      { kind: 'reloaded', stored: newer, types, pistes },
    );
    expect(reloaded).toEqual({
      ...openEdit(newer),
      raison: 'Orage',
      reloaded: ['les remarques\u202f: Poney calme (avant\u202f: aucune)'],
    });
  });

  test('dit les fautes à leur champ : ce qui manque après un essai, une fin impossible tout de suite', () => {
    const empty = editReducer(open, { kind: 'nom', index: 0, nom: '' });
    const late = editReducer(open, { kind: 'fields', fields: { heure_debut: '19:30' } });
    const faults = (state: EditState) => faultsOf(state, examine(state.brouillon, context));
    expect(faults(empty)).toEqual({});
    expect(faults({ ...empty, attempts: 1 })).toEqual({
      noms_participants: 'Veuillez remplir tous les noms des participants',
    });
    expect(faults(late)).toEqual({
      heure_debut: "Erreur lors du calcul de l'heure de fin. Veuillez choisir un autre créneau.",
    });
    expect(faults({ ...touched, refused })).toEqual({ heure_debut: refused.message });
    expect(faults({ ...touched, refused: { code: null, message: 'Panne.' } })).toEqual({});
  });
});

test("le compte d'une place : celui qu'elle a, celui qu'on choisit, ou aucun ; un nom ajouté n'en a pas", () => {
  // RIDE-03
  const tarifs = ['a', 'b'].map((place) => ({ place, prix: null }));
  const alone = {
    ...READ,
    user_id: 'u',
    nom_client: 'Anne Maes',
    nombre_personnes: 2,
    noms_participants: ['Léa', 'Tom'],
    tarifs,
  };
  const draft = setNombre(brouillonOf(alone), 3);
  const at = (brouillon: typeof draft, original: ReservationAsRead = alone) =>
    [0, 1, 2].map((n) => clientAt(brouillon, original, n)?.nom ?? null);
  expect(at(draft)).toEqual(['Anne Maes', 'Anne Maes', null]);
  expect(chosenClients(draft, alone)).toBeUndefined();
  const chosen = editReducer(
    { ...openEdit(alone), brouillon: draft },
    { kind: 'compte', index: 2, compte: { id: 'v', nom: 'Marc Dubois' } },
  );
  expect(at(chosen.brouillon)).toEqual(['Anne Maes', 'Anne Maes', 'Marc Dubois']);
  expect(chosenClients(chosen.brouillon, alone)).toEqual(['u', 'u', 'v']);
  expect(draftChanges(chosen.brouillon, alone)).toContain('noms_participants');
  // The choice goes with its name.
  const fewer = editReducer(chosen, { kind: 'remove', index: 0 });
  expect(chosenClients(fewer.brouillon, alone)).toEqual(['u', 'v']);
  const none = editReducer(chosen, { kind: 'compte', index: 0, compte: null });
  expect(chosenClients(none.brouillon, alone)).toEqual([null, 'u', 'v']);
  // The same account again is no change.
  const same = editReducer(openEdit(alone), {
    kind: 'compte',
    index: 0,
    compte: { id: 'u', nom: 'Anne Maes' },
  });
  expect(chosenClients(same.brouillon, alone)).toBeUndefined();
  const shared = {
    ...alone,
    participants: [
      { id: 'a', user_id: 'u', compte: 'Anne Maes', remarques: null },
      { id: 'b', user_id: null, compte: null, remarques: null },
    ],
  };
  expect(at(setNombre(brouillonOf(shared), 3), shared)).toEqual(['Anne Maes', null, null]);
});
