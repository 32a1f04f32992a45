/**
 * `npm start` as a whole: which processes it starts, how they end, and which files an idle server
 * has loaded.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isRunning } from '#server/platform/embedded/postmaster.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { isAlive, runNpm } from '../support/npm.ts';
import { freePort } from '../support/proxies.ts';
import { inherited, startServer } from '../support/server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const npmStart = (...args: string[]) =>
  runNpm(['start', '--', ...args], { DATABASE_URL: database.url });

describe('npm start ne laisse entre npm et le serveur ni lanceur ni shell', () => {
  test('les arguments arrivent au serveur ; Ctrl-C, deux fois, est une fin propre', async () => {
    const { npm, server } = await npmStart('--un', 'deux mots');
    expect(server.command).toMatch(
      /node --max-semi-space-size=8 --expose-gc src\/server\/main\.ts --un deux mots$/,
    );
    const closed = once(npm, 'close');
    process.kill(-npm.pid!, 'SIGINT');
    process.kill(-npm.pid!, 'SIGINT');
    expect(await closed).toEqual([0, null]);
    expect(isAlive(server.pid)).toBe(false);
  });

  test('SIGTERM à npm seul est une fin propre', async () => {
    const { npm, server } = await npmStart();
    const closed = once(npm, 'close');
    npm.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    expect(isAlive(server.pid)).toBe(false);
  });

  test('SIGHUP, du terminal qui se ferme, est une fin propre', async () => {
    const { npm, server } = await npmStart();
    const closed = once(npm, 'close');
    process.kill(server.pid, 'SIGHUP');
    expect(await closed).toEqual([0, null]);
  });

  test('« kill -9 » de npm arrête le serveur', async () => {
    const { npm, server } = await npmStart();
    npm.kill('SIGKILL');
    await expect.poll(() => isAlive(server.pid), { timeout: 30_000 }).toBe(false);
  });
});

test('npm run serve en production : npm finit après le serveur et sa base, et une demande en cours reçoit sa réponse', async () => {
  // OPS-50, OPS-51
  const folder = mkdtempSync(join(tmpdir(), 'manege-serve-'));
  // as root, PostgreSQL runs under another account, which must be able to enter
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { npm, server, others } = await runNpm(['run', 'serve'], {
    NODE_ENV: 'production',
    PUBLIC_URL: url,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
  });
  const all = [server, ...others];
  expect(all.length).toBeGreaterThan(3); // PostgreSQL too
  const half = request(`http://127.0.0.1:${port}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
  });
  half.write('{"email":"personne@centre.example",');
  await fetch(`${url}/api/health`); // by then the half has arrived
  // Not `close`, which also waits for the pipes shared with the server.
  const left = once(npm, 'exit').then((end) => ({
    end,
    running: all.filter(({ pid }) => isRunning(pid)),
  }));
  npm.kill('SIGTERM');
  await expect
    .poll(async () => (await fetch(`${url}/api/health`)).status, { interval: 20 })
    .toBe(503);
  half.end('"password":"selle-et-filet"}');
  const [response] = (await once(half, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(401);
  expect(await left).toEqual({ end: [0, null], running: [] });
});

test("npm run serve n'installe rien et ne construit rien : un dossier qui n'est pas prêt est refusé par une phrase", async () => {
  // OPS-50
  const folder = mkdtempSync(join(tmpdir(), 'manege-pas-pret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of [
    'package.json',
    'package-lock.json',
    'scripts',
    'src',
    'docs/aide',
    'public',
    'index.html',
    'vite.config.ts',
    'tsconfig.base.json',
  ])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const serve = () =>
    spawnSync('npm', ['run', 'serve'], { cwd: folder, env: inherited(), encoding: 'utf8' });
  const refused = expect.objectContaining({
    status: 1,
    stderr: expect.stringContaining(
      "Ce dossier n'est pas prêt, ou il a changé depuis : lancez d'abord « npm run build ».",
    ) as string,
  });
  expect(serve()).toEqual(refused); // nothing installed
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  expect(serve()).toEqual(refused); // nothing built
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  appendFileSync(join(folder, 'index.html'), '<!-- depuis -->');
  expect(serve()).toEqual(refused); // built from other sources
});

test("un serveur dont personne ne se sert n'a chargé ni photos, ni envoi d'emails, ni connexion, ni description", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'manege-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const LOADED = join(folder, 'loaded');
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOADED,
    NODE_OPTIONS: `--import ${new URL('../support/loaded.mjs', import.meta.url).href}`,
  });
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  const packages = new Set(
    [...readFileSync(LOADED, 'utf8').matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].map(
      ([, name]) => name,
    ),
  );
  expect(packages).toContain('fastify');
  expect(
    ['sharp', 'nodemailer', '@orpc/zod', 'drizzle-kit'].filter((name) => packages.has(name)),
  ).toEqual([]);
});
