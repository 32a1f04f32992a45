/**
 * The programs that the tests need from the system: browsers, an emoji font, tools that read a PDF,
 * and proxies.
 */
import { spawnSync } from 'node:child_process';
import { runQuietly, say, UserError } from './processes.mjs';

const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const isThere = (command) => works('which', command);

/** Debian installs servers in a folder that is only in the PATH of root. */
const worksInSbin = (command, ...args) =>
  works(command, ...args) || works(`/usr/sbin/${command}`, ...args);

/**
 * The first browser that runs, or undefined. The headless shell is tried first: it needs one
 * process less per page.
 */
export const findChromium = () =>
  [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]
    .map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim())
    .find((path) => path && works(path, '--version'));

const NEEDS = [
  {
    debian: 'chromium-headless-shell',
    name: 'Chromium',
    present: () => findChromium() !== undefined,
  },
  {
    debian: 'fonts-noto-color-emoji',
    name: "une police d'emoji en couleur (Noto Color Emoji)",
    present: () =>
      process.platform !== 'linux' ||
      /emoji/i.test(spawnSync('fc-list', { encoding: 'utf8' }).stdout ?? ''),
  },
  {
    debian: 'poppler-utils',
    name: 'poppler (pdftotext, pdfinfo)',
    present: () => works('pdftotext', '-v') && works('pdfinfo', '-v'),
  },
];

/** Proxies and other engines: without them, the tests that need them are listed as not run. */
const WANTS = [
  { debian: ['nginx'], name: 'nginx', present: () => worksInSbin('nginx', '-v') },
  { debian: ['haproxy'], name: 'HAProxy', present: () => worksInSbin('haproxy', '-v') },
  { debian: ['caddy'], name: 'Caddy', present: () => works('caddy', 'version') },
  {
    debian: ['firefox-esr'],
    name: 'Firefox',
    present: () => ['firefox-esr', 'firefox'].some(isThere),
  },
  {
    debian: ['webkit2gtk-driver', 'xvfb', 'xauth', 'dbus'],
    name: 'WebKit (WebKitWebDriver, xvfb-run)',
    present: () => ['WebKitWebDriver', 'xvfb-run', 'xauth'].every(isThere),
  },
];

/**
 * Installs missing programs through apt-get, if it exists and this process has the rights;
 * otherwise lists them. Only a missing program that is required is an error.
 */
export async function ensureSystem() {
  await ensureNeeds();
  const missing = WANTS.filter(({ present }) => !present());
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  const packages = missing.flatMap(({ debian }) => debian);
  if (process.getuid?.() !== 0 || !works('apt-get', '--version'))
    return say(
      `Sans ${names}, quelques tests ne seront pas exécutés ; sous Debian : « sudo apt-get install ${packages.join(' ')} ».`,
    );
  await update().catch(() => {}); // the existing package list may contain each of them
  for (const { name, debian } of missing) {
    await install(name, debian).catch(() =>
      say(`${name} n'a pas pu être installé : quelques tests ne seront pas exécutés.`),
    );
  }
}

const apt = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
/** A mirror that does not answer must not delay the tests. */
const BOUNDS = [
  '-o',
  'Acquire::http::Timeout=20',
  '-o',
  'Acquire::https::Timeout=20',
  '-o',
  'Acquire::Retries=1',
  '-o',
  'DPkg::Lock::Timeout=60',
];

const update = () =>
  runQuietly('Lecture de la liste des paquets', 'apt-get', [...BOUNDS, 'update'], apt);
const install = (names, packages) =>
  runQuietly(
    `Installation de ${names}`,
    'apt-get',
    [...BOUNDS, 'install', '-y', '--no-install-recommends', ...packages],
    apt,
  );

async function ensureNeeds() {
  const missing = NEEDS.filter(({ present }) => !present());
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  const packages = missing.map(({ debian }) => debian);
  if (!works('apt-get', '--version'))
    throw new UserError(
      `Il manque ${names} pour les tests : installez-les avec l'outil de votre système.`,
    );
  if (process.getuid?.() !== 0)
    throw new UserError(
      `Il manque ${names} pour les tests : « sudo apt-get update && sudo apt-get install ${packages.join(' ')} ».`,
    );
  say(
    `Il manque ${names} pour les tests. Comme ils tournent sous root, ils installent par apt-get : ${[...packages, 'fontconfig'].join(', ')}.`,
  );
  await update();
  await install(names, [...packages, 'fontconfig']);
  const still = NEEDS.filter(({ present }) => !present());
  if (still.length > 0)
    throw new UserError(
      `Il manque encore ${still.map(({ name }) => name).join(', ')} après l'installation.`,
    );
}
