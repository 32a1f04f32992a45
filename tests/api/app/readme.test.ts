/** The commands of README, run exactly as written (SET-18). */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEnv } from '../../../src/server/env.ts';
import { blocks, commandOf } from '../../support/commands.ts';

const home = mkdtempSync(join(tmpdir(), 'manege-readme-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (command: string): string =>
  execFileSync('/bin/sh', ['-c', command], {
    encoding: 'utf8',
    cwd: home,
    env: { HOME: home, PATH: `${home}:${process.env['PATH']}` },
  });

/** Replaces npm by a program that prints its arguments and its environment. */
function replaceNpm(): void {
  writeFileSync(join(home, 'npm'), '#!/bin/sh\nprintf "npm=$*\\0"\nenv -0\n');
  chmodSync(join(home, 'npm'), 0o755);
}

const said = (output: string): Record<string, string> =>
  Object.fromEntries(
    output
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

test('pour essayer : npm start et npm test ; pour ouvrir un vrai centre : une base vide et un administrateur', () => {
  replaceNpm();
  expect(
    run(commandOf('try'))
      .split('\0')
      .filter((line) => line.startsWith('npm=')),
  ).toEqual(['npm=start', 'npm=test']);
  const { npm, ...env } = said(run(commandOf('open-centre').replace('…', 'mot-de-passe')));
  expect(npm).toBe('start');
  expect(env).toMatchObject({
    DEMO: '0',
    DATA_DIR: '/srv/manege',
    ADMIN_EMAIL: 'vous@centre.be',
    ADMIN_PASSWORD: 'mot-de-passe',
  });
});

test('en production, le secret est tiré une fois, dans un fichier lisible de son propriétaire seul, et chaque démarrage le reprend', () => {
  replaceNpm();
  const file = join(home, 'manege.env');
  run(commandOf('draw-secret'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  appendFileSync(file, commandOf('settings').replaceAll('…', 'mot-de-passe'));
  const started = Array.from({ length: 2 }, () => {
    run(commandOf('draw-secret')); // for a reader who copies all commands again
    const [build, ...served] = run(commandOf('start')).split('npm=run serve');
    expect(build).toMatch(/^npm=run build\0/);
    expect(build).not.toContain('SECRET=');
    return said(served.join(''));
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [first, second] = started.map((env) => readEnv(env));
  expect(first!.secret).toHaveLength(44);
  expect(second).toEqual(first);
  expect(first).toMatchObject({
    production: true,
    PUBLIC_URL: 'https://reservation.centre.be',
    trustProxy: ['127.0.0.1'],
    expediteur: { name: 'Manège', address: 'bonjour@centre.be' },
    smtp: { requireTls: true },
  });
});

test('aucune commande qui démarre le service ne tire de secret', () => {
  const lines = blocks
    .flatMap(({ command }) => command.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => /npm (?:start|run serve)/.test(line));
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).not.toMatch(/openssl|random|uuid|\$\(|`/i);
});
