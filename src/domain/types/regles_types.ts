/** New and changed lesson types. Separate from `types_lecons.ts`, which every screen loads. */
import type { CodeAdmin } from '../errors/admin.ts';
import { isOneLine } from '../core/one_line.ts';
import { COLORS, type TypeLecon } from './types_lecons.ts';

export const DUREES = [30, 60, 90, 120] as const;
const DEFAULT_ICON = '📚';
const LABEL_MAX = 60;

/**
 * The fields of a type that an edit may change. The identifier and the position in the order do not
 * change (SET-08).
 */
export type EditableType = Pick<
  TypeLecon,
  'label' | 'icon' | 'color' | 'max_personnes' | 'duree_minutes' | 'actif' | 'ouverte'
>;
export type NewType = Omit<TypeLecon, 'ordre' | 'actif' | 'prix' | 'suivant'>;

/**
 * A new draft (SET-09). `proposed`: the duration in the settings, null if no administrator has ever
 * saved them (SET-06).
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

/** The icon of a form; the default icon if the field is empty. */
export function iconOf(text: string): string {
  return text.trim() || DEFAULT_ICON;
}

/** An identifier: in lower case, with underscores instead of white space (SET-08). */
export function identifierOf(text: string): string {
  return text.trim().toLocaleLowerCase('fr').replace(/\s+/gu, '_');
}

/** Checks a new type in the order of its fields (SET-08, SET-11); null if it may be stored. */
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
 * In UTF-16 units: one visible character may have many; the emoji of a family of four has eleven.
 */
const ICON_MAX = 32;
const GRAPHEMES = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** True for one or two visible characters (SET-08). */
function isIcon(text: string): boolean {
  if (text.trim() === '' || !isOneLine(text, ICON_MAX)) return false;
  return [...GRAPHEMES.segment(text)].length <= 2;
}
