/** What several waiting emails about one lesson amount to (MAIL-42). */
import { describe, expect, test } from 'vitest';
import { isUrgent, reunis } from './attente.ts';
import type { ContenuDeLecon, LeconDeCourriel, SorteDeLecon } from './courriels.ts';

const LECON: LeconDeCourriel = {
  reservation_id: 'r',
  version: 0,
  date_reservation: '2026-11-23',
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  type: 'Longe',
  noms_participants: ['Camille'],
  remarques: null,
};
const at = (heure_debut: string, version: number): LeconDeCourriel => ({
  ...LECON,
  heure_debut,
  version,
});
const email = (
  sorte: Exclude<SorteDeLecon, 'rappel'>,
  lecon: LeconDeCourriel,
  more: Partial<ContenuDeLecon> = {},
): ContenuDeLecon => ({
  sorte,
  nom: 'Camille',
  lecon,
  copie: false,
  attend: true,
  ...more,
});
const moved = (from: string, to: string, version: number, more: Partial<ContenuDeLecon> = {}) =>
  email('reservation_modifiee', at(to, version), { avant: at(from, version - 1), ...more });
const cancelled = (heure: string, version: number, more: Partial<ContenuDeLecon> = {}) =>
  email('reservation_annulee', at(heure, version), more);
const confirmed = (heure: string, version: number, more: Partial<ContenuDeLecon> = {}) =>
  email('reservation_confirmee', at(heure, version), more);

test("l'auteur : le cavalier s'il a tout fait lui-même, sinon le centre ; dans la copie, le dernier", () => {
  const [first, second] = [
    moved('10:00', '11:00', 1, { par: 'cavalier' }),
    moved('11:00', '14:00', 2, { par: 'cavalier' }),
  ];
  expect(reunis([first, second])).toMatchObject({
    par: 'cavalier',
    avant: { heure_debut: '10:00' },
  });
  expect(reunis([first, moved('11:00', '14:00', 2)])).not.toHaveProperty('par');
  const copy = { copie: true } as const;
  expect(
    reunis([
      moved('10:00', '11:00', 1, { ...copy, par: 'cavalier', comptes: ['a'] }),
      moved('11:00', '14:00', 2, { ...copy, par: 'centre', comptes: ['a', 'b'] }),
    ]),
  ).toMatchObject({ par: 'centre', comptes: ['a', 'b'] });
});

test("une place nouvelle garde son prix, tant que son type reste, pour autant d'inscrits qu'elle a", () => {
  // RIDE-57
  const prix = { centimes: 2200, places: 1 };
  const after = { ...at('11:00', 2), noms_participants: ['Camille', 'Zoé'] };
  const change = (lecon: LeconDeCourriel) =>
    reunis([
      confirmed('10:00', 1, { prix }),
      email('reservation_modifiee', lecon, { avant: at('10:00', 1) }),
    ]);
  expect(change(after)).toMatchObject({
    sorte: 'reservation_confirmee',
    prix: { centimes: 2200, places: 2 },
  });
  expect(change({ ...after, type: 'Saut' })).not.toHaveProperty('prix');
});

test("une leçon annulée qui attend de nouveau le centre n'est pas dite confirmée", () => {
  const waits = { ...at('10:00', 2), en_attente: true };
  const again = email('reservation_modifiee', waits);
  expect(reunis([again, moved('10:00', '11:00', 3)])?.sorte).toBe('reservation_confirmee');
  expect(
    reunis([again, email('reservation_modifiee', { ...waits, version: 3 }, { avant: waits })]),
  ).toMatchObject({ sorte: 'reservation_modifiee', lecon: { en_attente: true, version: 3 } });
  expect(reunis([cancelled('10:00', 1), again])).toMatchObject({
    sorte: 'reservation_modifiee',
    avant: { heure_debut: '10:00' },
  });
});

describe('quand un changement est resté sans email', () => {
  // MAIL-05
  test('la leçon est dite telle qu’elle est : sans le destinataire, c’est sa place qui est annulée', () => {
    expect(reunis([moved('10:00', '11:00', 1)], { lecon: null, place: true })).toMatchObject({
      sorte: 'reservation_annulee',
      lecon: { heure_debut: '10:00' },
      place: true,
    });
    expect(reunis([cancelled('10:00', 1)], { lecon: at('10:00', 4), place: false })).toBeNull();
    expect(reunis([confirmed('10:00', 1)], { lecon: at('11:00', 4), place: false })).toMatchObject({
      sorte: 'reservation_confirmee',
      lecon: { heure_debut: '11:00', version: 1 },
    });
  });
});

test('la copie qu’un effacement borne le reste', () => {
  // PEOPLE-32
  const erased = { ...moved('10:00', '11:00', 1, { copie: true }), a_effacer: true };
  expect(reunis([erased, moved('11:00', '14:00', 2, { copie: true })])).toMatchObject({
    a_effacer: true,
  });
});

test.each([
  ['2026-11-23T07:00:00Z', false, false],
  ['2026-11-23T07:00:01Z', true, false],
  ['2026-11-23T08:59:30Z', true, false],
  ['2026-11-23T08:59:31Z', true, true],
])('à %s : une annulation presse %s, un déplacement %s', (instant, cancellation, move) => {
  // MAIL-43, LIM-175
  const now = new Date(instant);
  expect(isUrgent(cancelled('10:00', 1), now)).toBe(cancellation);
  expect(isUrgent(moved('10:00', '14:00', 1), now)).toBe(move);
  expect(isUrgent(moved('14:00', '10:00', 1), now)).toBe(move);
});
