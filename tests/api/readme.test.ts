/** The commands of README that open a centre, run as they stand there (SET-18). */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';

const home = mkdtempSync(join(tmpdir(), 'manege-readme-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const readme = readFileSync('README.md', 'utf8');
const commandsIn = (text: string): string[] => [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, command = '']) => command);
const run = (command: string): string => execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8', cwd: home, env: { HOME: home, PATH: `${home}:${process.env['PATH']}` } });

test('en production, le secret est tiré une fois, dans un fichier lisible de son propriétaire seul, et chaque démarrage le reprend', () => {
  const section = readme.slice(readme.indexOf('### En production'), readme.indexOf('- **Plusieurs instances**'));
  const [draw = '', settings = '', start = '', ...others] = commandsIn(section);
  expect(others).toEqual([]);
  // In place of npm, a program that says with which environment it was called.
  writeFileSync(join(home, 'npm'), '#!/bin/sh\n[ "$*" = start ] && env -0\n');
  chmodSync(join(home, 'npm'), 0o755);
  const file = join(home, 'manege.env');
  run(draw);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  appendFileSync(file, settings.replaceAll('…', 'mot-de-passe'));
  const started = Array.from({ length: 2 }, () => {
    run(draw); // whoever copies everything again
    return Object.fromEntries(run(start).split('\0').filter(Boolean).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [first, second] = started.map((env) => readEnv(env));
  expect(first!.secret).toHaveLength(44);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ production: true, PUBLIC_URL: 'https://reservation.centre.be', trustProxy: ['127.0.0.1'], expediteur: { name: 'Manège', address: 'bonjour@centre.be' }, smtp: { requireTls: true } });
});

test('aucune commande qui démarre le service ne tire de secret', () => {
  const lines = commandsIn(readme).flatMap((command) => command.replaceAll('\\\n', ' ').split('\n')).filter((line) => line.includes('npm start'));
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).not.toMatch(/openssl|random|uuid|\$\(|`/i);
});
