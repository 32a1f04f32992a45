/**
 * The slots that are booked in a round: all different, scattered over two years, in the same order
 * for both sides.
 */
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { CRENEAUX } from '#domain/slots/creneaux.ts';
import { DEFAULT_PISTES, type TypePiste } from '#domain/slots/pistes.ts';

/** From three days ahead on, so that no reminder is due. Less than the two years that may be booked. */
export const FIRST_JOUR = addDays(momentAt(new Date()).jour, 3);
const DAYS = 700;
export const LAST_JOUR = addDays(FIRST_JOUR, DAYS - 1);
export const SLOTS = DAYS * 48;
/** Prime, so that multiplying by it visits every slot once, in steps of five months. */
export const LEAP = 7919;

type Slot = {
  date_reservation: string;
  type_piste: TypePiste;
  heure_debut: string;
  heure_fin: string;
};

/** The slot of the n-th booking of a round: half an hour on one arena. */
function slotAt(n: number): Slot {
  const k = (n * LEAP) % SLOTS;
  const start = k % 24;
  return {
    date_reservation: addDays(FIRST_JOUR, Math.floor(k / 48)),
    type_piste: DEFAULT_PISTES[Math.floor((k % 48) / 24)]!.id,
    heure_debut: CRENEAUX[start]!,
    heure_fin: CRENEAUX[start + 1]!,
  };
}

/** The request for that slot, as a browser sends it. */
export function demandeOf(n: number): object {
  const { heure_fin: _, ...slot } = slotAt(n);
  return {
    type_lecon: 'particuliere',
    nombre_personnes: 1,
    noms_participants: ['Camille Lambert'],
    remarques: null,
    ...slot,
  };
}
