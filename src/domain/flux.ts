/** Calendar feeds (RIDE-40 to RIDE-45): what one holds, and when its address is dead. */
import { addDays, addYears } from './core/calendrier.ts';
import type { TypePiste } from './slots/pistes.ts';
import { isAdmin, type Role, type StatutUser } from './people/users.ts';

/** A feed is of one's own lessons, or of all lessons of an arena. */
export type SorteDeFlux = TypePiste | null;

/** The most lessons in one feed, the earliest first (LIM-140). */
export const MOST_LESSONS = 5_000;

/**
 * The days whose lessons a feed holds, both included: programs remove what is missing, so lately
 * past lessons stay.
 */
export const periodOf = (aujourdhui: string): { du: string; au: string } => ({
  du: addDays(aujourdhui, -30),
  au: addYears(aujourdhui, 2),
});

/** Milliseconds within which readings of a feed are noted once. */
export const NOTED_EVERY_MS = 3_600_000;

/** Whether an address still answers (RIDE-42). */
export const isAlive = ({
  type_piste,
  role,
  statut,
  calendarFeeds,
}: {
  type_piste: SorteDeFlux;
  role: Role;
  statut: StatutUser;
  calendarFeeds: boolean;
}): boolean => calendarFeeds && statut === 'actif' && (type_piste === null || isAdmin(role));
