import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_TYPES } from '../types/types_lecons.ts';
import { DEFAULT_HORAIRE } from '../slots/creneaux.ts';
import {
  IDLE,
  type Move,
  type MoveAction,
  moveReducer,
  type Place,
  verdictOf,
} from './deplacement.ts';
import type { ReservationAsRead } from './places_modification.ts';

const JOUR = '2026-12-02';
const lecon = (changes: Partial<ReservationAsRead> = {}): ReservationAsRead => ({
  id: 'r1',
  version: 1,
  date_reservation: JOUR,
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  type_lecon: 'collective',
  nombre_personnes: 1,
  noms_participants: ['Zoé'],
  nom_client: 'Zoé Élan',
  statut: 'confirmee',
  remarques: null,
  ...changes,
});
const HUGO = lecon({
  id: 'r2',
  heure_debut: '14:00',
  heure_fin: '15:00',
  nom_client: 'Hugo Dubois',
});
const CONTEXT = {
  types: DEFAULT_TYPES,
  heures: DEFAULT_HORAIRE,
  lecons: [
    lecon(),
    HUGO,
    lecon({ id: 'r3', heure_debut: '16:00', heure_fin: '17:00', statut: 'annulee' }),
  ],
  fermetures: [
    {
      id: 'f1',
      version: 1,
      pistes: ['interieure'],
      du: JOUR,
      au: JOUR,
      heure_debut: '12:00',
      heure_fin: '13:00',
      motif: 'Herse',
      publique: false,
    },
  ],
  maintenant: { jour: '2026-12-02', heure: '09:15' },
};
const at = (heure: string, type_piste = 'interieure', jour = JOUR): Place => ({
  type_piste,
  jour,
  heure,
});

describe('ce que la règle dit de chaque case', () => {
  // DESK-36, DESK-17
  test.each([
    ['10:00', 'own', 'Sa place actuelle'],
    ['10:30', 'libre', 'Libre'],
    ['09:00', 'libre', 'Libre, déjà commencée'],
    ['11:30', 'refuse', 'Fermé\u202f: Herse'],
    ['13:30', 'refuse', 'Pris par Hugo Dubois, 14h00 – 15h00'],
    ['15:00', 'libre', 'Libre'],
    ['16:00', 'libre', 'Libre'],
    ['19:30', 'refuse', 'La leçon finirait trop tard'],
    ['07:00', 'refuse', 'En dehors des heures du jour'],
  ])('%s : %s, « %s »', (heure, etat, text) => {
    expect(verdictOf(lecon(), at(heure), CONTEXT)).toEqual({ etat, text });
  });

  test('sur une autre piste, rien de cela ne tient ; hors ouverture, un administrateur peut', () => {
    expect(verdictOf(lecon(), at('14:00', 'exterieure'), CONTEXT)).toEqual({
      etat: 'libre',
      text: 'Libre',
    });
    const heures = { ouverture: '10:00', fermeture: '18:00' };
    expect(verdictOf(lecon(), at('09:30', 'exterieure'), { ...CONTEXT, heures })).toEqual({
      etat: 'libre',
      text: "Libre, hors des heures d'ouverture",
      outside: true,
    });
  });
});

test('quelle que soit la suite de gestes, rien ne s’enregistre qu’une autre case libre, et la fin rend au repos', () => {
  // DESK-36
  const verdict = fc
    .constantFrom('own', 'libre', 'refuse')
    .map((etat) => ({ etat, text: '' }) as const);
  const action: fc.Arbitrary<MoveAction> = fc.oneof(
    fc.boolean().map((drag) => ({ kind: 'start' as const, lecon: lecon(), drag })),
    fc
      .constantFrom(at('10:00'), at('15:00'), null)
      .map((place) => ({ kind: 'aim' as const, place })),
    fc
      .tuple(verdict, fc.boolean())
      .map(([one, serie]) => ({ kind: 'drop' as const, verdict: one, serie })),
    fc.constantFrom({ kind: 'confirm' as const }, { kind: 'end' as const }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      let move: Move = IDLE;
      for (const one of actions) {
        const before: Move = move;
        move = moveReducer(before, one);
        if (move.step === 'saving' && before.step === 'choosing')
          expect(one).toMatchObject({ kind: 'drop', serie: false, verdict: { etat: 'libre' } });
        if (move.step === 'asking' && before.step !== 'asking')
          expect(one).toMatchObject({ kind: 'drop', serie: true, verdict: { etat: 'libre' } });
        if (move.step === 'saving' && before.step === 'idle') throw new Error('from nothing');
        if (one.kind === 'end') expect(move).toEqual({ step: 'idle' });
        // A drag never goes on after its drop.
        if (one.kind === 'drop' && before.step === 'choosing' && before.drag)
          expect(move.step).not.toBe('choosing');
      }
    }),
  );
});

test('une réponse tardive ne met fin qu’à son déplacement, pas à celui qui a commencé depuis', () => {
  // DESK-36
  const libre = { etat: 'libre', text: '' } as const;
  const run = (move: Move, ...actions: MoveAction[]) => actions.reduce(moveReducer, move);
  const stored = lecon();
  const first = run(
    IDLE,
    { kind: 'start', lecon: stored, drag: false },
    { kind: 'aim', place: at('15:00') },
    { kind: 'drop', verdict: libre, serie: false },
  );
  if (first.step !== 'saving') throw new Error(first.step);
  const answer: MoveAction = { kind: 'end', lecon: first.lecon };
  expect(run(first, answer)).toEqual(IDLE);
  // Closed without its answer; then another lesson, or the same one again.
  for (const next of [lecon({ id: 'r2' }), stored]) {
    const second = run(first, { kind: 'end' }, { kind: 'start', lecon: next, drag: false });
    expect(run(second, answer)).toBe(second);
    expect(run(second, { kind: 'end' })).toEqual(IDLE);
  }
});
