/**
 * The 3,000 commonest passwords of at least 8 characters, in lower case (ACC-90): the package lists
 * passwords of known leaks, the commonest first. The build writes these alone into the browser's
 * copy of this file (vite.config.ts).
 */
import { dictionary } from '@zxcvbn-ts/language-common';
import { RESET_PASSWORD_MIN } from '../people/users.ts';

export const COURANTS: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= RESET_PASSWORD_MIN)
    .slice(0, 3000),
);
