/**
 * `npm test`: what a change must pass, in sequence, each part with its own output. The last lines
 * name what failed and why, for a log of which only the end is kept. The very last line has the total
 * counts. `npm test -- serveur`, `formulaires`, `parcours`, `moteurs`, `ecrans` and `reseau` run one part; arguments
 * after it are passed to its runner. `npm test -- series`: the tests in whose path this is, of every part. `npm run check`: the quick part. `npm run test:full`: all of
 * `npm test` with all rounds of random tests, and the rest: processes and crowds, `npm run
 * test:engines` (all core end-to-end tests in Chromium, Firefox and WebKit, and axe at every width)
 * and `npm run test:endurance`, the long part.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { beyond, childSeconds, readCounts, sizes, startCounting } from './counts.mjs';
import { ensureInstalled } from './install.mjs';
import { isEnding, main, node24, UserError, ROOT, run, say, seconds } from './processes.mjs';
import { ensureSystem, findChromium } from './system.mjs';

const REPORTS = 'test-results/reports';
const count = { passed: 0, failed: 0 };
const failures = [];
/** Tests that could not be run here. They count neither as passed nor as failed. */
const skipped = [];
/** Whether all parts run with one filter, which may leave nothing of some. */
let filtered = false;

/** Runs one part and adds its counts. A part that throws is one failure. */
async function part(title, work) {
  if (isEnding()) return;
  const since = Date.now();
  say(`\n── ${title}`);
  let result = { passed: 0, failed: 1, names: [title] };
  try {
    result = await work();
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
  }
  count.passed += result.passed;
  count.failed += result.failed;
  failures.push(...(result.names ?? []));
  skipped.push(...(result.skipped ?? []));
  say(`── ${title} : ${result.failed === 0 ? 'réussi' : 'échec'} (${seconds(since)})`);
}

const tool = (path, ...args) =>
  run(node24(), [`node_modules/${path}`, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });

const check = (title, path, ...args) =>
  part(title, async () =>
    (await tool(path, ...args)) === 0
      ? { passed: 1, failed: 0 }
      : { passed: 0, failed: 1, names: [title] },
  );

const checks = async () => {
  await check('Types', 'typescript/bin/tsc', '-b');
  await check('Style', 'oxlint/bin/oxlint');
  await check(
    'Mise en forme',
    'prettier/bin/prettier.cjs',
    '--check',
    '--cache',
    '--log-level',
    'warn',
    '.',
  );
  await check('Code mort', 'knip/bin/knip.js', '--no-progress');
};

/**
 * Runs a test runner and counts the results in its report. A runner that fails without naming a
 * test is one failure; so is one that runs none, unless the parts are filtered. Prints what the part
 * cost; each count beyond its bound is one failure.
 */
async function runner(file, read, work) {
  const path = join(ROOT, REPORTS, file);
  rmSync(path, { force: true });
  startCounting();
  const before = childSeconds();
  const code = await work(path);
  const {
    passed,
    failed,
    names,
    skipped: left = [],
  } = existsSync(path)
    ? read(JSON.parse(readFileSync(path, 'utf8')))
    : { passed: 0, failed: 0, names: [] };
  const counts = readCounts(passed + failed + left.length);
  const used =
    before === null ? '' : `, ${Math.round(childSeconds() - before)} s of processor time`;
  say(
    `\n${Object.entries(counts)
      .map(([name, n]) => `${name} ${n}`)
      .join(', ')}${used}`,
  );
  const none = passed + left.length === 0 && !filtered;
  const silent = failed === 0 && (code !== 0 || none);
  if (silent) say(`Le lanceur s'est arrêté (code ${code}) sans nommer de test en échec.`);
  const costly = beyond(file.replace('.json', ''), counts);
  for (const sentence of costly) say(sentence);
  return {
    passed,
    failed: failed + (silent ? 1 : 0) + costly.length,
    names: [...(silent ? [file] : names), ...costly],
    skipped: left,
  };
}

