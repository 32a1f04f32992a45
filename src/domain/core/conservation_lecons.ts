/** How long lessons keep names and remarks (SET-42), and what stands in their place afterwards. */
import { addDays } from './calendrier.ts';

/**
 * In place of a name: with a number from 1, one for each rider of the lesson. Two lessons say
 * nothing about each other.
 */
export const ANCIEN_CAVALIER = 'Ancien cavalier';
/** In place of whom a lesson was booked for. */
export const ANCIEN_CLIENT = 'Ancien client';
/** All of them together, in the statistics. */
export const ANCIENS_CAVALIERS = 'Anciens cavaliers';

/** What the settings say. */
export type ConservationLecons = { mois: number; annuleesJours: number };

/**
 * The days before which lessons, and cancelled ones, lose their names. Lessons go by whole months,
 * so that the totals of a month are of all its lessons or of none.
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
