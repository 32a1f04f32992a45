import { expect, test } from 'vitest';
import {
  type ActionJournal,
  ACTIONS_JOURNAL,
  actionsSaying,
  changementsOf,
  comptesParticipants,
  entreeOf,
  ligneModification,
} from './journal.ts';
import { type LigneLue, lignesOf, nombreInWords, phraseOf, precisionsOf } from './phrases.ts';
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

/** What a line of each kind of object is about. */
const ABOUT = {
  compte: { compte: { nom: 'Hugo Dubois' }, objet_id: 'x' },
  client: { compte: { nom: 'Famille Renson' }, objet_id: 'x' },
  courriel: { compte: { nom: 'Hugo Dubois' }, objet_id: 'x' },
  reservation: { objet_id: 'x', details: { lecon: LECON } },
  fermeture: {
    objet_id: 'x',
    details: {
      fermeture: {
        pistes: ['interieure'],
        du: '2026-11-24',
        au: '2026-11-25',
        heure_debut: '08:00',
        heure_fin: '20:00',
      },
    },
  },
  type: { objet_id: 'saut', details: { label: 'Saut' } },
  piste: { objet_id: 'rond', details: { nom: 'Rond de longe' } },
  jour: { details: { jour: '2026-12-02', presences: { presente: 12 } } },
  mois: { details: { mois: '2026-12', nombre: 22 } },
} as const;

const HUGO = 'le compte de Hugo Dubois';
const LA_LECON = 'la leçon du mardi 24 novembre 2026, 10h00, Piste Intérieure, Leçon collective';
const RENSON = 'Famille Renson';
const SAUT = 'le type de leçon «\u00a0Saut\u00a0»';
const ROND = 'la piste «\u00a0Rond de longe\u00a0»';
const FERMES = 'Piste Intérieure, du 24 novembre 2026 au 25 novembre 2026, de 8h00 à 20h00';

