/**
 * The commands of the texts for operators of the service. A shell block has a name, which readers
 * do not see, after `sh`: "```sh backup". A test runs it by that name. tests/commands.test.ts
 * refuses a block that no test runs.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Block = { text: string; name: string; command: string };

/** The texts whose commands are run. */
const TEXTS = ['README.md', 'docs/exploitation.md'];

const read = (text: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${text}`, import.meta.url)), 'utf8');

export const blocks: readonly Block[] = TEXTS.flatMap((text) =>
  [...read(text).matchAll(/^```sh(.*)\n([^]*?)^```/gm)].map(([, name = '', command = '']) => ({
    text,
    name: name.trim(),
    command,
  })),
);

/** The command with that name, as written in its text. */
export function commandOf(name: string): string {
  const found = blocks.find((block) => block.name === name);
  if (found === undefined) throw new Error(`no block "\`\`\`sh ${name}" in ${TEXTS.join(' or ')}`);
  return found.command;
}
