/**
 * Failed attempts, emails that are sent again, and what an administrator may write (MAIL-02,
 * API-08).
 */
import { describe, expect, test } from 'vitest';
import {
  type ContenuCourriel,
  type LeconDeCourriel,
  outdatedAt,
  resendUntil,
  retryAt,
} from './courriels.ts';
import {
  ATTEMPT_MS,
  type CurrentLecon,
  isFinal,
  isSuperseded,
  refuseLibre,
  RESERVED_MS,
} from './delivery.ts';

const NOW = new Date('2026-11-21T08:30:00Z');
const LECON: LeconDeCourriel = {
  reservation_id: '6f0a1d1e-3f53-4c0c-9d2c-0d5a1f3f0a11',
  version: 2,
  date_reservation: '2026-11-23',
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  type: 'Longe',
  noms_participants: ['Camille'],
  remarques: null,
};
const lecon = (
  sorte: 'reservation_confirmee' | 'reservation_annulee' | 'rappel',
  change: Partial<LeconDeCourriel> = {},
): ContenuCourriel => ({ sorte, nom: 'Camille', lecon: { ...LECON, ...change }, copie: false });

test("les essais s'espacent, de trente secondes à une heure", () => {
  // LIM-35
  const perime_apres = outdatedAt(NOW, { sorte: 'refus', nom: '' });
  const seconds = Array.from(
    { length: 8 },
    (_, i) => (retryAt({ essais: i + 1, perime_apres }, NOW)!.getTime() - NOW.getTime()) / 1000,
  );
  expect(seconds).toEqual([30, 120, 300, 900, 1800, 3600, 3600, 3600]);
});

test("ce qui serait périmé à l'essai suivant est abandonné tout de suite", () => {
  expect(retryAt({ essais: 1, perime_apres: new Date(NOW.getTime() + 30_000) }, NOW)).toBeNull();
  expect(
    retryAt({ essais: 1, perime_apres: new Date(NOW.getTime() + 30_001) }, NOW),
  ).not.toBeNull();
});

test("un essai finit avant que l'email ne soit laissé aux autres", () => {
  // ADR-012
  expect(ATTEMPT_MS + 30_000).toBeLessThan(RESERVED_MS);
});

test.each([
  ['le destinataire refusé', { code: 550, command: 'RCPT TO' }, true],
  ['le message refusé', { code: 554, command: 'DATA' }, true],
  ["le destinataire refusé pour l'instant", { code: 451, command: 'RCPT TO' }, false],
  ["l'expéditeur refusé", { code: 550, command: 'MAIL FROM' }, false],
  ['le mot de passe refusé', { code: 535, command: 'AUTH PLAIN' }, false],
  ['une conversation brouillée', { code: 503, command: 'RCPT TO' }, false],
  ['une connexion perdue', { code: 0, command: 'CONN' }, false],
  ['une adresse impossible', { code: 0, command: 'API', impossibleAddress: true }, true],
])('%s', (_, echec, final) => {
  expect(isFinal({ impossibleAddress: false, ...echec })).toBe(final);
});

describe('un email se renvoie', () => {
  // MAIL-17
  const jusque = (
    contenu: ContenuCourriel,
    superseded = false,
    statut: 'envoye' | 'en_attente' = 'envoye',
    user_id: string | null = 'c',
  ) =>
    resendUntil({ statut, cause: 'essai', contenu, user_id, superseded }, NOW)?.toISOString() ??
    null;

  test("sept jours durant pour une réponse, un jour pour un essai, et jusqu'au début de la leçon", () => {
    expect(jusque({ sorte: 'refus', nom: '' })).toBe('2026-11-28T08:30:00.000Z');
    expect(jusque({ sorte: 'essai', nom: '' })).toBe('2026-11-22T08:30:00.000Z');
    expect(jusque(lecon('rappel'))).toBe('2026-11-23T09:00:00.000Z');
  });

  test("pas s'il attend, porte un lien, ou parle d'une leçon commencée ou qui n'est plus ainsi", () => {
    expect(jusque({ sorte: 'refus', nom: '' }, false, 'en_attente')).toBeNull();
    expect(jusque({ sorte: 'mot_de_passe', nom: '', jeton: null })).toBeNull();
    expect(jusque({ sorte: 'confirmation_adresse', nom: '', jeton: null })).toBeNull();
    expect(
      jusque(lecon('rappel', { date_reservation: '2026-11-21', heure_debut: '09:30' })),
    ).toBeNull();
    expect(jusque(lecon('rappel'), true)).toBeNull();
  });

  test("pas à qui n'a plus de compte, sauf un refus ; la copie du centre toujours", () => {
    const withoutAccount = (contenu: ContenuCourriel) => jusque(contenu, false, 'envoye', null);
    expect([
      withoutAccount(lecon('rappel')),
      withoutAccount({ sorte: 'approbation', nom: '', role: 'utilisateur' }),
    ]).toEqual([null, null]);
    expect(withoutAccount({ sorte: 'refus', nom: '' })).not.toBeNull();
    expect(
      withoutAccount({ ...lecon('reservation_confirmee'), copie: true } as ContenuCourriel),
    ).not.toBeNull();
  });
});

const CAMILLE = 'camille';
const ZOE = 'zoe';
const seat = (user_id: string | null, nom: string, remarques: string | null = null) => ({
  id: nom,
  user_id,
  nom,
  remarques,
});
/** The lesson, booked by Camille and joined by Zoé since, so that its version has increased. */
const SHARED: CurrentLecon = {
  ...LECON,
  statut: 'confirmee',
  version: 3,
  user_id: CAMILLE,
  noms_participants: ['Camille', 'Zoé'],
  participants: [seat(CAMILLE, 'Camille'), seat(ZOE, 'Zoé', 'Poney calme')],
};
const ofZoe = (sorte: 'reservation_confirmee' | 'reservation_annulee') =>
  lecon(sorte, { noms_participants: ['Zoé'], remarques: 'Poney calme' });