/** The sentence of every action, after the name of who acted. */
const SENTENCES: Record<ActionJournal, string> = {
  'connexion.ouverte': '+ a ouvert une session',
  'connexion.refusee': `Connexion refusée : ${HUGO}`,
  'connexion.fermee': '+ a fermé sa session',
  'session.terminee': '+ a terminé une de ses sessions',
  'sessions.terminees': '+ a terminé ses autres sessions',
  'session.confirmee': '+ a donné de nouveau son mot de passe, pour agir sur les accès',
  'compte.debloque': `+ a débloqué ${HUGO}`,
  'compte.deconnecte': `+ a terminé les sessions : ${HUGO}`,
  'compte.appareil': `Un navigateur a été autorisé par un lien envoyé : ${HUGO}`,
  'motdepasse.change': '+ a changé son mot de passe',
  'motdepasse.reinitialise': '+ a choisi un nouveau mot de passe par un lien',
  'lien.montre': `+ a fait afficher le lien d'un email : ${HUGO}`,
  'motdepasse.lien': `+ a tiré un lien pour un nouveau mot de passe : ${HUGO}`,
  'adresse.demandee': `+ a demandé une autre adresse email : ${HUGO}`,
  'adresse.retiree': `+ a retiré une demande de changement d'adresse : ${HUGO}`,
  'adresse.changee': `+ a changé l'adresse email : ${HUGO}`,
  'facteur.active': '+ a activé sa double authentification',
  'facteur.retire': '+ a retiré sa double authentification',
  'facteur.reinitialise': `+ a réinitialisé la double authentification : ${HUGO}`,
  'facteur.codes': '+ a demandé de nouveaux codes de secours',
  'facteur.code_secours': '+ a utilisé un code de secours',
  'facteur.refuse': `Code de double authentification refusé : ${HUGO}`,
  'cle.ajoutee': "+ a ajouté une clé d'accès",
  'cle.supprimee': "+ a supprimé une clé d'accès",
  'donnees.telechargees': '+ a téléchargé ses données',
  'compte.efface': 'Une personne a supprimé son compte',
  'calendrier.cree': '+ a créé une adresse de calendrier',
  'calendrier.supprime': '+ a supprimé une adresse de calendrier',
  'compte.premier_admin': `+ a créé le premier administrateur : ${HUGO}`,
  'inscriptions.ouvertes': "+ a ouvert une journée d'inscriptions",
  'inscriptions.fermees': "+ a fermé la journée d'inscriptions",
  'compte.approuve': `+ a approuvé ${HUGO}`,
  // The person is erased.
  'compte.refuse': '+ a refusé une demande de compte',
  'compte.role': `+ a changé le rôle : ${HUGO}`,
  'compte.statut': `+ a changé le statut : ${HUGO}`,
  'compte.corrige': `+ a corrigé ${HUGO}`,
  'compte.supprime': '+ a supprimé un compte',
  'client.cree': `+ a ajouté un client sans compte : ${RENSON}`,
  'client.modifie': `+ a modifié un client sans compte : ${RENSON}`,
  'client.cavaliers': `+ a changé les cavaliers d'un client sans compte : ${RENSON}`,
  'client.payeur': `+ a dit qui paie pour un client : ${RENSON}`,
  'client.invite': `+ a ouvert un compte pour un client : ${HUGO}`,
  'client.regroupe': `+ a regroupé un client sans compte avec un autre client : ${RENSON}`,
  'client.efface': '+ a effacé un client sans compte',
  'import.fait': '+ a importé des clients',
  'import.defait': '+ a défait un import de clients',
  'reservation.creee': `+ a réservé ${LA_LECON}`,
  'reservation.saisie': `+ a enregistré après coup ${LA_LECON}`,
  'reservation.modifiee': `+ a modifié ${LA_LECON}`,
  'reservation.corrigee': `+ a corrigé après coup ${LA_LECON}`,
  'reservation.deplacee': `+ a déplacé ${LA_LECON}`,
  'reservation.annulee': `+ a annulé ${LA_LECON}`,
  'place.prise': `+ a rejoint ${LA_LECON}`,
  'place.annulee': `+ a annulé sa place dans ${LA_LECON}`,
  'place.tarifee': `+ a changé le prix d'une place dans ${LA_LECON}`,
  // Which lesson, and not who was there.
  'presence.notee': `+ a noté une présence dans ${LA_LECON}`,
  'presences.notees': '+ a noté tous présents : mercredi 2 décembre 2026',
  'presences.retirees': '+ a annulé la note de tous présents : mercredi 2 décembre 2026',
  'place.remise': `+ a remis un participant dans ${LA_LECON}`,
  'reservation.supprimee': `+ a supprimé ${LA_LECON}`,
  'reservation.restauree': `+ a restauré ${LA_LECON}`,
  'ligne.retiree': `+ a retiré une place facturée après le délai : ${RENSON}`,
  'releves.faits': '+ a fait des relevés : décembre 2026',
  'ligne.ajoutee': `+ a ajouté une ligne au compte d'un client : ${RENSON}`,
  'ligne.corrigee': `+ a corrigé une ligne du compte d'un client : ${RENSON}`,
  'paiement.enregistre': `+ a enregistré un paiement : ${RENSON}`,
  'paiement.annule': `+ a annulé un paiement : ${RENSON}`,
  'rappels.envoyes': `+ a envoyé des rappels de paiement : ${RENSON}`,
  'serie.creee': `+ a répété ${LA_LECON}`,
  'fermeture.creee': `+ a fermé ${FERMES}`,
  'fermeture.modifiee': `+ a modifié la fermeture ${FERMES}`,
  'fermeture.levee': `+ a rouvert ${FERMES}`,
  'type.cree': `+ a créé ${SAUT}`,
  'type.modifie': `+ a modifié ${SAUT}`,
  'type.supprime': `+ a supprimé ${SAUT}`,
  'types.ordonnes': "+ a changé l'ordre des types de leçon",
  'piste.creee': `+ a créé ${ROND}`,
  'piste.modifiee': `+ a modifié ${ROND}`,
  'piste.supprimee': `+ a supprimé ${ROND}`,
  'pistes.ordonnees': "+ a changé l'ordre des pistes",
  'prix.modifies': '+ a changé les prix',
  'places.tarifees': "+ a donné leur prix à des places qui n'en avaient pas",
  'parametres.modifies': '+ a changé les paramètres',
  'conservation.acceptee': '+ a accepté que les anciennes leçons perdent leurs noms',
  'conservation.refusee': '+ a refusé que les anciennes leçons perdent leurs noms',
  // No name is stored, nor an id of a spelling (ACC-72).
  'orthographes.regroupees': '+ a regroupé deux noms dans les statistiques',
  'orthographes.partagees': '+ a séparé un nom par client dans les statistiques',
  'orthographes.confirmees': "+ a confirmé qu'un nom des statistiques est un seul cavalier",
  'orthographes.separees': '+ a défait un regroupement de noms dans les statistiques',
  'sauvegarde.demandee': '+ a lancé une sauvegarde',
  'sauvegarde.telechargee': '+ a téléchargé une sauvegarde',
  'horloge.confirmee': "+ a confirmé l'horloge du serveur",
  'courriel.confirmation': `+ a renvoyé l'email de confirmation : ${HUGO}`,
  'courriel.renvoye': '+ a renvoyé un email : Hugo Dubois',
  'courriels.renvoyes': '+ a renvoyé les emails échoués',
  // To an address, which the journal does not say.
  'courriel.libre': '+ a envoyé un email de son texte',
  'courriel.essai': "+ a envoyé un email d'essai",
};

