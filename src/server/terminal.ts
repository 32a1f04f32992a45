/** What the service and every command beside it say at the terminal. */
import { readFileSync } from 'node:fs';

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The version of Manège in this folder. */
export const readVersion = (): string =>
  (
    JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    }
  ).version;
