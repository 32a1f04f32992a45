/** Lesson types (SET-08 to SET-11). */
import type { Suivant } from '../prices.ts';

export type TypeLecon = {
  value: string;
  label: string;
  icon: string;
  color: Color;
  max_personnes: number;
  duree_minutes: number;
  ordre: number;
  actif: boolean;
  /** Riders may join a lesson that has places left (RIDE-10). */
  ouverte: boolean;
  /** Euros for each rider today, if the centre shows its prices (RIDE-57). */
  prix?: number | undefined;
  /** The next price; null if there is none. */
  suivant?: Suivant | null | undefined;
};

/** The palette of lesson types, stored as gradient class pairs (SET-08). */
export const COLORS = [
  'from-gray-500 to-gray-600',
  'from-emerald-600 to-emerald-700',
  'from-amber-600 to-amber-700',
  'from-sky-600 to-sky-700',
  'from-rose-600 to-rose-700',
  'from-violet-600 to-violet-700',
  'from-teal-600 to-teal-700',
] as const;
export type Color = (typeof COLORS)[number];

/** The duration of a lesson and its maximum of people. */
export type LeconSize = Pick<TypeLecon, 'max_personnes' | 'duree_minutes'>;

/** The maximum of people of a reservation whose lesson type is deleted (BOOK-07). */
export const MAX_PERSONNES_INCONNU = 6;

/**
 * The six lesson types that the first migration inserts (SET-10). Screens that only display data
 * use them until the types are read (BOOK-25).
 */
export const DEFAULT_TYPES: readonly TypeLecon[] = [
  {
    value: 'particuliere',
    label: 'Leçon particulière',
    icon: '🎯',
    color: 'from-amber-600 to-amber-700',
    max_personnes: 1,
    duree_minutes: 30,
    ordre: 1,
    actif: true,
    ouverte: false,
  },
  {
    value: 'collective',
    label: 'Leçon collective',
    icon: '👥',
    color: 'from-emerald-600 to-emerald-700',
    max_personnes: 6,
    duree_minutes: 60,
    ordre: 2,
    actif: true,
    ouverte: false,
  },
  {
    value: 'travail_pied',
    label: 'Travail à pied',
    icon: '🚶',
    color: 'from-sky-600 to-sky-700',
    max_personnes: 3,
    duree_minutes: 60,
    ordre: 3,
    actif: true,
    ouverte: false,
  },
  {
    value: 'longe',
    label: 'Longe',
    icon: '🪢',
    color: 'from-violet-600 to-violet-700',
    max_personnes: 2,
    duree_minutes: 30,
    ordre: 4,
    actif: true,
    ouverte: false,
  },
  {
    value: 'saut',
    label: 'Leçon de saut',
    icon: '🏇',
    color: 'from-rose-600 to-rose-700',
    max_personnes: 3,
    duree_minutes: 30,
    ordre: 5,
    actif: true,
    ouverte: false,
  },
  {
    value: 'liberte',
    label: 'Liberté',
    icon: '🐎',
    color: 'from-teal-600 to-teal-700',
    max_personnes: 2,
    duree_minutes: 30,
    ordre: 6,
    actif: true,
    ouverte: false,
  },
];