const copyOf = (contenu: ContenuCourriel): ContenuCourriel =>
  ({ ...contenu, copie: true }) as ContenuCourriel;

test.each<[string, ContenuCourriel, Partial<CurrentLecon> | null, string | null, boolean]>([
  [
    'une confirmation, quand un autre a rejoint la leçon',
    lecon('reservation_confirmee'),
    {},
    CAMILLE,
    false,
  ],
  ['un rappel, quand un autre a rejoint la leçon', lecon('rappel'), {}, CAMILLE, false],
  [
    'la confirmation de qui a rejoint, quand le premier est parti',
    ofZoe('reservation_confirmee'),
    {
      version: 4,
      user_id: ZOE,
      remarques: 'Poney calme',
      noms_participants: ['Zoé'],
      participants: [seat(ZOE, 'Zoé')],
    },
    ZOE,
    false,
  ],
  [
    'la copie du centre, quand un autre a rejoint la leçon',
    copyOf(lecon('reservation_confirmee')),
    {},
    null,
    true,
  ],
  [
    "la copie du centre, tant que rien n'a changé",
    copyOf(lecon('reservation_confirmee', { noms_participants: ['Camille', 'Zoé'], version: 1 })),
    {},
    null,
    false,
  ],
  [
    'une confirmation, quand le nom a changé',
    lecon('reservation_confirmee'),
    { participants: [seat(CAMILLE, 'Hugo'), seat(ZOE, 'Zoé')] },
    CAMILLE,
    true,
  ],
  [
    "une confirmation, quand la place n'est plus la sienne",
    lecon('reservation_confirmee'),
    { participants: [seat(ZOE, 'Camille')] },
    CAMILLE,
    true,
  ],
  ...(
    [
      ['le jour', { date_reservation: '2026-11-24' }],
      ['le début', { heure_debut: '09:30' }],
      ['la fin', { heure_fin: '11:30' }],
      ['la piste', { type_piste: 'exterieure' }],
      ['le type', { type: 'Dressage' }],
      ['ses remarques', { remarques: 'Poney vif' }],
      ['le statut', { statut: 'en_attente' }],
    ] as [string, Partial<CurrentLecon>][]
  ).map(
    ([what, change]) =>
      [
        `une confirmation, quand a changé : ${what}`,
        lecon('reservation_confirmee'),
        change,
        CAMILLE,
        true,
      ] as [string, ContenuCourriel, Partial<CurrentLecon>, string, boolean],
  ),
  [
    "une confirmation en attente, tant qu'elle attend",
    lecon('reservation_confirmee', { en_attente: true }),
    { statut: 'en_attente' },
    CAMILLE,
    false,
  ],
  [
    "une confirmation, quand le type a été renommé et rien d'autre",
    lecon('reservation_confirmee'),
    { version: 2, type: 'Longe douce' },
    CAMILLE,
    false,
  ],
  [
    'une confirmation, quand la leçon est annulée',
    lecon('reservation_confirmee'),
    { version: 2, statut: 'annulee' },
    CAMILLE,
    true,
  ],
  [
    'une confirmation, quand la leçon est supprimée',
    lecon('reservation_confirmee'),
    null,
    CAMILLE,
    true,
  ],
  [
    'une annulation, quand la leçon est supprimée',
    lecon('reservation_annulee'),
    null,
    CAMILLE,
    false,
  ],
  [
    'une annulation, quand la leçon est toujours annulée',
    lecon('reservation_annulee'),
    { version: 2, statut: 'annulee' },
    CAMILLE,
    false,
  ],
  ['une annulation, quand la leçon est reprise', lecon('reservation_annulee'), {}, CAMILLE, true],
  [
    "l'annulation d'une place, quand les autres ont changé la leçon depuis",
    ofZoe('reservation_annulee'),
    { version: 5, noms_participants: ['Hugo'], participants: [seat(CAMILLE, 'Hugo')] },
    ZOE,
    false,
  ],
  [
    "l'annulation d'une place, quand la leçon est rejointe à nouveau",
    ofZoe('reservation_annulee'),
    {},
    ZOE,
    true,
  ],
  ["ce qui ne parle pas d'une leçon", { sorte: 'refus', nom: '' }, null, CAMILLE, false],
])('dépassé ou non : %s', (_, contenu, change, account, superseded) => {
  // MAIL-17
  expect(isSuperseded(contenu, change && { ...SHARED, ...change }, account)).toBe(superseded);
});

test.each([
  ['un sujet vide', { sujet: '  ' }, 'sujet_invalide'],
  ['un sujet de 201 caractères', { sujet: 'a'.repeat(201) }, 'sujet_invalide'],
  ['un saut de ligne', { sujet: 'a\nBcc: b@c.be' }, 'sujet_invalide'],
  ['un séparateur de lignes', { sujet: 'a\u2028b' }, 'sujet_invalide'],
  ['un message vide', { html: '\n' }, 'message_invalide'],
  ['un message de 50 001 caractères', { html: 'a'.repeat(50_001) }, 'message_invalide'],
  ['200 et 50 000 caractères', { sujet: 'é'.repeat(200), html: 'a'.repeat(50_000) }, null],
])('un administrateur écrit %s', (_, change, refus) => {
  // LIM-34
  expect(refuseLibre({ sujet: 'Bonjour', html: '<p>Bonjour</p>', ...change })).toBe(refus);
});
