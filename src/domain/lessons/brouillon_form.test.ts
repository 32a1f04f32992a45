import { describe, expect, test } from 'vitest';
import { type Brouillon, comptesOf, setNom, setNombre, setPiste, setType } from './brouillon.ts';
import { type ClientChoisi, clientsOfNames } from './clients_des_places.ts';
import {
  checkHeure,
  findBooked,
  findSameTime,
  formReducer,
  type FormState,
  jourOf,
  type KeptForm,
  NO_CLIENT,
  openForm,
  type ReservationConnue,
  walkInOf,
} from './brouillon_form.ts';
import { CRENEAUX, type Creneau } from '../slots/creneaux.ts';
import type { DemandeReservation } from './reservations.ts';

const JOUR = '2026-11-23';
const NOTHING: KeptForm = { brouillon: null, client: null, jour: null };
const collective = { value: 'collective', max_personnes: 6 };

const reservation: ReservationConnue = {
  id: 'r1',
  type_lecon: 'collective',
  noms_participants: ['Camille', 'Hugo'],
  date_reservation: JOUR,
  type_piste: 'interieure',
  heure_debut: '10:00',
  heure_fin: '11:00',
  statut: 'confirmee',
  nom_client: 'Camille Lambert',
  user_id: 'u1',
};
const zoe: ClientChoisi = { nom: 'Zoé' };
const hugo: ClientChoisi = { nom: 'Hugo', user_id: 'u2', email: 'hugo@example.be' };

/** A form with everything chosen, for the lesson of `reservation`. */
const filled = (): FormState => {
  const form = openForm(
    { jour: JOUR, heure: '10:00', type_piste: 'interieure' },
    NOTHING,
    '2026-11-21',
  );
  const named = setNom(
    setNom(setNombre(setType(form.brouillon, collective, true), 2), 0, 'Camille'),
    1,
    'Hugo',
  );
  return { ...form, brouillon: named };
};
const refused = { kind: 'refused', message: 'Non.', heureTaken: false } as const;
const booked = { kind: 'booked', reservation, client: null } as const;
const grid = (reason: Creneau['reason']): Creneau[] =>
  CRENEAUX.map((heure) => ({
    heure,
    etat: reason ? 'complet' : 'libre',
    reason,
    occupation: reason
      ? { heure_debut: '10:00', heure_fin: '11:00', etat: 'complet', personnes: 6, max: 6 }
      : null,
  }));

