import { expect, test } from 'vitest';
import { changementsOf, comptesParticipants, ligneModification } from './journal.ts';
import { type LigneLue, phraseOf, precisionsOf } from './phrases.ts';
import { DEFAULT_PISTES } from '../slots/pistes.ts';

const labelOf = (type: string): string =>
  ({ saut: 'Leçon de saut', collective: 'Leçon collective' })[type] ?? type;
const names = { labelOf, pistes: DEFAULT_PISTES };
const line = (change: Partial<LigneLue>): LigneLue => ({
  action: 'connexion.ouverte',
  acteur: { nom: 'Camille Lambert' },
  serveur: false,
  compte: null,
  objet_id: null,
  details: {},
  ...change,
});
const LECON = {
  date_reservation: '2026-11-24',
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  type_lecon: 'collective',
  nombre_personnes: 2,
  statut: 'confirmee',
  noms_participants: ['Zoé', 'Hugo'],
  remarques: null,
} as const;

test.each<[phrase: string, Partial<LigneLue>]>([
  ['Camille Lambert a ouvert une session', {}],
  ['Un compte supprimé a ouvert une session', { acteur: null }],
  [
    "Le serveur a créé le premier administrateur : le compte d'Élise Maes",
    {
      action: 'compte.premier_admin',
      acteur: null,
      serveur: true,
      compte: { nom: 'Élise Maes' },
      objet_id: 'x',
    },
  ],
  ['Connexion refusée : adresse inconnue', { action: 'connexion.refusee', acteur: null }],
  [
    'Connexion refusée : un compte supprimé',
    { action: 'connexion.refusee', acteur: null, objet_id: 'x' },
  ],
  [
    'Camille Lambert a supprimé la leçon du mardi 24 novembre 2026, 10h00, Piste Intérieure, Leçon collective',
    { action: 'reservation.supprimee', details: { lecon: LECON } },
  ],
  [
    "Camille Lambert a changé le prix d'une place dans la leçon du mardi 24 novembre 2026, 10h00, Piste Intérieure, Leçon collective",
    { action: 'place.tarifee', details: { lecon: LECON } },
  ],
  [
    'Camille Lambert a modifié le type de leçon «\u00a0Saut\u00a0»',
    { action: 'type.modifie', objet_id: 'saut', details: { label: 'Saut' } },
  ],
  [
    'Camille Lambert a créé la piste «\u00a0Rond de longe\u00a0»',
    { action: 'piste.creee', objet_id: 'rond_de_longe', details: { nom: 'Rond de longe' } },
  ],
  ['$& a ouvert une session', { acteur: { nom: '$&' } }],
  ['mot.inconnu', { action: 'mot.inconnu' }],
])('%s', (phrase, change) => {
  // ACC-74
  expect(phraseOf(line(change), names)).toBe(phrase);
});

test('les prix des places, avec leur raison : ceux qui changent de même ensemble', () => {
  // PRICE-22
  const tarifs = [
    { avant: 2200, apres: 0, motif: 'essai' },
    { avant: null, apres: 1250, motif: 'geste' },
    { avant: 2200, apres: 0, motif: 'essai' },
    { avant: 100, apres: 200, motif: 'correction' },
    { avant: 100, apres: 200, motif: 'autre' },
  ];
  const changements = { heure_debut: ['10:00', '14:30'] } as const;
  expect(precisionsOf(line({ details: { changements, tarifs } }), names)).toEqual([
    'heure : 10h00 → 14h30',
    "prix de 2 places : 22,00 € → 0,00 € (leçon d'essai)",
    "prix d'une place : sans prix → 12,50 € (geste commercial)",
    "prix d'une place : 1,00 € → 2,00 € (correction)",
    "prix d'une place : 1,00 € → 2,00 € (autre raison)",
  ]);
});

