/** Lesson types (§3, §5, §9; decisions 26, 29, 37). */
import type { CodeRefus } from './errors.ts';
import { isLigne } from './ligne.ts';
import { DUREE_PAR_DEFAUT } from './parametres.ts';

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

/** How long a lesson is and for how many. */
export type RegleDeLecon = Pick<TypeLecon, 'max_personnes' | 'duree_minutes'>;

/** Decision 29: what a reservation counts up to when its lesson type is gone. */
export const MAX_PERSONNES_INCONNU = 6;

/** §3: the six lesson types that migration 0001 inserts, and the fallback of screens that only show. */
export const TYPES_PAR_DEFAUT: readonly TypeLecon[] = [
  { value: 'particuliere', label: 'Leçon particulière', icon: '🎯', color: 'from-amber-600 to-amber-700', max_personnes: 1, duree_minutes: 30, ordre: 1, actif: true },
  { value: 'collective', label: 'Leçon collective', icon: '👥', color: 'from-emerald-600 to-emerald-700', max_personnes: 6, duree_minutes: 60, ordre: 2, actif: true },
  { value: 'travail_pied', label: 'Travail à pied', icon: '🚶', color: 'from-sky-600 to-sky-700', max_personnes: 3, duree_minutes: 60, ordre: 3, actif: true },
  { value: 'longe', label: 'Longe', icon: '🪢', color: 'from-violet-600 to-violet-700', max_personnes: 2, duree_minutes: 30, ordre: 4, actif: true },
  { value: 'saut', label: 'Leçon de saut', icon: '🏇', color: 'from-rose-600 to-rose-700', max_personnes: 3, duree_minutes: 30, ordre: 5, actif: true },
  { value: 'liberte', label: 'Liberté', icon: '🐎', color: 'from-teal-600 to-teal-700', max_personnes: 2, duree_minutes: 30, ordre: 6, actif: true },
];

export const DUREES = [30, 60, 90, 120] as const;
const ICONE_PAR_DEFAUT = '📚';
const LIBELLE_MAX = 60;

/** What of a type may be changed; its identifier and its place are not (§3). */
export type TypeLeconModifiable = Pick<TypeLecon, 'label' | 'icon' | 'color' | 'max_personnes' | 'duree_minutes' | 'actif'>;
export type NouveauType = Omit<TypeLecon, 'ordre' | 'actif'>;

/** §3: a new draft. The duration proposed is the centre's, where it is one of the four and was changed; 30 otherwise (decision 34). */
export function brouillonDeType(lessonDuration: number): NouveauType {
  const duree = DUREES.find((minutes) => minutes === lessonDuration && minutes !== DUREE_PAR_DEFAUT) ?? 30;
  return { value: '', label: '', icon: ICONE_PAR_DEFAUT, color: COULEURS[0], max_personnes: 1, duree_minutes: duree };
}

/** §9: the books, where a form leaves it empty. */
export function iconeOf(texte: string): string {
  return texte.trim() || ICONE_PAR_DEFAUT;
}

/** §5: forced lowercase, whitespace becomes underscores. */
export function identifiantOf(texte: string): string {
  return texte.trim().toLocaleLowerCase('fr').replace(/\s+/gu, '_');
}

/** §5: the checks of a new type in the order of its fields. */
export function refuseNouveauType(type: NouveauType): CodeRefus | null {
  if (type.value === '' || type.label.trim() === '') return 'champs_manquants';
  if (type.value !== identifiantOf(type.value) || !/^[\p{L}\p{N}_-]{1,50}$/u.test(type.value)) return 'identifiant_invalide';
  return refuseType(type);
}

/** §5, decision 37: the checks of a type that is changed; a field that is not named stays. */
export function refuseType(type: Partial<TypeLeconModifiable>): CodeRefus | null {
  const { label, icon, color, max_personnes: max, duree_minutes: duree } = type;
  if (label?.trim() === '') return 'libelle_vide';
  if (label !== undefined && !isLigne(label, LIBELLE_MAX)) return 'libelle_invalide';
  if (icon !== undefined && !isIcone(icon)) return 'icone_invalide';
  if (color !== undefined && !COULEURS.includes(color)) return 'couleur_invalide';
  if (max !== undefined && !(Number.isInteger(max) && max >= 1 && max <= 10)) return 'max_invalide';
  if (duree !== undefined && !DUREES.some((minutes) => minutes === duree)) return 'duree_invalide';
  return null;
}

/** One visible sign may be many UTF-16 units: a family of four is eleven. */
const ICONE_MAX = 32;
const GRAPHEMES = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** Decision 37: one or two characters as one sees them. */
function isIcone(texte: string): boolean {
  if (texte.trim() === '' || !isLigne(texte, ICONE_MAX)) return false;
  return [...GRAPHEMES.segment(texte)].length <= 2;
}
