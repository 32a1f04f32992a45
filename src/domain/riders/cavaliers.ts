/** The riders for whom an account books: its children, its friends (RIDE-20 to RIDE-22). */
import type { CodeCavalier } from '../errors/cavaliers.ts';
import { isNom } from '../people/users.ts';

export type CavalierSaisi = {
  nom: string;
  annee_naissance: number | null;
  /** For the instructor, on one or more lines. */
  note: string | null;
};

export type Cavalier = CavalierSaisi & {
  id: string;
  /** Counts the changes. A change that sends an older version is refused (RIDE-89). */
  version: number;
};

/** What administrators read about a rider in a lesson. */
export type NoteCavalier = CavalierSaisi & { reservation_id: string };

/** How many riders an account keeps (RIDE-21). */
export const CAVALIERS_MAX = 20;
export const NOTE_MAX = 300;
const FIRST_ANNEE = 1900;

/** Why a rider cannot be stored; null if it can (RIDE-21). `jour`: today in Brussels. */
export function refuseCavalier(
  { nom, annee_naissance: annee, note }: CavalierSaisi,
  jour: string,
): CodeCavalier | null {
  if (!isNom(nom)) return 'cavalier_nom_invalide';
  if (
    annee !== null &&
    (!Number.isInteger(annee) || annee < FIRST_ANNEE || annee > Number(jour.slice(0, 4)))
  )
    return 'cavalier_annee_invalide';
  return note !== null && note.trim().length > NOTE_MAX ? 'cavalier_note_longue' : null;
}

/** A rider as it is stored: the name with single spaces, and null for an empty note. */
export const tidyCavalier = ({ nom, annee_naissance, note }: CavalierSaisi): CavalierSaisi => ({
  nom: nom.trim().replace(/\s+/gu, ' '),
  annee_naissance,
  note: note?.trim() || null,
});

/**
 * The key that is equal for two spellings of one rider's name, as the database compares them
 * (PRICE-09).
 */
export const cleOf = (nom: string): string =>
  nom
    .trim()
    .replace(/\s+/gu, ' ')
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase();

/** The names that occur more than once in a lesson, each in its first spelling (BOOK-34). */
export function repeatedOf(noms: readonly string[]): string[] {
  const cles = noms.map(cleOf);
  return noms
    .filter(
      (_, n) =>
        cles[n] !== '' && cles.indexOf(cles[n] ?? '') === n && cles.lastIndexOf(cles[n] ?? '') > n,
    )
    .map((nom) => nom.trim());
}