describe('le formulaire s’ouvre', () => {
  test('vide, sur aucun jour choisi', () => {
    expect(openForm(null, NOTHING, JOUR)).toMatchObject({
      jour: null,
      jourIsNew: false,
      client: NO_CLIENT,
      sending: false,
      outcome: null,
      nouvelle: null,
    });
  });

  test('tel qu’il a été laissé', () => {
    const kept: KeptForm = {
      brouillon: filled().brouillon,
      client: { texte: 'Zoé', choisi: zoe },
      jour: JOUR,
    };
    expect(openForm(null, kept, '2026-11-21')).toMatchObject({ ...kept, jourIsNew: false });
  });

  test('de nouveau, si personne n’a changé ce qui était proposé (BOOK-38)', () => {
    const preset = formReducer(openForm(null, NOTHING, JOUR), {
      kind: 'preset',
      preremplissage: { noms: ['Léa', 'Tom'], type_piste: 'interieure' },
      max: undefined,
    });
    expect(preset.brouillon.noms_participants).toEqual(['Léa', 'Tom']);
    const again = (brouillon: KeptForm['brouillon']) =>
      openForm(null, { ...NOTHING, brouillon }, JOUR).brouillon.noms_participants;
    expect(again(preset.brouillon)).toEqual([]);
    const chosen = formReducer(preset, {
      kind: 'edit',
      edit: { kind: 'nombre', nombre: 1 },
      jour: JOUR,
    });
    expect(again(chosen.brouillon)).toEqual(['Léa']);
    // The only arena is chosen by the form itself.
    const arena = formReducer(openForm(null, NOTHING, JOUR), {
      kind: 'edit',
      edit: { kind: 'piste', type_piste: 'interieure' },
      jour: JOUR,
    });
    const one = formReducer(arena, {
      kind: 'preset',
      preremplissage: { noms: ['Léa'], type_piste: null },
      max: undefined,
    });
    expect(again(one.brouillon)).toEqual([]);
  });

  test('à un créneau avec son type, en gardant ce qui est saisi (RIDE-64)', () => {
    const kept = { ...filled().brouillon, remarques: 'Selle' };
    const start = { jour: JOUR, heure: '15:00', type_piste: 'exterieure', type_lecon: 'longe' };
    expect(openForm(start, { ...NOTHING, brouillon: kept }, '2026-11-21').brouillon).toMatchObject({
      type_lecon: 'longe',
      type_piste: 'exterieure',
      heure_debut: '15:00',
      date_reservation: JOUR,
      noms_participants: kept.noms_participants,
      remarques: 'Selle',
    });
  });

  test('au créneau de l’adresse plutôt que tel qu’il a été laissé (DESK-07)', () => {
    const kept: KeptForm = {
      brouillon: setPiste(filled().brouillon, 'exterieure'),
      client: null,
      jour: '2026-12-01',
    };
    const form = openForm(
      { jour: JOUR, heure: '15:00', type_piste: 'interieure' },
      kept,
      '2026-11-21',
    );
    expect(form).toMatchObject({
      jour: JOUR,
      jourIsNew: true,
      brouillon: {
        date_reservation: JOUR,
        heure_debut: '15:00',
        type_piste: 'interieure',
        type_lecon: null,
      },
    });
  });
});

describe('le jour montré (BOOK-09)', () => {
  const known = {
    maintenant: { jour: JOUR, heure: '21:00' },
    premier: JOUR,
    dernier: '2026-12-23',
    horaire: { ouverture: '08:00', fermeture: '20:00', pause_minutes: null },
    connues: undefined,
  };
  const on = (jour: string | null, jourIsNew: boolean) =>
    jourOf({ ...openForm(null, NOTHING, JOUR), jour, jourIsNew }, known);

  test('est le premier où une leçon peut commencer, tant qu’aucun n’est choisi', () => {
    expect(on(null, false)).toBe('2026-11-24');
  });

  test('reste celui qu’on choisit, même sans heure libre ; gardé d’une visite, il lui en faut une', () => {
    expect(on(JOUR, true)).toBe(JOUR);
    expect(on(JOUR, false)).toBe('2026-11-24');
    expect(on('2026-12-02', false)).toBe('2026-12-02');
  });

  test('est un jour passé pour qui enregistre après coup ; gardé d’une visite, il lui faut un type ou une heure choisis', () => {
    // BOOK-35
    const premier = '2025-10-23';
    const open = openForm(null, NOTHING, JOUR);
    const chosen = { ...open, brouillon: { ...open.brouillon, heure_debut: '10:00' } };
    const on = (jour: string, form: FormState, jourIsNew: boolean) =>
      jourOf({ ...form, jour, jourIsNew }, { ...known, premier });
    expect(on('2026-11-02', open, true)).toBe('2026-11-02');
    expect(on(premier, open, true)).toBe(premier);
    expect(on('2025-10-22', open, true)).toBe('2026-11-24');
    expect(on('2026-11-02', open, false)).toBe('2026-11-24');
    expect(on('2026-11-02', chosen, false)).toBe('2026-11-02');
    // If the start was taken by another person, the day stays.
    const lost = { ...open, brouillon: { ...open.brouillon, type_lecon: 'longe' } };
    expect(on('2026-11-02', lost, false)).toBe('2026-11-02');
    expect(jourOf({ ...chosen, jour: JOUR }, known)).toBe('2026-11-24');
  });

  test('n’est ni passé ni au-delà du dernier', () => {
    expect(on('2026-11-22', true)).toBe('2026-11-24');
    expect(on('2026-12-24', true)).toBe('2026-11-24');
  });
});

