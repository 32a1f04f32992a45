/** Builds the web part if its sources have changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone.mjs';
import { node24, UserError, ROOT, run, say, seconds } from './processes.mjs';

/** Everything that the build reads. */
const SOURCES = [
  'src/web',
  'src/domain',
  'src/documents',
  'src/contract',
  'docs/aide',
  'scripts/aide.ts',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
];
const BUILT = join(ROOT, 'dist/web/app.html');
/**
 * Digest of the sources of the build in dist/. It is written last, so that an interrupted build
 * counts as outdated.
 */
const STAMP = join(ROOT, 'dist/web.sha256');

export async function ensureBuilt() {
  if (isBuilt()) return;
  await alone('build', 'La partie web est déjà en construction ; attente de sa fin…', build);
}

const digestOfSources = () => digestOf(SOURCES.flatMap(filesOf));

/** True if dist/ was built from the current sources. */
export const isBuilt = (digest = digestOfSources()) =>
  existsSync(BUILT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest;

async function build() {
  const digest = digestOfSources();
  if (isBuilt(digest)) return;
  const since = Date.now();
  say('Construction de la partie web…');
  rmSync(STAMP, { force: true });
  if ((await run(node24(), ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])) !== 0)
    throw new UserError("La partie web n'a pas pu être construite.");
  writeFileSync(STAMP, digest);
  say(`Construction de la partie web : fait en ${seconds(since)}.`);
}

function filesOf(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .toSorted()
    .flatMap((name) => filesOf(`${path}/${name}`))
    .filter((file) => !/\.test\.tsx?$/.test(file));
}

function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(
        createHash('sha256')
          .update(readFileSync(join(ROOT, file)))
          .digest(),
      );
  return hash.digest('hex');
}
