/** How often tests repeat random cases. */

/** `npm run test:full` sets FULL; without it a few rounds are run. */
export const rounds = <T>(few: T, full: T): T => (process.env['FULL'] === undefined ? few : full);
