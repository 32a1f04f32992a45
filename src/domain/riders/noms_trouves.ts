/** In which order a typed text finds names (PEOPLE-48); `stores/people/noms.ts` has it for SQL. */
import { cleOf } from './cavaliers.ts';

/** Besides a space, these signs end a word of a name or of an address. */
export const SIGNES_DE_MOTS = "-'’.,@/";

const spaced = (cle: string): string =>
  ` ${[...cle].map((sign) => (SIGNES_DE_MOTS.includes(sign) ? ' ' : sign)).join('')}`;

/**
 * How well a text finds a name: 3 if the name begins with it, 2 if each of its words begins a word of
 * the name, 1 if each is a part of it, otherwise 0. Case and accents do not count.
 */
export function findsName(q: string, nom: string): 0 | 1 | 2 | 3 {
  const [text, cle] = [cleOf(q), cleOf(nom)];
  const words = text.split(' ');
  if (cle.startsWith(text)) return 3;
  if (words.every((word) => spaced(cle).includes(spaced(word)))) return 2;
  return words.every((word) => cle.includes(word)) ? 1 : 0;
}

/** The names that a text finds best first; the order of equal ones stays. */
export const bestFirst = <T>(q: string, all: readonly T[], nameOf: (one: T) => string): T[] =>
  all.toSorted((a, b) => findsName(q, nameOf(b)) - findsName(q, nameOf(a)));
