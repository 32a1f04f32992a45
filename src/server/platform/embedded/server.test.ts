import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Home } from './home.ts';
import { trimLog } from './server.ts';

const dir = mkdtempSync(join(tmpdir(), 'manege-journal-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('un journal de la base qui disparaît tandis qu\'on le regarde n\'arrête pas le service', () => {
  const journal = join(dir, 'postgres.log');
  for (let last = 1; last <= 3; last += 1) {
    writeFileSync(journal, '');
    let looks = 0;
    const home = { get logFile() {
      looks += 1;
      if (looks === last) rmSync(journal, { force: true }); // gone before the `last` look at it
      return journal;
    } } as Home;
    expect(() => trimLog(home)).not.toThrow();
  }
});
