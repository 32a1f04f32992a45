/** Lesson types (SET-08 to SET-11). */
import type { CodeAdmin } from '../errors/admin.ts';
import { isOneLine } from '../core/one_line.ts';

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
  /** Euros for each rider, where the centre shows its prices (RIDE-57). */
  prix?: number | undefined;
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

/** The length of a lesson and its maximum of people. */
export type LeconSize = Pick<TypeLecon, 'max_personnes' | 'duree_minutes'>;

/** The maximum of people of a reservation whose lesson type is deleted (BOOK-07). */
export const MAX_PERSONNES_INCONNU = 6;

/**
 * The six lesson types that the first migration inserts (SET-10), and the fallback of screens that
 * only show (BOOK-25).
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

export const DUREES = [30, 60, 90, 120] as const;
const DEFAULT_ICON = '📚';
const LABEL_MAX = 60;

/**
 * The fields of a type that an edit may change: not its identifier, nor its place in the order
 * (SET-08).
 */
export type EditableType = Pick<
  TypeLecon,
  'label' | 'icon' | 'color' | 'max_personnes' | 'duree_minutes' | 'actif' | 'ouverte'
>;
export type NewType = Omit<TypeLecon, 'ordre' | 'actif' | 'prix'>;

/**
 * A new draft (SET-09). `proposed`: the duration of the settings, null where no administrator has
 * ever saved them (SET-06).
 */
export function brouillonDeType(proposed: number | null): NewType {
  const duree = DUREES.find((minutes) => minutes === proposed) ?? 30;
  return {
    value: '',
    label: '',
    icon: DEFAULT_ICON,
    color: COLORS[0],
    max_personnes: 1,
    duree_minutes: duree,
    ouverte: false,
  };
}

/** The icon of a form; the books where it is left empty. */
export function iconOf(text: string): string {
  return text.trim() || DEFAULT_ICON;
}

/** An identifier: in lower case, white space as underscores (SET-08). */
export function identifierOf(text: string): string {
  return text.trim().toLocaleLowerCase('fr').replace(/\s+/gu, '_');
}

/** Checks a new type in the order of its fields (SET-08, SET-11). */
export function refuseNouveauType(type: NewType): CodeAdmin | null {
  if (type.value === '' || type.label.trim() === '') return 'champs_manquants';
  if (type.value !== identifierOf(type.value) || !/^[\p{L}\p{N}_-]{1,50}$/u.test(type.value))
    return 'identifiant_invalide';
  return refuseType(type);
}

/** Checks a change of a type (SET-08); absent fields stay as they are. */
export function refuseType(type: Partial<EditableType>): CodeAdmin | null {
  const { label, icon, color, max_personnes: max, duree_minutes: duree } = type;
  if (label?.trim() === '') return 'libelle_vide';
  if (label !== undefined && !isOneLine(label, LABEL_MAX)) return 'libelle_invalide';
  if (icon !== undefined && !isIcon(icon)) return 'icone_invalide';
  if (color !== undefined && !COLORS.includes(color)) return 'couleur_invalide';
  if (max !== undefined && !(Number.isInteger(max) && max >= 1 && max <= 10)) return 'max_invalide';
  if (duree !== undefined && !DUREES.some((minutes) => minutes === duree)) return 'duree_invalide';
  return null;
}

/**
 * In UTF-16 units: one visible character may have many, the emoji of a family of four has eleven.
 */
const ICON_MAX = 32;
const GRAPHEMES = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** True for one or two visible characters (SET-08). */
function isIcon(text: string): boolean {
  if (text.trim() === '' || !isOneLine(text, ICON_MAX)) return false;
  return [...GRAPHEMES.segment(text)].length <= 2;
}