test('chaque action dit qui a fait quoi, et à qui ou à quoi', () => {
  // ACC-74
  const actions = Object.keys(ACTIONS_JOURNAL) as ActionJournal[];
  expect(
    Object.fromEntries(
      actions.map((action) => {
        const { objet } = entreeOf(action);
        return [action, phraseOf(line({ action, ...(objet && ABOUT[objet]) }), names)];
      }),
    ),
  ).toEqual(
    Object.fromEntries(
      Object.entries(SENTENCES).map(([action, text]) => [
        action,
        text.replace('+', 'Camille Lambert'),
      ]),
    ),
  );
});

test.each<[phrase: string, Partial<LigneLue>, ...precisions: string[]]>([
  ['Un compte supprimé a ouvert une session', { acteur: null }],
  [
    'Le serveur a créé le premier administrateur : le compte de Hugo Dubois',
    { action: 'compte.premier_admin', acteur: null, serveur: true, ...ABOUT.compte },
  ],
  ['Connexion refusée : adresse inconnue', { action: 'connexion.refusee', acteur: null }],
  [
    'Connexion refusée : un compte supprimé',
    { action: 'connexion.refusee', acteur: null, objet_id: 'x' },
  ],
  [
    'Camille Lambert a enregistré un paiement : Famille Renson, 50,00 €',
    {
      action: 'paiement.enregistre',
      ...ABOUT.client,
      details: { centimes: 5000, moyen: 'virement' },
    },
    'Virement',
  ],
  [
    "Camille Lambert a ajouté une ligne au compte d'un client : un client supprimé, -29,25 €",
    { action: 'ligne.ajoutee', objet_id: 'x', details: { centimes: -2925 } },
  ],
  // A line of a version that did not store the customer.
  [
    'Camille Lambert a retiré une place facturée après le délai',
    {
      action: 'ligne.retiree',
      details: { facturees: { places: 1, centimes: 1250 } },
    },
    'facturé après le délai : 1 place, 12,50\u00a0€',
  ],
  [
    'Camille Lambert a envoyé des rappels de paiement : 17 clients',
    { action: 'rappels.envoyes', details: { nombre: 17 } },
  ],
  [
    'Camille Lambert a fait des relevés : décembre 2026',
    { action: 'releves.faits', ...ABOUT.mois },
    'nombre : 22',
  ],
  [
    'Camille Lambert a effacé un client sans compte',
    { action: 'client.efface', objet_id: 'x', details: { releves: ['2027-01-0001'] } },
    'dernier relevé : 2027-01-0001',
  ],
  [
    `Camille Lambert a répété ${LA_LECON}`,
    {
      action: 'serie.creee',
      details: { lecon: LECON, serie: { lecons: 30, jusque: '2027-06-30' } },
    },
    "30 leçons, jusqu'au 30 juin 2027",
  ],
  [
    'Camille Lambert a créé une adresse de calendrier',
    { action: 'calendrier.cree', details: { type_piste: null } },
    'ses leçons',
  ],
  [
    'Camille Lambert a supprimé une adresse de calendrier',
    { action: 'calendrier.supprime', details: { type_piste: 'exterieure' } },
    'piste : Piste Extérieure',
  ],
  [
    'Camille Lambert a téléchargé une sauvegarde',
    { action: 'sauvegarde.telechargee', details: { fichier: 'a.manege' } },
    'fichier : a.manege',
  ],
  // The email is no longer kept.
  ['Camille Lambert a renvoyé un email', { action: 'courriel.renvoye', objet_id: 'x' }],
  ['$& a ouvert une session', { acteur: { nom: '$&' } }],
  ['mot.inconnu', { action: 'mot.inconnu' }],
])('%s', (phrase, change, ...precisions) => {
  // ACC-74
  expect(phraseOf(line(change), names)).toBe(phrase);
  expect(precisionsOf(line(change), names)).toEqual(precisions);
});

