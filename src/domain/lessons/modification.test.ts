import { expect, test } from 'vitest';
import { isCancellationEmailed } from './modification.ts';

const NOW = { jour: '2026-11-21', heure: '09:30' };
const LECON = {
  statut: 'confirmee',
  date_reservation: '2026-11-21',
  heure_debut: '10:00',
} as const;

test.each([
  ["un compte l'a réservée", { user_id: 'a' }, true],
  ["personne n'a de compte", { user_id: null }, false],
  ["le planning dit qu'elle a un compte", { compte: true }, true],
  [
    "un cavalier a rejoint une leçon d'un nom seul",
    { user_id: null, participants: [{ user_id: null }, { user_id: 'a' }] },
    true,
  ],
  ['ses places sont sans compte', { user_id: null, participants: [{ user_id: null }] }, false],
  ['elle est annulée', { user_id: 'a', statut: 'annulee' as const }, false],
  ['elle a commencé', { user_id: 'a', heure_debut: '09:30' }, false],
  ['elle est passée', { user_id: 'a', date_reservation: '2026-11-20' }, false],
])("l'annulation est dite par email ou non : %s", (_, more, emailed) => {
  // DESK-27
  expect(isCancellationEmailed({ ...LECON, ...more }, NOW)).toBe(emailed);
});
