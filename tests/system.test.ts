/** `npm test` without a tool that only some tests need. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test("un mandataire ou un navigateur absent laisse des tests de côté, et n'est pas un échec", () => {
  const dir = mkdtempSync(join(tmpdir(), 'manege-outils-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  // A machine with only a browser, a font and poppler, without apt-get.
  for (const name of ['chromium', 'pdftotext', 'pdfinfo', 'fc-list']) {
    writeFileSync(join(dir, name), '#!/bin/sh\necho emoji\n');
    chmodSync(join(dir, name), 0o755);
  }
  for (const name of ['which', 'sh', 'echo']) symlinkSync(`/usr/bin/${name}`, join(dir, name));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-e', "import('./scripts/system.mjs').then((it) => it.ensureSystem())"],
    { encoding: 'utf8', env: { PATH: dir } },
  );
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Sans .*Caddy.*Firefox.*quelques tests ne seront pas exécutés/m);
});

test('un compte au-delà de sa borne est un échec qui nomme la partie, le compte et la borne', async () => {
  const script = '../scripts/counts.mjs';
  const { beyond } = (await import(script)) as {
    beyond: (part: string, counts: Record<string, number>) => string[];
  };
  const bounds = JSON.parse(readFileSync('tests/bounds.json', 'utf8')) as Record<
    string,
    Record<string, number>
  >;
  expect(Object.keys(bounds)).toEqual(
    expect.arrayContaining(['vitest-regles', 'parcours', 'ecrans', 'reseau', 'vitest-moteurs']),
  );
  expect(beyond('parcours', bounds['parcours']!)).toEqual([]);
  const { axe } = bounds['parcours']!;
  expect(beyond('parcours', { ...bounds['parcours'], axe: axe! + 1 })).toEqual([
    `parcours: ${axe! + 1} axe (tests/bounds.json: ${axe})`,
  ]);
  expect(beyond('parcours', {})).toEqual([]);
});
