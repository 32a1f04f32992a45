/**
 * The basic promise of `npm start`. The other tests of starts, stops and processes are in
 * tests/processus.
 */
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../../src/server/platform/embedded/postmaster.ts';
import { runNpm } from '../../support/npm.ts';
import { callWith, tokenFor } from '../../support/server.ts';

test('npm start dans un dossier vide : un centre de démonstration, où on entre ; SIGTERM à npm arrête tout proprement', async () => {
  // SET-17, SET-24
  const folder = mkdtempSync(join(tmpdir(), 'manege-demarrage-'));
  // as root, PostgreSQL runs under another account, which must be able to enter
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { npm, server, others, printed } = await runNpm(['start'], { DATA_DIR: folder });
  expect(others.length).toBeGreaterThan(2); // PostgreSQL
  const [url = ''] = /http:\/\/localhost:\d+/.exec(printed()) ?? [];
  const [email = ''] = /\S+@demo\.example/.exec(printed()) ?? [];
  const [, password = ''] = /tous les comptes : (\S+)/.exec(printed()) ?? [];
  const { body } = await callWith(await tokenFor(url, email, password), `${url}/api/reservations`);
  expect(body.length).toBeGreaterThan(5);
  const left = once(npm, 'exit').then((end) => ({
    end,
    running: [server, ...others].filter(({ pid }) => isRunning(pid)),
  }));
  npm.kill('SIGTERM');
  expect(await left).toEqual({ end: [0, null], running: [] });
});