test('une leçon enregistrée après coup est au nom du premier participant, ou à soi', () => {
  // BOOK-35
  const own = { user_id: 's', nom: 'Sophie Maes', email: 'sophie@essai.example' };
  expect(walkInOf([' Hugo   Dubois ', 'Zoé'], own)).toEqual({ nom: 'Hugo Dubois' });
  expect(walkInOf(['Sophie Maes'], own)).toBe(own);
  expect(walkInOf([' '], own)).toBeNull();
  expect(walkInOf(['12'], own)).toBeNull();
  expect(walkInOf([], own)).toBeNull();
});

describe('ce que la personne change', () => {
  test('un choix retire le refus affiché, une saisie le laisse', () => {
    const form = { ...filled(), outcome: refused };
    for (const edit of [
      { kind: 'type', type: collective, keepHeure: false },
      { kind: 'piste', type_piste: 'exterieure' },
      { kind: 'jour', jour: '2026-11-24' },
      { kind: 'heure', heure_debut: '11:00' },
    ] as const)
      expect(formReducer(form, { kind: 'edit', jour: JOUR, edit }).outcome, edit.kind).toBeNull();
    for (const edit of [
      { kind: 'nombre', nombre: 3 },
      { kind: 'nom', index: 0, nom: 'Zoé' },
      { kind: 'remarques', remarques: 'selle' },
    ] as const)
      expect(formReducer(form, { kind: 'edit', jour: JOUR, edit }).outcome, edit.kind).toBe(
        refused,
      );
  });

  test('un succès reste, quoi qu’on change (BOOK-21)', () => {
    expect(
      formReducer(
        { ...filled(), outcome: booked },
        { kind: 'edit', jour: JOUR, edit: { kind: 'heure', heure_debut: '11:00' } },
      ).outcome,
    ).toBe(booked);
  });

  test('l’heure choisie fixe le jour montré, et un autre jour efface l’heure', () => {
    const open = openForm(null, NOTHING, '2026-11-21');
    const chosen = formReducer(open, {
      kind: 'edit',
      jour: JOUR,
      edit: { kind: 'heure', heure_debut: '10:00' },
    });
    expect(chosen).toMatchObject({
      jour: JOUR,
      jourIsNew: true,
      brouillon: { date_reservation: JOUR, heure_debut: '10:00' },
    });
    const moved = formReducer(chosen, {
      kind: 'edit',
      jour: JOUR,
      edit: { kind: 'jour', jour: '2026-11-24' },
    });
    expect(moved).toMatchObject({
      jour: '2026-11-24',
      brouillon: { date_reservation: '2026-11-24', heure_debut: null },
    });
  });

  test('écrire dans « Réserver pour » ne change que la personne', () => {
    const form = { ...filled(), outcome: refused };
    expect(formReducer(form, { kind: 'client', client: { texte: 'Zo', choisi: null } })).toEqual({
      ...form,
      client: { texte: 'Zo', choisi: null },
    });
  });
});

