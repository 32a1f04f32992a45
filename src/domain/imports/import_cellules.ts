/** What a cell of an imported file says (IMP-13). */
import type { Cible } from './import_colonnes.ts';

/** Columns with names of people: 'Null' and 'Geen' are names, too. */
const NOMS = new Set<Cible>(['nom', 'prenom', 'nom_complet', 'cavalier']);

/** What a spreadsheet shows instead of a value, in French, Dutch and English: '#N/A', '#REF!'. */
const ERREUR = /^#(?:N\/[A-Z]+|[\p{L}/0]+ ?[!?])$/iu;
/** Words for an empty cell. */
const RIEN =
  /^(?:n\/[ad]|n\.a\.|n\.v\.t\.|nvt|n[ée]ant|nihil|null|none|aucune?|geen|inconnue?|onbekend)$/iu;
const SIGNES = /^[\p{P}\p{S}\s]+$/u;
/** A number that a spreadsheet has shortened, so that its last digits are lost: '4,75332E+08'. */
const ABREGE = /^\d+(?:[.,]\d+)?E\+?\d+$/iu;
/** A telephone has at least so many digits (LIM-231). */
const CHIFFRES_MIN = 6;

/**
 * Without the apostrophe that keeps a number a text in a spreadsheet, or that our own files put before
 * what it would compute.
 */
const unguarded = (text: string): string =>
  /^'\s*[=+\-@＝＋－＠\d]/u.test(text) ? text.slice(1).trim() : text;

/** The text of a cell; '' if it is empty, null if it is not what its column says. */
export function readCell(cible: Cible, valeur: string): string | null {
  const text = unguarded(valeur.trim());
  if (text === '') return '';
  if (SIGNES.test(text) || ERREUR.test(text) || /^n\/a$/iu.test(text)) return null;
  if (!NOMS.has(cible) && RIEN.test(text)) return null;
  if (cible !== 'telephone') return text;
  const isWhole = !ABREGE.test(text) && text.replaceAll(/\D/g, '').length >= CHIFFRES_MIN;
  return isWhole ? text : null;
}

/** A column with cells that are not what it says. `colonne`: its place; `lignes`: of these cells. */
export type Illisible = { colonne: number; cible: Cible; lignes: number[] };

/** All of them, by column. They are taken as empty, so that they replace nothing. */
export function illisiblesIn(
  lignes: readonly { ligne: number; valeurs: string[] }[],
  cibles: readonly Cible[],
): Illisible[] {
  return cibles.flatMap((cible, colonne): Illisible[] => {
    if (cible === 'ignorer') return [];
    const found = lignes.filter(({ valeurs }) => readCell(cible, valeurs[colonne] ?? '') === null);
    return found.length === 0 ? [] : [{ colonne, cible, lignes: found.map(({ ligne }) => ligne) }];
  });
}
