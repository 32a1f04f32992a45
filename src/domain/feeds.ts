/**
 * Calendar feeds (RIDE-40 to RIDE-45): what a feed contains, and when its address stops working.
 */
import { addDays, addYears } from './core/calendrier.ts';
import type { TypePiste } from './slots/pistes.ts';
import { isAdmin, type Role, type StatutUser } from './people/users.ts';

/** The arena whose lessons a feed contains; null for a feed of the person's own lessons. */
export type SorteDeFlux = TypePiste | null;

/** The most lessons in one feed, earliest first (LIM-140). */
export const MOST_LESSONS = 5_000;

/**
 * The days whose lessons a feed contains, both included. Calendar programs remove lessons that are
 * missing from a feed, so lessons of the last 30 days stay in it.
 */
export const periodOf = (aujourdhui: string): { du: string; au: string } => ({
  du: addDays(aujourdhui, -30),
  au: addYears(aujourdhui, 2),
});

/** Readings of a feed are recorded at most once in this time, in milliseconds. */
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
