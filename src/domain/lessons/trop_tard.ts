/** Bookings that their rider cannot cancel afterwards, or only for some minutes (RIDE-46). */
import { instantOf, type Moment } from '../core/calendrier.ts';
import type { Regles } from '../settings/parametres.ts';
import { afterLateInWords, beforeLateInWords, graceEnd } from './grace.ts';
import { refuseAnnulation } from './participants.ts';

type Start = { date_reservation: string; heure_debut: string };
type Deadline = { regles: Pick<Regles, 'annulationHeures' | 'graceMinutes'>; maintenant: Moment };

/** Whether a rider may cancel, but could not cancel a lesson that begins then (RIDE-46). */
const isLate = (lecon: Start, { regles: { annulationHeures }, maintenant }: Deadline): boolean =>
  // Absent if a server instance of the previous version answers.
  typeof annulationHeures === 'number' &&
  refuseAnnulation(
    { ...lecon, statut: 'confirmee' },
    {
      now: instantOf(maintenant.jour, maintenant.heure),
      heures: annulationHeures,
      bound: true,
    },
  ) === 'delai_passe';

/** Said before a booking that its rider cannot cancel afterwards, or only for some minutes. */
export const lateBefore = (lecon: Start, deadline: Deadline): string | null =>
  isLate(lecon, deadline) ? beforeLateInWords(deadline.regles.graceMinutes) : null;

/** Said after it. */
export const lateAfter = (
  lecon: Start & { created_at: string },
  deadline: Deadline,
): string | null =>
  isLate(lecon, deadline)
    ? afterLateInWords(
        graceEnd(lecon, { minutes: deadline.regles.graceMinutes, depuis: lecon.created_at }),
      )
    : null;
