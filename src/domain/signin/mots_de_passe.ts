/** Passwords that attackers try first (ACC-90, ACC-91). */
import type { CodePeople } from '../errors/people.ts';
import { refusePassword, RESET_PASSWORD_MIN } from '../people/users.ts';

/**
 * Words of a riding centre and of this product, without accents, which attackers try early
 * (ACC-91).
 */
const METIER = [
  'administrateur',
  'admin',
  'webmaster',
  'utilisateur',
  'motdepasse',
  'reservation',
  'lecon',
  'moniteur',
  'monitrice',
  'manege',
  'centre',
  'club',
  'ecurie',
  'sellerie',
  'carriere',
  'piste',
  'equitation',
  'equestre',
  'cavalier',
  'cavaliere',
  'cheval',
  'chevaux',
  'jument',
  'etalon',
  'poulain',
  'poney',
  'galop',
  'dressage',
  'obstacle',
  'voltige',
];

const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

/**
 * True if the letters of a password consist only of such words, plurals included: `Manège2026!`,
 * `cheval-poney`. `noms`: the name and the town of the centre; their words of four letters or more
 * count too.
 */
export function isDuMetier(password: string, noms: readonly string[] = []): boolean {
  const words = [
    ...METIER,
    ...noms
      .flatMap((nom) => nom.split(/[^\p{L}]+/u))
      .map(lettersOf)
      .filter((word) => word.length > 3),
  ];
  const letters = lettersOf(password);
  // Longest first, so that `cavaliere` is not matched as `cavalier` with a remainder.
  const longestFirst = words.toSorted((a, b) => b.length - a.length).join('|');
  return letters !== '' && letters.replaceAll(new RegExp(`(?:${longestFirst})s?`, 'g'), '') === '';
}

/**
 * True for one of the 3,000 most common passwords of at least 8 characters, in any case, and for
 * words of the trade. The list is loaded at its first use.
 */
export async function isCourant(password: string, noms: readonly string[] = []): Promise<boolean> {
  if (password.length < RESET_PASSWORD_MIN) return false;
  if (isDuMetier(password, noms)) return true;
  const { COURANTS } = await import('./mots_de_passe_courants.ts');
  return COURANTS.has(password.toLowerCase());
}

/**
 * Checks a password that is chosen by a link or in the profile (ACC-20). `centre`: the centre that
 * the server is set up for. `own`: words that count too, used for the names and the address of the
 * first administrator, whom nobody approves (ACC-38).
 */
export async function refuseNewPassword(
  password: string,
  centre: { nom: string; ville: string },
  own: readonly string[] = [],
): Promise<CodePeople | null> {
  return (
    refusePassword(password) ??
    ((await isCourant(password, [centre.nom, centre.ville, ...own]))
      ? 'mot_de_passe_courant'
      : null)
  );
}
