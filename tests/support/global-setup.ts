/**
 * One PostgreSQL for a whole test run, in a fresh folder, with a template database that is migrated
 * once. Used by Vitest and Playwright: both call the default export and, at the end, the function
 * that it returns.
 */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/platform/migrations.ts';
import { startEmbedded } from '#server/platform/embedded/supervisor.ts';
import { adminQuery, ownerQuery, TEMPLATE, urlOf } from './postgres.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'manege-test-'));
  // As root, PostgreSQL runs under another account, which must be able to enter.
  await chmod(dir, 0o755);
  const release = reapAfterUs(dir);
  const start = async () => {
    const embedded = await startEmbedded({
      dataDir: dir,
      log: () => undefined,
      onExit: (error) => process.stderr.write(`${error.message}\n`),
    });
    process.env['TEST_POSTGRES_URL'] = embedded.url;
    return embedded;
  };
  process.env['TEST_FOLDER'] = dir;
  const configured = await start();
  // Tests that kill PostgreSQL start a separate one: this one need not survive a crash, and does
  // not wait for the disk.
  await ownerQuery('alter system set fsync = off');
  // Five workers with two servers each, whose pools hold 18 connections, need more than the 100 of
  // PostgreSQL's default. This setting needs a restart.
  await ownerQuery('alter system set max_connections = 400');
  await configured.stop();
  const embedded = await start();
  await adminQuery(`create database ${TEMPLATE}`);
  await migrate(urlOf(TEMPLATE));
  return async () => {
    await embedded.stop();
    await rm(dir, { recursive: true, force: true });
    release();
  };
}

/**
 * However this run ends (Ctrl-C, kill -9), its end closes the pipe. The watcher then stops every
 * PostgreSQL below the folder and removes the folder.
 */
function reapAfterUs(dir: string): () => void {
  const watcher = spawn(
    process.execPath,
    [
      '-e',
      `
    const fs = require('node:fs');
    const dir = ${JSON.stringify(dir)};
    process.on('SIGINT', () => {});
    process.stdin.resume().on('close', () => {
      const left = fs.existsSync(dir) ? fs.readdirSync(dir, { recursive: true }).filter((path) => path.endsWith('postmaster.pid')) : [];
      for (const path of left) {
        try { process.kill(Number(fs.readFileSync(dir + '/' + path, 'utf8').split('\\n')[0]), 'SIGQUIT'); } catch {}
      }
      setTimeout(() => fs.rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }), left.length > 0 ? 1500 : 0);
    });
  `,
    ],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  watcher.unref();
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref();
  return () => watcher.stdin.destroy();
}
