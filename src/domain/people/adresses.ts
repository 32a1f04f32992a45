/** Who gave an account its email address, in words (ACC-104). */
import { formatJour, momentAt } from '../core/calendrier.ts';
import { dePersonne } from '../core/elision.ts';
import type { AdressePar } from './users.ts';

/** Shown instead of the name of an administrator whose account was erased since. */
const ERASED = 'un administrateur supprimé depuis';

/**
 * "L'adresse d'Hugo Dubois a été changée par Odile Bureau le samedi 21 novembre 2026." `nom`: of the
 * account.
 */
export const adresseParInWords = (nom: string, { nom: par, donnee, le }: AdressePar): string =>
  `L'adresse ${dePersonne(nom)} a été ${donnee ? 'donnée' : 'changée'} par ${par ?? ERASED} le ${formatJour(momentAt(new Date(le)).jour, 'long')}.`;
