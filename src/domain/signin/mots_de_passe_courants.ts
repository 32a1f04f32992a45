/**
 * The 3,000 most common passwords of at least 8 characters, in lower case (ACC-90). The package
 * lists passwords of known leaks, the most common first. The build writes only these into the
 * browser's copy of this file (vite.config.ts).
 */
import { dictionary } from '@zxcvbn-ts/language-common';
import { RESET_PASSWORD_MIN } from '../people/users.ts';

export const COURANTS: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= RESET_PASSWORD_MIN)
    .slice(0, 3000),
);
