/** Messages of the service and of every command at the terminal. */
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
