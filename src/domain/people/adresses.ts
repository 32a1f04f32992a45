/** By whom an account may have got into other hands, in words (ACC-104). */
import { formatJour, momentAt } from '../core/calendrier.ts';
import { dePersonne } from '../core/elision.ts';
import type { AdressePar } from './users.ts';

/** Shown instead of the name of an administrator whose account was erased since. */
const ERASED = 'un administrateur supprimé depuis';

/**
 * "L'adresse de Hugo Dubois a été changée par Odile Bureau le samedi 21 novembre 2026." `nom`: of the
 * account.
 */
export const adresseParInWords = (nom: string, { nom: par, geste, le }: AdressePar): string => {
  const de = dePersonne(nom);
  const quoi = {
    changee: `L'adresse ${de} a été changée`,
    donnee: `L'adresse ${de} a été donnée`,
    lien: `Un lien pour entrer dans le compte ${de} a été affiché`,
  }[geste];
  return `${quoi} par ${par ?? ERASED} le ${formatJour(momentAt(new Date(le)).jour, 'long')}.`;
};