/** The first line of a failure's message, without colour codes. */
const because = (message = '') =>
  ` : ${stripVTControlCharacters(message).split('\n')[0].slice(0, 200)}`;

/** A test file that could not be loaded counts as one failure. */
function readVitest({ numPassedTests, testResults }) {
  const names = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults
        .filter((one) => one.status === 'failed')
        .map(({ fullName, failureMessages }) => ` › ${fullName}${because(failureMessages[0])}`);
      return (failed.length > 0 ? failed : [because(message)]).map(
        (title) => `${relative(ROOT, name)}${title}`,
      );
    });
  const left = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped')
      .map(({ fullName }) => `${relative(ROOT, name)} › ${fullName}`),
  );
  return { passed: numPassedTests, failed: names.length, names, skipped: left };
}

const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];

/**
 * After a timeout of the test, the last error names the step that was waiting, and the last line of
 * its log says for what, or what was there instead.
 */
function becauseOf(errors) {
  const { message, location } = errors.at(-1) ?? {};
  const log = stripVTControlCharacters(message ?? '').match(/^Call log:\n(?: +\S.*\n?)+/m)?.[0];
  const waited = log?.trim().split('\n').at(-1).trim();
  return `${location ? ` (ligne ${location.line})` : ''}${because(message)}${waited ? ` [${waited}]` : ''}`;
}

/** The messages and the open dialogs of the page at the failure. */
function shownBy(attachments) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (!path || !existsSync(path)) return '';
  const lines = readFileSync(path, 'utf8').split('\n');
  const shown = lines.flatMap((line, n) =>
    /^ *- (?:alert|alertdialog|dialog|status)\b/.test(line)
      ? [`${line}${line.endsWith(':') ? lines[n + 1] : ''}`.replaceAll(/ *(?:- |\[[^\]]*\])/g, ' ')]
      : [],
  );
  const told = shown.filter((line) => line.trim().includes(' '));
  return told.length > 0 ? ` {${told.join(' |').slice(0, 300)} }` : '';
}

/** An end-to-end test that passes at its second attempt counts as failed. */
function readPlaywright({ stats, errors, suites }) {
  const names = suites
    .flatMap(specs)
    .flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(
          ({ projectName, results }) =>
            `[${projectName}] ${file}:${line} › ${title}${becauseOf(results.flatMap((one) => one.errors))}${shownBy(results.flatMap((one) => one.attachments))}`,
        ),
    );
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    names: [...names, ...errors.map(({ message }) => message)],
  };
}

