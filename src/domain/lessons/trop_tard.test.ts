import { describe, expect, test } from 'vitest';
import { lateAfter, lateBefore } from './trop_tard.ts';

const LECON = { date_reservation: '2026-11-24', heure_debut: '14:00' };

describe('une leçon trop proche pour être annulée', () => {
  // RIDE-46, SET-41
  const maintenant = { jour: '2026-11-23', heure: '15:00' };
  const regles = { annulationHeures: 24, graceMinutes: null };
  const after = { ...LECON, created_at: '2026-11-23T14:00:00.000Z' };

  test.each([
    [{ annulationHeures: 22 }, null, null],
    [{ annulationHeures: null }, null, null],
    [
      {},
      "Cette leçon est proche\u202f: une fois réservée, vous ne pourrez pas l'annuler vous-même.",
      "Vous ne pouvez pas l'annuler vous-même\u202f: le délai est passé.",
    ],
    [
      { graceMinutes: 15 },
      "Cette leçon est proche\u202f: une fois réservée, vous pourrez l'annuler vous-même pendant 15 minutes seulement, et pas après son début.",
      "Si c'est une erreur, vous pouvez encore l'annuler jusqu'à 15h15.",
    ],
  ])('%j', (change, said, saidAfter) => {
    const deadline = { regles: { ...regles, ...change }, maintenant };
    expect(lateBefore(LECON, deadline)).toBe(said);
    expect(lateAfter(after, deadline)).toBe(saidAfter);
  });
});
