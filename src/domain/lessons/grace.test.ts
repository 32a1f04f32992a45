import { describe, expect, test } from 'vitest';
import { afterLateInWords, beforeLateInWords, bookedAt, graceEnd } from './grace.ts';
import { refuseAnnulation } from './participants.ts';

const LECON = {
  date_reservation: '2026-11-23',
  heure_debut: '14:00',
  statut: 'confirmee' as const,
}; // 13:00 in UTC
const at = (hour: string) => new Date(`2026-11-23T${hour}:00Z`);

test('le temps pour se raviser finit après ses minutes, et au plus tard au début de la leçon', () => {
  // SET-41
  expect(graceEnd(LECON, { minutes: 15, depuis: '2026-11-23T09:00:00Z' })).toEqual(at('09:15'));
  expect(graceEnd(LECON, { minutes: 15, depuis: '2026-11-23T12:50:00Z' })).toEqual(at('13:00'));
  expect([
    graceEnd(LECON, { minutes: null, depuis: '2026-11-23T09:00:00Z' }),
    graceEnd(LECON, { minutes: undefined, depuis: '2026-11-23T09:00:00Z' }),
  ]).toEqual([null, null]);
});

test('il compte depuis que le compte a rejoint la leçon, sinon depuis sa réservation', () => {
  // RIDE-46
  const lecon = {
    created_at: '2026-11-20T08:00:00.000Z',
    participants: [
      { user_id: 'a' },
      { user_id: 'b', pris_at: '2026-11-23T09:00:00+00:00' },
      { user_id: 'b', pris_at: null },
    ],
  };
  expect([bookedAt(lecon, 'a'), bookedAt(lecon, 'b')]).toEqual([
    '2026-11-20T08:00:00.000Z',
    '2026-11-23T09:00:00.000Z',
  ]);
});

describe('une annulation', () => {
  const grace = { minutes: 15, depuis: '2026-11-23T09:00:00Z' };
  test.each([
    ['dans le temps, le délai passé', at('09:15'), 24, grace, null],
    ['une minute après', at('09:16'), 24, grace, 'delai_passe'],
    ['dans le temps, où le centre annule lui-même', at('09:10'), null, grace, null],
    ['ensuite, où le centre annule lui-même', at('09:20'), null, grace, 'annulation_au_centre'],
    ['avant le délai, longtemps après', at('11:00'), 1, grace, null],
    ['éteint', at('09:01'), 24, { ...grace, minutes: null }, 'delai_passe'],
    [
      'la leçon commencée',
      at('13:00'),
      24,
      { minutes: 15, depuis: '2026-11-23T12:55:00Z' },
      'lecon_commencee',
    ],
  ] as const)('%s', (_, now, heures, one, code) => {
    expect(refuseAnnulation(LECON, { now, heures, bound: true, grace: one })).toBe(code);
  });

  test("une leçon annulée l'est déjà", () => {
    expect(
      refuseAnnulation(
        { ...LECON, statut: 'annulee' },
        { now: at('09:05'), heures: 24, bound: true, grace },
      ),
    ).toBe('lecon_deja_annulee');
  });
});

test("les phrases disent combien de temps, ou qu'il est trop tard", () => {
  expect(beforeLateInWords(null)).toBe(
    "Cette leçon est proche\u202f: une fois réservée, vous ne pourrez pas l'annuler vous-même.",
  );
  expect(beforeLateInWords(15)).toBe(
    "Cette leçon est proche\u202f: une fois réservée, vous pourrez l'annuler vous-même pendant 15 minutes seulement, et pas après son début.",
  );
  expect(beforeLateInWords(1)).toContain('pendant une minute seulement');
  expect(afterLateInWords(null)).toBe(
    "Vous ne pouvez pas l'annuler vous-même\u202f: le délai est passé.",
  );
  expect(afterLateInWords(at('13:15'))).toBe(
    "Si c'est une erreur, vous pouvez encore l'annuler jusqu'à 14h15.",
  );
});
