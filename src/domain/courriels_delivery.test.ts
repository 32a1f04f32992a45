/** Failed attempts, emails that are sent again, and what an administrator may write (MAIL-02, API-08). */
import { describe, expect, test } from 'vitest';
import { type ContenuCourriel, type LeconDeCourriel, outdatedAt, resendUntil, retryAt } from './courriels.ts';
import { ATTEMPT_MS, isFinal, isSuperseded, refuseLibre, RESERVED_MS } from './courriels_delivery.ts';

const NOW = new Date('2026-11-21T08:30:00Z');
const LECON: LeconDeCourriel = {
  reservation_id: '6f0a1d1e-3f53-4c0c-9d2c-0d5a1f3f0a11', version: 2, date_reservation: '2026-11-23', heure_debut: '10:00', heure_fin: '11:00',
  type_piste: 'interieure', type: 'Longe', noms_participants: ['Camille'], remarques: null,
};
const lecon = (sorte: 'reservation_confirmee' | 'reservation_annulee' | 'rappel', change: Partial<LeconDeCourriel> = {}): ContenuCourriel =>
  ({ sorte, nom: 'Camille', lecon: { ...LECON, ...change }, copie: false });

test('les essais s\'espacent, de trente secondes à une heure', () => { // LIM-35
  const perime_apres = outdatedAt(NOW);
  const seconds = Array.from({ length: 8 }, (_, i) => (retryAt({ essais: i + 1, perime_apres }, NOW)!.getTime() - NOW.getTime()) / 1000);
  expect(seconds).toEqual([30, 120, 300, 900, 1800, 3600, 3600, 3600]);
});

test('ce qui serait périmé à l\'essai suivant est abandonné tout de suite', () => {
  expect(retryAt({ essais: 1, perime_apres: new Date(NOW.getTime() + 30_000) }, NOW)).toBeNull();
  expect(retryAt({ essais: 1, perime_apres: new Date(NOW.getTime() + 30_001) }, NOW)).not.toBeNull();
});

test('un essai finit avant que l\'email ne soit laissé aux autres', () => { // LIM-36
  expect(ATTEMPT_MS + 30_000).toBeLessThan(RESERVED_MS);
});

test.each([
  ['le destinataire refusé', { code: 550, command: 'RCPT TO' }, true],
  ['le message refusé', { code: 554, command: 'DATA' }, true],
  ['le destinataire refusé pour l\'instant', { code: 451, command: 'RCPT TO' }, false],
  ['l\'expéditeur refusé', { code: 550, command: 'MAIL FROM' }, false],
  ['le mot de passe refusé', { code: 535, command: 'AUTH PLAIN' }, false],
  ['une conversation brouillée', { code: 503, command: 'RCPT TO' }, false],
  ['une connexion perdue', { code: 0, command: 'CONN' }, false],
  ['une adresse impossible', { code: 0, command: 'API', impossibleAddress: true }, true],
])('%s', (_, echec, final) => {
  expect(isFinal({ impossibleAddress: false, ...echec })).toBe(final);
});

describe('un email se renvoie', () => { // MAIL-17
  const jusque = (contenu: ContenuCourriel, superseded = false, statut: 'envoye' | 'en_attente' = 'envoye', user_id: string | null = 'c') =>
    resendUntil({ statut, cause: 'essai', contenu, user_id, superseded }, NOW)?.toISOString() ?? null;

  test('un jour durant, et jusqu\'à la fin de la leçon au plus', () => {
    expect(jusque({ sorte: 'refus', nom: '' })).toBe('2026-11-22T08:30:00.000Z');
    expect(jusque(lecon('rappel', { date_reservation: '2026-11-21' }))).toBe('2026-11-21T10:00:00.000Z');
  });

  test('pas s\'il attend, porte un lien, ou parle d\'une leçon finie ou qui n\'est plus ainsi', () => {
    expect(jusque({ sorte: 'refus', nom: '' }, false, 'en_attente')).toBeNull();
    expect(jusque({ sorte: 'mot_de_passe', nom: '', jeton: null })).toBeNull();
    expect(jusque({ sorte: 'confirmation_adresse', nom: '', jeton: null })).toBeNull();
    expect(jusque(lecon('rappel', { date_reservation: '2026-11-20' }))).toBeNull();
    expect(jusque(lecon('rappel'), true)).toBeNull();
  });

  test('pas à qui n\'a plus de compte, sauf un refus ; la copie du centre toujours', () => {
    const withoutAccount = (contenu: ContenuCourriel) => jusque(contenu, false, 'envoye', null);
    expect([withoutAccount(lecon('rappel')), withoutAccount({ sorte: 'approbation', nom: '', role: 'utilisateur' })]).toEqual([null, null]);
    expect(withoutAccount({ sorte: 'refus', nom: '' })).not.toBeNull();
    expect(withoutAccount({ ...lecon('reservation_confirmee'), copie: true } as ContenuCourriel)).not.toBeNull();
  });
});

test.each([
  ['une confirmation, tant que la réservation est celle-là', lecon('reservation_confirmee'), { version: 2, statut: 'confirmee' }, false],
  ['une confirmation, quand elle a changé depuis', lecon('reservation_confirmee'), { version: 3, statut: 'confirmee' }, true],
  ['une confirmation, quand elle est annulée', lecon('reservation_confirmee'), { version: 2, statut: 'annulee' }, true],
  ['une confirmation, quand elle est supprimée', lecon('reservation_confirmee'), null, true],
  ['une annulation, quand la réservation est supprimée', lecon('reservation_annulee'), null, false],
  ['une annulation, quand elle tient toujours', lecon('reservation_annulee'), { version: 2, statut: 'annulee' }, false],
  ['une annulation, quand la réservation est reprise', lecon('reservation_annulee'), { version: 3, statut: 'confirmee' }, true],
  ['ce qui ne parle pas d\'une leçon', { sorte: 'refus', nom: '' }, null, false],
] as const)('dépassé ou non : %s', (_, contenu, current, superseded) => {
  expect(isSuperseded(contenu, current)).toBe(superseded);
});

test.each([
  ['un sujet vide', { sujet: '  ' }, 'sujet_invalide'],
  ['un sujet de 201 caractères', { sujet: 'a'.repeat(201) }, 'sujet_invalide'],
  ['un saut de ligne', { sujet: 'a\nBcc: b@c.be' }, 'sujet_invalide'],
  ['un séparateur de lignes', { sujet: 'a\u2028b' }, 'sujet_invalide'],
  ['un message vide', { html: '\n' }, 'message_invalide'],
  ['un message de 50 001 caractères', { html: 'a'.repeat(50_001) }, 'message_invalide'],
  ['200 et 50 000 caractères', { sujet: 'é'.repeat(200), html: 'a'.repeat(50_000) }, null],
])('un administrateur écrit %s', (_, change, refus) => { // LIM-34
  expect(refuseLibre({ sujet: 'Bonjour', html: '<p>Bonjour</p>', ...change })).toBe(refus);
});