test("ce qui a changé, en français ; d'un contenu personnel, le nom du champ seul", () => {
  // ACC-72
  const changements = {
    date_reservation: ['2026-11-24', '2026-12-01'],
    heure_debut: ['10:00', '14:30'],
    type_piste: ['interieure', 'exterieure'],
    type_lecon: ['collective', 'saut'],
    statut: ['en_attente', 'confirmee'],
    remarques: null,
    color: ['from-gray-500 to-gray-600', 'from-sky-600 to-sky-700'],
    actif: [true, false],
    saut: ['30.00', '31.50'],
    openingTime: ['08:00', '09:00'],
    maxBookingsPerDay: [10, 4],
    adminEmail: null,
  } as const;
  expect(precisionsOf(line({ details: { changements } }), names)).toEqual([
    'Leçon de saut : 30,00 € → 31,50 €',
    'jour : 24 novembre 2026 → 1er décembre 2026',
    'heure : 10h00 → 14h30',
    'piste : Piste Intérieure → Piste Extérieure',
    'type : Leçon collective → Leçon de saut',
    'statut : En attente → Confirmée',
    'remarques',
    'couleur',
    'proposé : oui → non',
    "Email de l'administrateur",
    "Heure d'ouverture : 8h00 → 9h00",
    'Réservations par jour : 10 → 4',
  ]);
  // The number of participants, never who they are. Lines of earlier versions have no counts.
  const participants = (counts?: object) =>
    precisionsOf(
      line({
        details: {
          changements: { noms_participants: null },
          ...(counts && { participants: counts }),
        },
      }),
      names,
    );
  expect(participants({ ajoutes: 2, retires: 1, renommes: 0 })).toEqual([
    'participants : 2 ajoutés, 1 retiré',
  ]);
  expect(participants({ ajoutes: 0, retires: 0, renommes: 1 })).toEqual([
    'participants : 1 renommé',
  ]);
  expect(participants()).toEqual(['participants']);
  expect(participants({ ajoutes: 1, retires: 0, renommes: 0, attribues: 2 })).toEqual([
    'participants : 1 ajouté',
    'client changé : 2 places',
  ]);
  // An edit that only says whose seat it is (RIDE-03).
  const given = {
    changements: {},
    participants: { ajoutes: 0, retires: 0, renommes: 0, attribues: 1 },
  };
  expect(precisionsOf(line({ details: given }), names)).toEqual(['client changé : 1 place']);
  expect(
    precisionsOf(
      line({
        action: 'prix.modifies',
        details: {
          changements: { collective: ['20.00', '22.00'] },
          suivants: { saut: { du: '2027-01-01', centimes: 2300 }, collective: null },
          appliquees: 2,
        },
      }),
      names,
    ),
  ).toEqual([
    'Leçon collective : 20,00 € → 22,00 €',
    'Leçon de saut : 23,00 € à partir du 1er janvier 2027',
    'Leçon collective : pas de prochain prix',
    'appliqué à 2 leçons déjà réservées',
  ]);
  expect(precisionsOf(line({ details: { code: 'compte_inactif' } }), names)).toEqual([
    "Votre compte n'est pas actif. Contactez un administrateur.",
  ]);
});

test('un import dit son fichier et combien de clients, sans les nommer', () => {
  // IMP-11
  const un = { fichier: 'clients.csv', crees: 42, modifies: 1, refuses: 0 };
  expect(precisionsOf(line({ details: { import: un } }), names)).toEqual([
    '«\u00a0clients.csv\u00a0» : 42 créés, 1 modifié, 0 refusé',
  ]);
});

test('à combien de places une modification donne un autre client, sans dire lesquels', () => {
  // ACC-72, RIDE-03
  const seat = (id: string, user_id: string | null) => ({ id, nom: 'Zoé', user_id });
  const before = [seat('1', 'a'), seat('2', 'a'), seat('3', null)];
  const counts = (...after: (typeof before)[number][]) => comptesParticipants(before, after);
  const none = { ajoutes: 0, retires: 0, renommes: 0 };
  expect(counts(...before)).toEqual(none);
  expect(counts(seat('1', 'a'), seat('2', 'b'), seat('3', 'c'))).toEqual({ ...none, attribues: 2 });
  expect(counts(seat('1', null), seat('2', 'a'))).toEqual({ ...none, retires: 1, attribues: 1 });
  expect(counts(...before, seat('4', 'b'))).toEqual({ ...none, ajoutes: 1 });
  expect(
    ligneModification(LECON, LECON, counts(seat('1', 'b'), seat('2', 'a'), seat('3', null))),
  ).toEqual({
    action: 'reservation.modifiee',
    details: { lecon: expect.anything(), changements: {}, participants: { ...none, attribues: 1 } },
  });
  expect(ligneModification(LECON, LECON, none).details).not.toHaveProperty('participants');
});

test("les champs changés, et le mot d'une modification", () => {
  expect(changementsOf({ a: 1, b: 'x', c: [1] }, { a: 1, b: 'y', c: [2] }, ['c'])).toEqual({
    b: ['x', 'y'],
    c: null,
  });
  const {
    date_reservation,
    heure_debut,
    heure_fin,
    type_piste,
    type_lecon,
    nombre_personnes,
    statut,
  } = LECON;
  const lecon = {
    date_reservation,
    heure_debut,
    heure_fin,
    type_piste,
    type_lecon,
    nombre_personnes,
    statut,
  };
  expect(ligneModification(LECON, { ...LECON, type_piste: 'exterieure' })).toEqual({
    action: 'reservation.deplacee',
    details: { lecon, changements: { type_piste: ['interieure', 'exterieure'] } },
  });
  expect(ligneModification(LECON, { remarques: 'Poney vif' })).toEqual({
    action: 'reservation.modifiee',
    details: { lecon, changements: { remarques: null } },
  });
  expect(ligneModification(LECON, { statut: 'annulee', heure_debut: '12:00' }).action).toBe(
    'reservation.annulee',
  );
  // BOOK-35
  expect(ligneModification(LECON, { heure_debut: '12:00' }, undefined, true).action).toBe(
    'reservation.corrigee',
  );
  expect(ligneModification(LECON, { statut: 'annulee' }, undefined, true).action).toBe(
    'reservation.annulee',
  );
});
