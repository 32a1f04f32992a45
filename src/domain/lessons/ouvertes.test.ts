import { expect, test } from 'vitest';
import { canComplete, hasRoom } from './ouvertes.ts';

const LECON = {
  statut: 'confirmee',
  date_reservation: '2026-11-23',
  heure_debut: '10:00',
  nombre_personnes: 5,
} as const;
const TYPE = { ouverte: true, actif: true, max_personnes: 6 };
const MAINTENANT = { jour: '2026-11-23', heure: '09:59' };

test.each([
  [{}, TYPE, MAINTENANT, true],
  [{ nombre_personnes: 6 }, TYPE, MAINTENANT, false],
  [{ nombre_personnes: 7 }, TYPE, MAINTENANT, false],
  [{ statut: 'en_attente' }, TYPE, MAINTENANT, false],
  [{ statut: 'annulee' }, TYPE, MAINTENANT, false],
  [{}, { ...TYPE, ouverte: false }, MAINTENANT, false],
  [{}, { ...TYPE, actif: false }, MAINTENANT, false],
  [{}, null, MAINTENANT, false],
  [{}, TYPE, { jour: '2026-11-23', heure: '10:00' }, false],
  [{}, TYPE, { jour: '2026-11-24', heure: '08:00' }, false],
] as const)('« Compléter » : %j, type %j, %j : %s', (change, type, maintenant, offered) => {
  // RIDE-65
  expect(canComplete({ ...LECON, ...change }, type, maintenant)).toBe(offered);
});

test.each([
  [{}, TYPE, true],
  [{ nombre_personnes: 6 }, TYPE, false],
  [{ statut: 'en_attente' }, { max_personnes: 6 }, true],
  [{ statut: 'annulee' }, TYPE, false],
  [{}, null, false],
  [{ date_reservation: '2025-10-24' }, TYPE, true],
  [{ date_reservation: '2025-10-22' }, TYPE, false],
] as const)('« Ajouter » : %j, type %j : %s', (change, type, offered) => {
  // DESK-76
  expect(hasRoom({ ...LECON, ...change }, type, MAINTENANT)).toBe(offered);
});
