import { expect, test } from 'vitest';
import { annoncesOf, type FollowedLecon } from './messages.ts';
import { DEFAULT_PISTES } from '../slots/pistes.ts';

const MONDAY: FollowedLecon = {
  id: 'a',
  date_reservation: '2026-11-23',
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  statut: 'confirmee',
};
const MAINTENANT = { jour: '2026-11-21', heure: '09:30' };
const texts = (after: FollowedLecon[], before = [MONDAY], maintenant = MAINTENANT, own = false) =>
  annoncesOf(before, after, maintenant, {
    annuler: own,
    changer: own,
    pistes: DEFAULT_PISTES,
  }).map(({ texte: text }) => text);

test('une leçon annulée, déplacée ou supprimée par le centre donne une phrase', () => {
  // UI-13
  expect(texts([{ ...MONDAY, statut: 'annulee' }])).toEqual([
    'Votre leçon du lun. 23 novembre à 10h00, piste intérieure, a été annulée par le centre.',
  ]);
  expect(texts([])).toEqual([
    'Votre leçon du lun. 23 novembre à 10h00, piste intérieure, a été supprimée par le centre.',
  ]);
  expect(
    texts([
      {
        ...MONDAY,
        date_reservation: '2026-12-01',
        heure_debut: '14:30',
        heure_fin: '15:30',
        type_piste: 'exterieure',
      },
    ]),
  ).toEqual([
    'Votre leçon du lun. 23 novembre à 10h00, piste intérieure, a été déplacée par le centre au mar. 1er décembre à 14h30, piste extérieure.',
  ]);
});

test("là où le cavalier peut l'avoir fait lui-même, sur un autre écran, le centre n'est pas nommé", () => {
  // RIDE-18
  const said = (after: FollowedLecon[]) => texts(after, [MONDAY], MAINTENANT, true);
  expect(said([{ ...MONDAY, statut: 'annulee' }])).toEqual([
    'Votre leçon du lun. 23 novembre à 10h00, piste intérieure, est annulée.',
  ]);
  expect(said([])).toEqual([
    "Votre leçon du lun. 23 novembre à 10h00, piste intérieure, n'est plus dans vos réservations.",
  ]);
  expect(said([{ ...MONDAY, heure_debut: '14:00', heure_fin: '15:00' }])).toEqual([
    'Votre leçon du lun. 23 novembre à 10h00, piste intérieure, a été déplacée au lun. 23 novembre à 14h00, piste intérieure.',
  ]);
});

test('une autre fin, une confirmation, une nouvelle leçon ou rien du tout ne donnent rien', () => {
  expect(texts([{ ...MONDAY, heure_fin: '11:30' }])).toEqual([]);
  expect(texts([MONDAY], [{ ...MONDAY, statut: 'en_attente' }])).toEqual([]);
  expect(texts([MONDAY, { ...MONDAY, id: 'b' }])).toEqual([]);
});

test("ce qui était annulé, ou fini, n'annonce plus rien", () => {
  expect(texts([], [{ ...MONDAY, statut: 'annulee' }])).toEqual([]);
  expect(texts([], [MONDAY], { jour: '2026-11-23', heure: '11:00' })).toEqual([]);
  expect(texts([], [MONDAY], { jour: '2026-11-24', heure: '08:00' })).toEqual([]);
  expect(texts([], [MONDAY], { jour: '2026-11-23', heure: '10:59' })).toHaveLength(1);
});
