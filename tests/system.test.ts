/** `npm test` without a tool that only some tests need. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
