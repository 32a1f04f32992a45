/** Three groups: rules that need no database, everything on one PostgreSQL, and what takes long. */
import { defineConfig } from 'vitest/config';

const RULES = ['src/{domain,documents,contract,web}/**/*.test.{ts,tsx}', 'tests/bench.test.ts', 'tests/floors.test.ts', 'tests/interface.test.ts', 'tests/specification.test.ts'];
const LONG = ['tests/endurance/**/*.test.ts'];

const onPostgres = { globalSetup: ['./tests/support/global-setup.ts'], testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // The machine this is made for has two cores, and PostgreSQL wants its share.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'regles', include: RULES, testTimeout: 20_000 } },
      { extends: true, test: { name: 'serveur', include: ['src/**/*.test.ts', 'tests/**/*.test.ts'], exclude: [...RULES, ...LONG, 'tests/parcours/**'], ...onPostgres } },
      { extends: true, test: { name: 'endurance', include: LONG, ...onPostgres, testTimeout: 1_800_000, fileParallelism: false } },
    ],
  },
});
