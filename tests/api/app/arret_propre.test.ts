/**
 * A clean stop, and a start without its secret: the product's own process on its embedded database
 * (OPS-51, SET-35).
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { COMMAND } from '../../support/sauvegardes.ts';
import { quick, startServer } from '../../support/server.ts';

test("un arrêt propre n'avertit de rien ; sans le fichier du secret, une phrase, et la commande imprimée en décide", async () => {
  const dir = mkdtempSync(join(tmpdir(), 'manege-arret-'));
  // as root, PostgreSQL runs under another account, which must be able to enter
  chmodSync(dir, 0o755);
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const env = {
    DATA_DIR: dir,
    DEMO: '0',
    ADMIN_EMAIL: 'zoe@essai.example',
    ADMIN_PASSWORD: 'selle-et-filet-17',
  };
  const first = await startServer(env);
  // many connections
  await Promise.all(Array.from({ length: 24 }, () => fetch(`${first.url}/api/centre`)));
  expect(await first.stop()).toBe(0);
  expect(
    first
      .output()
      .split('\n')
      .filter((line) => /"level":[4-6]0/.test(line)),
  ).toEqual([]);

  const secret = join(dir, 'secret');
  rmSync(secret);
  const refused = await startServer(env).then(
    () => '',
    ({ message }: Error) => message,
  );
  expect(refused).toContain(
    `Manège ne peut pas démarrer.\nLe fichier ${secret} manque ou est vide, et la base de données a des comptes`,
  );
  expect(existsSync(secret)).toBe(false);
  const { status, stdout } = spawnSync(process.execPath, [COMMAND('doctor')], {
    encoding: 'utf8',
    env: { ...quick(), DATA_DIR: dir, PORT: '1' },
  });
  expect([status, stdout]).toEqual([
    2,
    expect.stringContaining(
      `EN PANNE   Secret : Le fichier ${secret} manque ou est vide, et la base de données a des comptes`,
    ),
  ]); // OPS-63
  expect(existsSync(secret)).toBe(false);
  expect(spawnSync('sh', ['-c', refused.trimEnd().split('\n').at(-1) ?? '']).status).toBe(0);
  const second = await startServer(env);
  expect(await second.stop()).toBe(0);
});
