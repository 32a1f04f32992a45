import { expect, test } from 'vitest';
import { isOnlyNoted } from './brouillon_modification.ts';
import type { ReservationAsRead } from './places_modification.ts';
import { modificationIn } from './modification.ts';
import { absenceInWords, nextPresence, refuseNotes, toNote, withPresences } from './presences.ts';
import { rebased, undoOfEdit, undoOfPresents } from './undo.ts';

const lecon: ReservationAsRead = {
  id: '1',
  version: 0,
  user_id: 'a',
  nom_client: 'Zoé',
  type_lecon: 'collective',
  nombre_personnes: 1,
  noms_participants: ['Zoé'],
  date_reservation: '2026-11-24',
  type_piste: 'interieure',
  heure_debut: '10:00',
  heure_fin: '11:00',
  statut: 'confirmee',
  remarques: null,
  tarifs: [{ place: 'p', prix: 20 }],
  presences: [{ place: 'p', presence: 'presente', facturee: true }],
};

test('trois pressions reviennent au début', () => {
  // PRES-07
  expect([nextPresence('presente'), nextPresence('absente'), nextPresence('excusee')]).toEqual([
    'absente',
    'excusee',
    'presente',
  ]);
});

test('ce qui est noté décide ce qui est facturé, et le garde', () => {
  // PRES-03
  const note = (presence: 'presente' | 'absente' | 'excusee', billed: boolean, seat = {}) =>
    withPresences([{ id: 'p', ...seat }], [{ place: 'p', presence }], billed)[0];
  expect(note('absente', true)).toEqual({ id: 'p', presence: 'absente', facturee: true });
  expect(note('absente', false)).toEqual({ id: 'p', presence: 'absente', facturee: false });
  expect(note('excusee', true)).toEqual({ id: 'p', presence: 'excusee', facturee: false });
  const kept = { presence: 'absente' as const, facturee: true };
  expect(note('absente', false, kept)).toEqual({ id: 'p', ...kept });
  expect(note('presente', false, kept)).toEqual({ id: 'p', presence: null, facturee: true });
});

test('13 mois en arrière, et pas dans une leçon annulée', () => {
  // PRES-04
  const at = (date_reservation: string, statut: 'confirmee' | 'annulee' = 'confirmee') =>
    refuseNotes({ date_reservation, statut }, '2026-11-21');
  expect([at('2025-10-21'), at('2025-10-20'), at('2026-11-25', 'annulee')]).toEqual([
    null,
    'presence_ancienne',
    'presence_annulee',
  ]);
});

test('les mots d’une absence', () => {
  // PRES-05
  expect(
    (['presente', 'absente', 'excusee'] as const).map((presence) =>
      absenceInWords({ presence, facturee: presence !== 'excusee' }),
    ),
  ).toEqual(['', 'absent(e)', 'excusé(e), non facturé']);
});

test('une présence notée ailleurs n’est pas une modification du brouillon ; le reste en est une', () => {
  // PRES-07
  const noted: ReservationAsRead = {
    ...lecon,
    version: 1,
    presences: [{ place: 'p', presence: 'absente', facturee: true }],
  };
  expect(isOnlyNoted(noted, lecon)).toBe(true);
  expect(isOnlyNoted({ ...noted, remarques: 'Poney' }, lecon)).toBe(false);
  expect(isOnlyNoted({ ...noted, tarifs: [{ place: 'p', prix: 1 }] }, lecon)).toBe(false);
  expect(isOnlyNoted({ ...noted, user_id: 'b' }, lecon)).toBe(false);
  expect(isOnlyNoted({ ...lecon, version: 1 }, lecon)).toBe(false);
});

test('« Tous présents » prend les places sans note des leçons commencées ; annulé, ce qui fut fait avant s’annule encore', () => {
  // PRES-09, DESK-52
  const maintenant = { jour: '2026-11-24', heure: '10:00' };
  const seat = (place: string, fields: object = {}) => ({
    place,
    presence: 'presente' as const,
    facturee: true,
    ...fields,
  });
  const begun = {
    ...lecon,
    presences: [seat('a'), seat('b', { notee: true }), seat('c', { presence: 'absente' })],
  };
  const others: ReservationAsRead[] = [
    { ...lecon, heure_debut: '10:30' },
    { ...lecon, statut: 'annulee' },
    { ...lecon, date_reservation: '2025-10-23' },
  ];
  expect(toNote([begun, ...others], maintenant)).toEqual([{ lecon: begun, place: 'a' }]);
  const asked = { ...modificationIn(lecon), remarques: 'Poney' };
  const edited = undoOfEdit(lecon, {
    asked,
    after: { version: 1, user_id: 'a', statut: 'confirmee' },
    duree: 60,
  });
  const [left] = rebased([edited!], undoOfPresents('2026-11-24', ['a'], [{ id: '1', version: 1 }]));
  expect(left?.inverse).toMatchObject({ call: 'update', lecons: [{ id: '1', apres: 3 }] });
});
