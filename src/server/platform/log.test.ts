import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('le journal dit pourquoi une requête a échoué, jamais ce qu\'elle portait', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => { lines.push(line); } });
  const cause = new Error('la table est occupée');
  log.error({ err: new DrizzleQueryError('select $1', ['un-jeton-secret'], cause) }, 'échec');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('la table est occupée');
  expect(lines[0]).not.toContain('un-jeton-secret');
});