describe('l’envoi', () => {
  test('retire ce qui était affiché', () => {
    expect(formReducer({ ...filled(), outcome: refused }, { kind: 'send' })).toEqual({
      ...filled(),
      sending: true,
      outcome: null,
    });
  });

  test('réussi, vide tout sauf le jour, et retient sa propre leçon (BOOK-21)', () => {
    const done = formReducer(
      { ...filled(), sending: true, client: { texte: 'Zoé', choisi: zoe } },
      booked,
    );
    expect(done).toEqual({
      ...openForm(null, NOTHING, JOUR),
      jour: JOUR,
      jourIsNew: true,
      outcome: booked,
      nouvelle: 'r1',
    });
    expect(formReducer(filled(), { ...booked, client: zoe }).nouvelle).toBeNull();
    // BOOK-38
    const suite = { noms: ['Camille', 'Hugo'], type_piste: 'interieure' };
    expect(formReducer(filled(), { ...booked, suite }).brouillon).toMatchObject({
      type_lecon: null,
      nombre_personnes: 2,
      noms_participants: ['Camille', 'Hugo'],
      type_piste: 'interieure',
      heure_debut: null,
    });
  });

  test('refusé, garde le reste, et n’efface que l’heure prise (BOOK-20)', () => {
    const sending = { ...filled(), sending: true };
    expect(formReducer(sending, refused)).toEqual({ ...filled(), outcome: refused });
    const taken = { ...refused, heureTaken: true };
    expect(formReducer(sending, taken)).toEqual({
      ...filled(),
      outcome: taken,
      brouillon: { ...filled().brouillon, heure_debut: null },
    });
  });

  // UI-113: `texte` is the customer's name.
  const pour = (client: ClientChoisi): Partial<FormState> => ({
    client: { texte: client.nom, choisi: client },
  });
  const edited = (change: Partial<Brouillon>): Partial<FormState> => ({
    brouillon: { ...filled().brouillon, ...change },
  });
  test.each<[string, Partial<FormState>, boolean]>([
    ['ce qui a été envoyé', {}, true],
    ['ce qui a été envoyé, sans l’heure qu’il a prise', edited({ heure_debut: null }), true],
    ['un autre jour', edited({ date_reservation: '2026-11-24' }), false],
    ['une autre piste', edited({ type_piste: 'exterieure' }), false],
    ['une autre heure', edited({ heure_debut: '11:00' }), false],
    ['un autre type', edited({ type_lecon: 'longe' }), false],
    ['un autre nom', edited({ noms_participants: ['Camille', 'Léa'] }), false],
    ['d’autres remarques', edited({ remarques: 'Selle' }), false],
    ['un autre client', pour(zoe), false],
    ['un autre client du même nom', pour({ ...hugo, user_id: 'u9' }), false],
    ['un nom de client sans choix', { client: { texte: 'Zoé', choisi: null } }, false],
    ['le client qui suit des noms', { client: NO_CLIENT }, true],
    ['un autre client pour un nom', edited({ comptes: [null, zoe] }), false],
  ])('retrouvé après coup, avec au formulaire %s', (_, now, given) => {
    const state: FormState = { ...filled(), ...pour(hugo), ...now };
    const message = 'Changé depuis.';
    const found = formReducer(state, {
      kind: 'found',
      reservation,
      sent: { ...reservation, remarques: null, pour: hugo, comptes: null },
      edited: message,
    });
    expect(found).toEqual(
      given
        ? formReducer(state, { ...booked, client: hugo })
        : { ...state, outcome: { kind: 'unsure', message } },
    );
  });

  test('ce qui est affiché se retire seul', () => {
    expect(formReducer({ ...filled(), outcome: booked }, { kind: 'hideOutcome' })).toEqual(
      filled(),
    );
  });
});

