/** Lesson types (§3; decisions 26, 29, 37). */

export type TypeLecon = {
  value: string;
  label: string;
  icon: string;
  color: Couleur;
  max_personnes: number;
  duree_minutes: number;
  ordre: number;
  actif: boolean;
};

/** The palette of gradient pairs a lesson type may wear, stored as the class pair (decision 37). */
export const COULEURS = [
  'from-gray-500 to-gray-600',
  'from-emerald-600 to-emerald-700',
  'from-amber-600 to-amber-700',
  'from-sky-600 to-sky-700',
  'from-rose-600 to-rose-700',
  'from-violet-600 to-violet-700',
  'from-teal-600 to-teal-700',
] as const;
export type Couleur = (typeof COULEURS)[number];

/** Decision 29: what a reservation counts up to when its lesson type is gone. */
export const MAX_PERSONNES_INCONNU = 6;

/** §3: the six lesson types the first migration inserts, and the fallback of screens that only show. */
export const TYPES_PAR_DEFAUT: readonly TypeLecon[] = [
  { value: 'particuliere', label: 'Leçon particulière', icon: '🎯', color: 'from-amber-600 to-amber-700', max_personnes: 1, duree_minutes: 30, ordre: 1, actif: true },
  { value: 'collective', label: 'Leçon collective', icon: '👥', color: 'from-emerald-600 to-emerald-700', max_personnes: 6, duree_minutes: 60, ordre: 2, actif: true },
  { value: 'travail_pied', label: 'Travail à pied', icon: '🚶', color: 'from-sky-600 to-sky-700', max_personnes: 3, duree_minutes: 60, ordre: 3, actif: true },
  { value: 'longe', label: 'Longe', icon: '🪢', color: 'from-violet-600 to-violet-700', max_personnes: 2, duree_minutes: 30, ordre: 4, actif: true },
  { value: 'saut', label: 'Leçon de saut', icon: '🏇', color: 'from-rose-600 to-rose-700', max_personnes: 3, duree_minutes: 30, ordre: 5, actif: true },
  { value: 'liberte', label: 'Liberté', icon: '🐎', color: 'from-teal-600 to-teal-700', max_personnes: 2, duree_minutes: 30, ordre: 6, actif: true },
];