/** `report`: the name of the part in tests/bounds.json, after `vitest-`. */
const vitestAs = (report, title, projects, ...filters) =>
  part(title, () =>
    runner(`vitest-${report}.json`, readVitest, (path) =>
      tool(
        'vitest/vitest.mjs',
        'run',
        ...projects.flatMap((name) => ['--project', name]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${path}`,
        ...(filtered ? ['--passWithNoTests'] : []),
        ...filters,
      ),
    ),
  );

const vitest = (title, projects, ...filters) => vitestAs(projects[0], title, projects, ...filters);

const playwright = (title, file, projects, ...filters) =>
  part(title, () =>
    runner(file, readPlaywright, (path) =>
      run(
        node24(),
        [
          'node_modules/@playwright/test/cli.js',
          'test',
          ...filters, // first, because `--project` takes every name that follows it
          ...(filtered ? ['--pass-with-no-tests'] : []),
          ...projects.flatMap((name) => ['--project', name]),
          // Each part keeps the pictures of its failures: a run removes what is in its folder.
          '--output',
          `test-results/${file.replace('.json', '')}`,
        ],
        {
          stdio: ['ignore', 'inherit', 'inherit'],
          env: { ...process.env, CHROMIUM: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: path },
        },
      ),
    ),
  );

/**
 * Missing tools of the system are one failure; the other parts run anyway. The build runs first,
 * because tests check its sizes. It is counted only if it fails.
 */
async function prepare() {
  await part('Outils du système', async () => {
    await ensureSystem();
    return { passed: 0, failed: 0 };
  });
  await part('Construction', async () => {
    await ensureBuilt();
    return { passed: 0, failed: 0 };
  });
}

const serveur = (...filters) =>
  vitest('Règles, serveur et base de données', ['regles', 'serveur', 'seuls'], ...filters);

/** Forms in a browser, without a server. */
async function formulaires(...filters) {
  process.env.CHROMIUM = findChromium();
  await vitest('Formulaires', ['composants'], ...filters);
}

/** The end-to-end tests of a folder, at both widths (playwright.config.ts). */
const browser =
  (title, name, prefix = `${name}-`, more = []) =>
  (...filters) =>
    playwright(
      title,
      `${name}.json`,
      [...more, `${prefix}telephone`, `${prefix}bureau`],
      ...filters,
    );
const parcours = browser('Parcours dans le navigateur', 'parcours', '');
const ecrans = browser('Autres états des écrans', 'ecrans', 'ecrans-', ['etats']);
const reseau = browser('Mauvais réseaux', 'reseau');

async function moteurs() {
  process.env.ENGINES = 'short';
  await vitest('Trois parcours dans Firefox et WebKit', ['moteurs'], 'firefox', 'webkit');
  delete process.env.ENGINES;
}

async function engines(...filters) {
  await vitestAs('engines', 'Parcours dans Chromium, Firefox et WebKit', ['moteurs'], ...filters);
  // A filter selects end-to-end tests.
  if (filters.length === 0)
    await playwright('Tous les écrans à quatre largeurs, clairs et sombres', 'largeurs.json', [
      'largeurs',
    ]);
}

const endurance = (...filters) => vitest('Endurance', ['endurance'], ...filters);

async function all(...filters) {
  filtered = filters.length > 0;
  if (!filtered) await checks();
  await prepare();
  await serveur(...filters);
  await formulaires(...filters);
  await parcours(...filters);
  if (!filtered) await moteurs();
  await ecrans(...filters);
  await reseau(...filters);
}

/** Prepares, then runs one part. */
const alone =
  (work) =>
  async (...args) => {
    await prepare();
    await work(...args);
  };

/** Chosen by the first argument; `all` without one of these. They receive the other arguments. */
const MODES = {
  async check(...filters) {
    await checks();
    // Warnings: long files and functions are split by reason, not by length.
    await check(
      'Longs fichiers et fonctions',
      'oxlint/bin/oxlint',
      '--config',
      '.oxlintrc.sizes.json',
      '--format',
      'unix',
    );
    await vitest('Règles et couches', ['regles'], ...filters);
  },
  serveur: alone(serveur),
  formulaires: alone(formulaires),
  parcours: alone(parcours),
  moteurs: alone(moteurs),
  engines: alone(engines),
  endurance: alone(endurance),
  reseau: alone(reseau),
  ecrans: alone(ecrans),
  async full() {
    process.env.FULL = '1';
    await all();
    await vitest('Processus et foules', ['processus']);
    await engines();
    await endurance();
  },
};

await main(async () => {
  await ensureInstalled({ dev: true });
  mkdirSync(join(ROOT, REPORTS), { recursive: true });
  const [mode = '', ...args] = process.argv.slice(2);
  await (Object.hasOwn(MODES, mode) ? MODES[mode](...args) : all(...process.argv.slice(2)));
  if (isEnding()) return 130;
  if (failures.length > 0) say(`\nEn échec :\n${failures.map((name) => `  ${name}`).join('\n')}`);
  if (skipped.length > 0)
    say(
      `\nNon exécutés ici, ni réussis ni en échec :\n${skipped.map((name) => `  ${name}`).join('\n')}`,
    );
  const { source, tests, words } = sizes();
  say(`\n${source} lines of source, ${tests} of tests, ${words} words of documents`);
  say(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 ? 0 : 1;
});