describe('l’heure choisie', () => {
  const known = { jour: JOUR, client: null, creneaux: grid(null), connues: [], reading: false };
  const prise =
    'Ce créneau est déjà réservé. Veuillez en choisir un autre. Une leçon tient la piste de 10h00 à 11h00.';

  test('tient tant que la grille la laisse, ou n’est pas lue', () => {
    expect(checkHeure(filled(), known)).toBeNull();
    expect(checkHeure(filled(), { ...known, creneaux: null })).toBeNull();
    expect(
      checkHeure(
        { ...filled(), brouillon: { ...filled().brouillon, heure_debut: null } },
        { ...known, creneaux: grid('creneau_pris') },
      ),
    ).toBeNull();
  });

  test('prise par quelqu’un d’autre, se perd avec sa phrase', () => {
    const lost = checkHeure(filled(), { ...known, creneaux: grid('creneau_deja_reserve') });
    expect(lost).toEqual({ kind: 'heureLost', message: prise });
    expect(lost && formReducer(filled(), lost)).toEqual({
      ...filled(),
      outcome: lost,
      brouillon: { ...filled().brouillon, heure_debut: null },
    });
  });

  test('passée ou d’un autre jour, se perd aussi', () => {
    const message = 'Cette heure est déjà passée. Veuillez choisir un autre créneau.';
    expect(checkHeure(filled(), { ...known, creneaux: grid('heure_passee') })).toEqual({
      kind: 'heureLost',
      message,
    });
    expect(checkHeure(filled(), { ...known, jour: '2026-11-24' })).toEqual({
      kind: 'heureLost',
      message,
    });
  });

  test('d’une leçon à rejoindre, ne se change jamais seule en réservation, ni l’inverse', () => {
    // RIDE-15
    const lecon = {
      heure_debut: '10:00',
      heure_fin: '11:00',
      etat: 'partiel' as const,
      personnes: 2,
      max: 6,
      ouverte: 'collective',
    };
    const message = (rejoindre: boolean, change: Partial<Creneau>) => {
      const form = formReducer(filled(), {
        kind: 'edit',
        edit: { kind: 'heure', heure_debut: '10:00', rejoindre },
        jour: JOUR,
      });
      const creneaux = grid(null).map((one) =>
        one.heure === '10:00' ? { ...one, ...change } : one,
      );
      return checkHeure(form, { ...known, creneaux, connues: [] });
    };
    const joinable = { etat: 'partiel', occupation: lecon, rejoindre: 4 } as const;
    expect(message(true, joinable)).toBeNull();
    expect(message(false, joinable)).toMatchObject({
      message: "Ce créneau vient d'être réservé. Veuillez en choisir un autre.",
    });
    expect(message(true, {})).toMatchObject({
      message: "Cette leçon n'est plus là. Si le créneau est libre, réservez-le.",
    });
    expect(message(true, { ...joinable, rejoindre: 0, reason: 'creneau_pris' })).toMatchObject({
      message: 'Vous participez déjà à cette leçon.',
    });
    expect(
      message(true, {
        etat: 'complet',
        reason: 'creneau_pris',
        occupation: { ...lecon, etat: 'complet', personnes: 6 },
      }),
    ).toMatchObject({
      message: 'Cette leçon vient de se remplir. Veuillez choisir un autre créneau.',
    });
    expect(
      message(true, {
        etat: 'partiel',
        reason: 'creneau_pris',
        occupation: { ...lecon, personnes: 5 },
      }),
    ).toMatchObject({
      message: "Il n'y a pas assez de places dans cette leçon pour tous les participants.",
    });
  });

  test('n’est pas jugée pendant l’envoi, ni avant que les réservations soient relues', () => {
    expect(
      checkHeure({ ...filled(), sending: true }, { ...known, creneaux: grid('creneau_pris') }),
    ).toBeNull();
    expect(
      checkHeure(filled(), { ...known, creneaux: grid('creneau_pris'), reading: true }),
    ).toBeNull();
  });

  test('prise par la demande elle-même, dont la réponse s’est perdue, est un succès', () => {
    expect(
      checkHeure(filled(), {
        ...known,
        creneaux: grid('creneau_pris'),
        connues: [reservation],
        reading: true,
      }),
    ).toEqual(booked);
  });
});

