/** The image and compose.yaml, started with the commands of docs/exploitation.md. */
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandOf } from '../support/commands.ts';
import { inside, needsEngine, run } from '../support/engine.ts';

const READY = 'node deploy/ready.mjs';

test("l'image est construite une fois ; compose.yaml la sert derrière Caddy, la relance quand elle est tuée, sauvegarde et restaure", async (context) => {
  // OPS-51, OPS-56
  const { name, compose } = needsEngine(context);
  const home = mkdtempSync(join(tmpdir(), 'manege-compose-'));
  for (const part of [
    '.dockerignore',
    'Dockerfile',
    'deploy',
    'docs/aide',
    'index.html',
    'package.json',
    'package-lock.json',
    'public',
    'scripts',
    'src',
    'tsconfig.base.json',
    'vite.config.ts',
  ])
    cpSync(part, join(home, part), { recursive: true });
  // Replacements of the base images have other digests.
  const anyDigest = (file: string) =>
    readFileSync(file, 'utf8').replaceAll(/@sha256:[\da-f]{64}/g, '');
  writeFileSync(join(home, 'Dockerfile'), anyDigest('Dockerfile'));
  // Ports that this machine may use. https requests to Caddy are sent from inside its network.
  writeFileSync(
    join(home, 'compose.yaml'),
    anyDigest('compose.yaml').replace(/ports: \[.*\]/, 'ports: []'),
  );
  // Replaces `docker` by the engine that is installed here.
  writeFileSync(
    join(home, 'docker'),
    `#!/bin/sh\n[ "$1" = compose ] && shift\nexec ${compose.join(' ')} -p manege-essai "$@"\n`,
  );
  chmodSync(join(home, 'docker'), 0o755);
  const shell = (command: string): string =>
    run('sh', '-euc', `cd '${home}' && PATH='${home}':$PATH\n${command}`);
  onTestFinished(() => {
    shell('docker compose down --volumes || docker compose down');
    rmSync(home, { recursive: true, force: true });
  });
  run(
    name,
    'build',
    ...(name === 'podman' ? ['--format', 'docker'] : []),
    '--network',
    'host',
    '--tag',
    'manege',
    home,
  );
  shell(
    commandOf('compose-settings')
      .replace('reservation.centre.be', 'localhost')
      .replace(/SMTP_URL.*\n/, '')
      .replace("'…'", name === 'podman' ? 'selle-et-filet' : "'selle-et-filet'"),
  );
  shell(commandOf('compose-up').replace(' --build', ''));
  const container = run(name, 'ps', '--quiet', '--filter', 'name=manege-essai.manege').trim();
  const { exec, until } = inside(name, container);
  await until(READY);
  expect(exec('id -u; touch /manege/x 2>/dev/null || echo fermé').trim()).toBe('10001\nfermé');
  // Caddy answers over https, with its own certificate for this name.
  const ask = `NODE_TLS_REJECT_UNAUTHORIZED=0 node -e "const s = require('node:https').get({ host: 'caddy', servername: 'localhost', headers: { host: 'localhost' }, path: '/api/centre' }, (r) => process.exit(r.statusCode === 200 ? 0 : 1)); s.on('error', () => process.exit(1))"`;
  await until(ask);

  expect(shell(commandOf('compose-backup'))).toContain('Vérifiée');
  const backup = exec('ls /sauvegardes | tail -n 1').trim();
  // The server is killed, and the engine starts the container again.
  const since = performance.now();
  exec(
    'for one in /proc/[0-9]*; do if tr "\\0" " " < $one/cmdline | grep -q "src/server/main[.]ts"; then kill -KILL ${one#/proc/}; fi; done',
  );
  await until(READY);
  process.stdout.write(
    `  rétabli ${((performance.now() - since) / 1_000).toFixed(1)} s après un « kill -9 » du serveur\n`,
  );

  expect(
    shell(commandOf('compose-restore').replace('manege-2026-11-22T01-30-00Z.sauvegarde', backup)),
  ).toContain('Restauré : ');
  await until(READY);
});
