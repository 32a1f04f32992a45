import { createContext } from 'react';

/**
 * The names in the form, for what shows them elsewhere: a key in a name draws only that again
 * (BOOK-41).
 */
export const Noms = createContext<readonly string[]>([]);