test('plusieurs leçons d’un même acte sont une ligne, qui s’ouvre sur chacune', () => {
  // ACC-76
  const on = (date_reservation: string, fields: object = {}) => ({
    action: 'reservation.supprimee',
    compte: null,
    objet_id: date_reservation,
    details: { lecon: { ...LECON, date_reservation }, ...fields },
  });
  const deleted = line({
    ...on('2026-12-08'),
    suites: [on('2026-12-01'), on('2026-11-24')],
  });
  expect(phraseOf(deleted, names)).toBe('Camille Lambert a supprimé 3 leçons');
  expect(nombreInWords(deleted)).toBe('3 leçons');
  expect(lignesOf(deleted).map((one) => phraseOf(one, names))).toEqual([
    `Camille Lambert a supprimé ${LA_LECON}`,
    `Camille Lambert a supprimé ${LA_LECON.replace('24 novembre', '1er décembre')}`,
    `Camille Lambert a supprimé ${LA_LECON.replace('24 novembre', '8 décembre')}`,
  ]);
  // What all of them say stands once above them.
  const later = { changements: { heure_debut: ['10:00', '11:00'] } } as const;
  const changed = line({
    ...on('2026-12-08', { ...later, tarifs: [{ avant: 100, apres: 200, motif: 'autre' }] }),
    action: 'reservation.deplacee',
    suites: [{ ...on('2026-12-01', later), action: 'reservation.corrigee' }],
  });
  expect(phraseOf(changed, names)).toBe('Camille Lambert a modifié 2 leçons');
  expect(precisionsOf(changed, names)).toEqual(['heure : 10h00 → 11h00']);
  const closed = line({
    action: 'fermeture.creee',
    ...ABOUT.fermeture,
    suites: [{ ...on('2026-11-24'), action: 'reservation.annulee' }],
  });
  expect([phraseOf(closed, names), nombreInWords(closed)]).toEqual([
    `Camille Lambert a fermé ${FERMES}`,
    '1 leçon',
  ]);
  expect(lignesOf(closed).map((one) => phraseOf(one, names))).toEqual([
    `Camille Lambert a annulé ${LA_LECON}`,
  ]);
  const approved = line({
    action: 'compte.approuve',
    ...ABOUT.compte,
    suites: [{ action: 'compte.approuve', compte: null, objet_id: 'y', details: {} }],
  });
  expect(phraseOf(approved, names)).toBe('Camille Lambert a approuvé 2 comptes');
  expect([lignesOf(line({})), nombreInWords(line({}))]).toEqual([[], '']);
});

test.each([
  ['rappel', ['rappels.envoyes']],
  ['RELEV', ['releves.faits']],
  ['séparé nom', ['orthographes.partagees']],
  ['nnul', []],
  ['%', []],
  ['{qui}', ['client.payeur', 'places.tarifees']],
])('« %s » trouve les débuts des mots de la phrase, sans accents', (text, found) => {
  // ACC-74
  expect(actionsSaying(text)).toEqual(found);
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
