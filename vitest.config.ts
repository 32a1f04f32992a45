/**
 * Six groups: rules that need no database, calls on one PostgreSQL, those of them that replace
 * modules, processes and crowds, end-to-end tests in three browser engines, and what takes long.
 * `npm test` runs the first three.
 */
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import vite from './vite.config.ts';

const RULES = ['src/{domain,documents,contract,web}/**/*.test.{ts,tsx}', 'tests/*.test.ts'];
const LONG = ['tests/endurance/**/*.test.ts'];
/** They run in `npm test` too, with fewer rounds. */
const RACES = ['tests/api/signin/race_{connexion,second_facteur}.test.ts'];
const ENGINES = ['tests/moteurs/*.test.ts'];
/** Forms in a browser, without a server (tests/composants/scene.ts). */
const COMPONENTS = ['tests/composants/*.test.ts'];
/** They replace modules of the server, which the other files of a worker have loaded before. */
const ALONE = ['tests/api/emails/courriels_attente_file.test.ts'];
/** `npm run test:full` runs them, `npm test` does not. */
const PROCESSES = ['tests/processus/*.test.ts'];

/**
 * The files that take longest, longest last. On a clean clone vitest begins with the largest files;
 * these, which wait for processes, are small.
 */
const LONG_FILES = [
  'courriels',
  'password_guessing',
  'disque',
  'courrier',
  'race',
  'race_bureau',
  'race_places',
  'start',
  'mise_a_jour',
  'migrations',
  'connexion_foule',
  'sauvegarde',
  'effacement',
  'exploitation',
  'photos_foule',
  'race_connexion',
  'sauvegarde_fichier',
  'inscriptions',
  'kill',
  'embedded_supervisor',
  'installation_restauration',
  'restauration',
  'sauvegarde_commandes',
  'account',
  'race_second_facteur',
  'redemarrage',
  'process',
  'guards',
  'bad_input',
  'embedded_place',
];

/** Begins with the long files, so that the workers end together. */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      LONG_FILES.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
    return Promise.resolve(
      files.toSorted((a, b) => a.project.name.localeCompare(b.project.name) || rank(b) - rank(a)),
    );
  }
}

// The time limits end what hangs: a busy machine takes ten times as long.
const onPostgres = {
  globalSetup: ['./tests/support/global-setup.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

// To load the server again for each file took as long as most files. What one file replaces is put
// back before the next.
const together = { isolate: false, restoreMocks: true };

export default defineConfig({
  test: {
    // One second, the usual bound, is short on a busy machine. What is true at once is not waited
    // for.
    expect: { poll: { timeout: 10_000 } },
    // More than twice the cores of the machine this is made for: many tests wait, for a process to
    // start or for a time to pass.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'regles', include: RULES, testTimeout: 120_000 } },
      {
        extends: true,
        test: {
          name: 'serveur',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...RULES, ...ALONE, ...PROCESSES, ...LONG, ...ENGINES, ...COMPONENTS],
          ...onPostgres,
          ...together,
        },
      },
      { extends: true, test: { name: 'seuls', include: ALONE, ...onPostgres } },
      {
        extends: true,
        test: { name: 'processus', include: PROCESSES, ...onPostgres, ...together },
      },
      {
        extends: true,
        test: { name: 'moteurs', include: ENGINES, ...onPostgres, testTimeout: 180_000 },
      },
      {
        extends: true,
        plugins: vite.plugins ?? [],
        server: { hmr: false },
        // Found before the first test: a library that is found later reloads the page of a test.
        optimizeDeps: { entries: ['index.html', ...COMPONENTS] },
        test: {
          name: 'composants',
          include: COMPONENTS,
          api: { host: '127.0.0.1' },
          testTimeout: 120_000,
          // To load the screens again for each file takes longer than most files.
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
                args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
              },
              contextOptions: { locale: 'fr-BE', reducedMotion: 'reduce' },
              actionTimeout: 10_000,
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'endurance',
          include: [...LONG, ...RACES],
          env: { ROUNDS: '200' },
          ...onPostgres,
          testTimeout: 1_800_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
