// chunk: app
/** How long lessons keep names and remarks (SET-42), and the texts that replace them afterwards. */
import { addDays } from './calendrier.ts';

/**
 * Replaces a name, followed by a number from 1 for each rider of the lesson. The same number in two
 * lessons does not mean the same person.
 */
export const ANCIEN_CAVALIER = 'Ancien cavalier';
/** Replaces the name of the person for whom a lesson was booked. */
export const ANCIEN_CLIENT = 'Ancien client';
/** All such riders together, in the statistics. */
export const ANCIENS_CAVALIERS = 'Anciens cavaliers';

/** The values of the settings. */
export type ConservationLecons = { mois: number; annuleesJours: number };

/**
 * The days before which lessons, and cancelled lessons, lose their names. Lessons are handled by
 * whole months, so that the totals of a month cover all of its lessons or none.
 */
export function bornesOf(
  aujourdhui: string,
  { mois, annuleesJours }: ConservationLecons,
): { lecons: string; annulees: string } {
  const months = Number(aujourdhui.slice(0, 4)) * 12 + Number(aujourdhui.slice(5, 7)) - 1 - mois;
  const lecons = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;
  return { lecons, annulees: addDays(aujourdhui, -annuleesJours) };
}

/** "3 ans", "18 mois". */
export const moisInWords = (mois: number): string =>
  mois % 12 > 0 ? `${mois} mois` : mois === 12 ? 'un an' : `${mois / 12} ans`;

/** "un jour", "30 jours". */
export const joursInWords = (jours: number): string => (jours === 1 ? 'un jour' : `${jours} jours`);