describe('les réservations connues', () => {
  const demande: DemandeReservation = {
    type_lecon: 'collective',
    nombre_personnes: 2,
    noms_participants: ['Camille', 'Hugo'],
    date_reservation: JOUR,
    type_piste: 'interieure',
    heure_debut: '10:00',
    remarques: null,
  };
  const find = (change: Partial<ReservationConnue>, client: ClientChoisi | null = null) =>
    findBooked(demande, client, [{ ...reservation, ...change }])?.id ?? null;

  test('celle qui est ce qu’on a demandé', () => {
    expect(find({})).toBe('r1');
    for (const change of [
      { statut: 'annulee' },
      { heure_debut: '10:30' },
      { type_piste: 'exterieure' },
      { type_lecon: 'saut' },
      { date_reservation: '2026-11-24' },
      { noms_participants: ['Camille'] },
    ] as const)
      expect(find(change as Partial<ReservationConnue>), JSON.stringify(change)).toBeNull();
  });

  test('d’un client par son identifiant, d’un nom seul par son nom', () => {
    expect(find({ user_id: 'u2' }, hugo)).toBe('r1');
    expect(find({ nom_client: 'Hugo' }, hugo)).toBeNull();
    // The customer of a name is made when the booking is stored (CLI-02).
    expect(find({ user_id: 'u3', nom_client: 'Zoé' }, zoe)).toBe('r1');
    expect(find({ user_id: 'u3', nom_client: 'Zoé Dubois' }, zoe)).toBeNull();
  });

  test('une autre au même moment, quelle que soit la piste (BOOK-23)', () => {
    const at = (heure_debut: string, heure_fin: string, change: Partial<ReservationConnue> = {}) =>
      findSameTime({ jour: JOUR, heure_debut, heure_fin }, null, [{ ...reservation, ...change }])
        ?.id ?? null;
    expect(at('10:30', '11:30', { type_piste: 'exterieure' })).toBe('r1');
    expect(at('11:00', '12:00')).toBeNull();
    expect(at('10:00', '11:00', { statut: 'annulee' })).toBeNull();
    expect(at('10:00', '11:00', { date_reservation: '2026-11-24' })).toBeNull();
  });
});

describe('un autre client pour un nom', () => {
  // BOOK-37
  const choose = (state: FormState, index: number, client: ClientChoisi | null): FormState =>
    formReducer(state, { kind: 'edit', edit: { kind: 'compte', index, client }, jour: JOUR });

  test('se garde avec le nom, aussi hors du nombre, se reprend, et finit avec la réservation', () => {
    let state = choose(filled(), 1, hugo);
    expect(comptesOf(state.brouillon)).toEqual([null, hugo]);
    state = { ...state, brouillon: setNombre(state.brouillon, 1) };
    expect(comptesOf(state.brouillon)).toEqual([null]);
    state = { ...state, brouillon: setNom(setNombre(state.brouillon, 3), 1, 'Hugo D') };
    expect(comptesOf(state.brouillon)).toEqual([null, hugo, null]);
    // As the browser keeps it.
    const kept = JSON.parse(JSON.stringify(state.brouillon));
    expect(comptesOf(openForm(null, { ...NOTHING, brouillon: kept }, JOUR).brouillon)).toEqual([
      null,
      hugo,
      null,
    ]);
    expect(comptesOf(choose(state, 1, null).brouillon)).toEqual([null, null, null]);
    expect(
      formReducer(state, { kind: 'booked', reservation, client: null }).brouillon.comptes,
    ).toBeUndefined();
  });

  test.each([
    [undefined, undefined, [null, null], 0],
    [zoe, undefined, [zoe, zoe], 0],
    [zoe, [null, hugo], [zoe, hugo], 0],
    [zoe, [hugo, null], [hugo, zoe], 1],
    [zoe, [hugo, hugo], [hugo, hugo], 0],
    [undefined, [hugo, null], [hugo, null], 1],
    [undefined, [hugo, zoe], [hugo, zoe], 0],
  ])(
    'pour %j et %j : les places de %j, la leçon de la place %i',
    (pour, comptes, clients, holder) => {
      expect(clientsOfNames(['A', 'B'], { pour, comptes })).toEqual({ clients, holder });
    },
  );
});
