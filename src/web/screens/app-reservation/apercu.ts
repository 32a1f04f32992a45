/** The week in numbers: what holds each arena, day by day, and one's own lessons. */
import { weekOf } from '#domain/calendrier.ts';
import { CRENEAUX, STEP_MINUTES, toMinutes, TYPES_PISTE, type TypePiste } from '#domain/creneaux.ts';

type Occupation = { date_reservation: string; type_piste: TypePiste; heure_debut: string; heure_fin: string };

export type JourApercu = {
  jour: string;
  /** Per arena: the number of lessons, and the share of the day they hold (0 to 1). */
  pistes: Record<TypePiste, { lecons: number; part: number }>;
  /** The hours of one's own lessons. */
  miennes: string[];
};

const MINUTES_DU_JOUR = (CRENEAUX.length - 1) * STEP_MINUTES;

/** `occupations` null: not known; the days have no lessons then. */
export function apercuOf(
  lundi: string,
  occupations: readonly Occupation[] | null,
  miennes: readonly { date_reservation: string; heure_debut: string }[],
): JourApercu[] {
  return weekOf(lundi).map((jour) => {
    const duJour = occupations?.filter(({ date_reservation }) => date_reservation === jour) ?? [];
    const [interieure, exterieure] = TYPES_PISTE.map((piste) => {
      const holds = duJour.filter(({ type_piste }) => type_piste === piste);
      const minutes = holds.reduce((somme, { heure_debut, heure_fin }) => somme + toMinutes(heure_fin) - toMinutes(heure_debut), 0);
      return { lecons: holds.length, part: Math.min(1, minutes / MINUTES_DU_JOUR) };
    }) as [JourApercu['pistes']['interieure'], JourApercu['pistes']['exterieure']];
    return {
      jour,
      pistes: { interieure, exterieure },
      miennes: miennes.filter(({ date_reservation }) => date_reservation === jour).map(({ heure_debut }) => heure_debut),
    };
  });
}
