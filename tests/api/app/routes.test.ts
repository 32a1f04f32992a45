/**
 * No request reaches an action except through the contract, whose `who` decides (ACC-10, API-01).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useTestApp } from '../../support/app.ts';

const t = useTestApp();

const SERVER = fileURLToPath(new URL('../../../src/server', import.meta.url));
const FILES = globSync('**/*.ts', { cwd: SERVER })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(SERVER, path), 'utf8') }));

/** The files of the server, with some exceptions, in which the pattern occurs. */
const filesWith = (pattern: RegExp, ...besides: RegExp[]): string[] =>
  FILES.filter(({ path, text }) => pattern.test(text) && !besides.some((one) => one.test(path)))
    .map(({ path }) => path)
    .toSorted();

/** The routes outside the contract, and why they need no `who` or check it themselves. */
const MOUNTED = [
  '* (GET, HEAD, TRACE, DELETE, OPTIONS, PATCH, PUT, POST, QUERY)', // /api/*: the contract
  // for monitoring: none looks a session up, or reveals more than an opaque id (OPS-65)
  // calls of the contract; whoever may not import is refused before the file is read (IMP-02):
  // /api/imports, /api/imports/apercu and /api/imports/lecture
  '/api/imports (POST)',
  '/apercu (POST)',
  '/lecture (POST)',
  '/api/health/echo (GET, HEAD)',
  '/api/health/live (GET, HEAD)',
  '/api/health/ready (GET, HEAD)',
  '/api/installation/restauration (POST)', // its token is checked before its body is read (OPS-35)
  '/api/openapi.json (GET, HEAD)', // its description, which is public
  '/api/profil/photo (PUT)', // a call of the contract; its body is refused before it is read
  '/calendrier/:fichier (GET, HEAD)', // a secret address (RIDE-41)
  '/metrics (GET, HEAD)', // 404 or a token (OPS-62)
  '/storage/profile-images/:userId/:fichier (GET, HEAD)', // public (PEOPLE-16)
];

test("le service ne répond qu'au contrat, à sa description, aux sondes, aux photos et aux calendriers", async () => {
  await t.app.ready();
  const routes = t.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .map((line) => line.replace(/^[│├└─\s]+/, ''))
    .filter((line) => line !== '');
  expect(routes.toSorted()).toEqual(MOUNTED.toSorted());
  expect(t.app.findRoute({ method: 'GET', url: '/api/*' })).not.toBeNull();
});

test("un contexte d'appel ne naît que derrière la garde du contrat", () => {
  expect(filesWith(/\bcreateCtx\(/, /^platform\/services\.ts$/)).toEqual(['http/mount.ts']);
  expect(filesWith(/\bimplement\(/)).toEqual(['http/mount.ts']);
  expect(filesWith(/\brefuseUnless\(/, /^http\/caller\.ts$/)).toEqual([
    'http/imports.ts',
    'http/mount.ts',
    'http/photos.ts',
  ]);
});

test('seul le contrat mène aux actions qui ont un appelant', () => {
  expect(filesWith(/\bCtx\b/, /^(?:actions|checks)\//)).toEqual([
    'http/etag.ts', // hands it to the action of a list
    'http/live.ts',
    'http/mount.ts',
    'platform/services.ts',
    'routes.ts',
  ]);
  expect(filesWith(/from '(?:\.\.?\/)+checks\//, /^actions\//)).toEqual([]);
  expect(filesWith(/from '(?:\.\.?\/)+actions\//)).toEqual([
    'account.ts',
    'app.ts',
    'backup.ts',
    'delivery.ts',
    'doctor.ts',
    'freed_slots.ts',
    'housekeeping.ts',
    'metrics.ts',
    'restore.ts',
    'routes.ts',
    'serve.ts',
  ]);
});
