import { expect, test } from 'vitest';
import { brouillonOf } from './brouillon_modification.ts';
import type { ReservationAsRead } from './places_modification.ts';
import { offeredHeures } from './heures_modification.ts';
import { DEFAULT_TYPES } from '../types/types_lecons.ts';

const READ: ReservationAsRead = {
  id: 'r1',
  version: 3,
  nom_client: 'Camille Lambert',
  type_lecon: 'collective',
  nombre_personnes: 1,
  noms_participants: ['Camille Lambert'],
  date_reservation: '2026-11-23',
  type_piste: 'interieure',
  heure_debut: '10:00',
  heure_fin: '11:00',
  statut: 'confirmee',
  remarques: null,
};
const HUGO: ReservationAsRead = {
  ...READ,
  id: 'r2',
  nom_client: 'Hugo Dubois',
  heure_debut: '12:00',
  heure_fin: '13:00',
};
const HEURES = { ouverture: '09:00', fermeture: '18:30' };

function etats(
  dayReservations: readonly ReservationAsRead[],
  change: Partial<ReturnType<typeof brouillonOf>> = {},
): Record<string, string> {
  const heures = offeredHeures(
    { ...brouillonOf(READ), ...change },
    { original: READ, types: DEFAULT_TYPES, heures: HEURES, dayReservations },
  );
  expect(heures).toHaveLength(25);
  return Object.fromEntries(
    heures.map(({ heure, etat, by }) => [heure, by ? `${etat} ${by.nom_client}` : etat]),
  );
}

test("une leçon d'une heure : libre, prise par laquelle, fermée, trop tard ; elle-même ne se gêne pas", () => {
  // DESK-17
  const heures = etats([READ, HUGO]);
  expect(heures).toMatchObject({
    '08:00': 'fermee',
    '08:30': 'fermee',
    '09:00': 'libre',
    '10:00': 'libre',
    '11:00': 'libre',
    '11:30': 'prise Hugo Dubois',
    '12:30': 'prise Hugo Dubois',
    '13:00': 'libre',
    '17:30': 'libre',
    '18:00': 'fermee',
    '19:00': 'fermee',
    '19:30': 'trop_tard',
    '20:00': 'trop_tard',
  });
});

test("ce qui est annulé, d'une autre piste ou d'un autre jour ne prend rien ; la durée est celle du type choisi", () => {
  expect(etats([{ ...HUGO, statut: 'annulee' }])['12:00']).toBe('libre');
  expect(etats([HUGO], { type_piste: 'exterieure' })['12:00']).toBe('libre');
  expect(etats([HUGO], { date_reservation: '2026-11-24' })['12:00']).toBe('libre');
  expect(etats([HUGO], { type_lecon: 'longe' })).toMatchObject({
    '11:30': 'libre',
    '12:00': 'prise Hugo Dubois',
    '18:00': 'libre',
    '19:30': 'fermee',
  });
});

test('prise et fermée à la fois : prise, car cela seul empêche', () => {
  expect(etats([{ ...HUGO, heure_debut: '08:00', heure_fin: '09:00' }])['08:00']).toBe(
    'prise Hugo Dubois',
  );
});

test('une heure de piste fermée se dit, sauf dans les heures que la leçon tient déjà', () => {
  // FERM-03, FERM-04
  const fermetures = [
    {
      id: 'f',
      pistes: ['interieure'],
      du: READ.date_reservation,
      au: READ.date_reservation,
      heure_debut: '09:00',
      heure_fin: '14:00',
      motif: 'Gel',
      publique: true,
    },
  ];
  const etatsOf = (change: Partial<ReturnType<typeof brouillonOf>>) =>
    Object.fromEntries(
      offeredHeures(
        { ...brouillonOf(READ), ...change },
        { original: READ, types: DEFAULT_TYPES, heures: HEURES, dayReservations: [], fermetures },
      ).map(({ heure, etat, fermeture }) => [heure, fermeture?.motif ?? etat]),
    );
  expect(etatsOf({})).toMatchObject({
    '09:30': 'Gel',
    '10:00': 'libre',
    '10:30': 'Gel',
    '13:30': 'Gel',
    '14:00': 'libre',
  });
  expect(etatsOf({ type_piste: 'exterieure' })).toMatchObject({ '09:30': 'libre' });
});
