/**
 * Ensures that only one Manège uses a data folder (SET-19), with locks of the operating system. The
 * locks work across PID and IPC namespaces (two containers on one volume), in which neither pids
 * nor PostgreSQL's own shared-memory check work, and they end with their processes.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../files.ts';
import { EmbeddedError } from './errors.ts';
import { childEnv, type Home } from './home.ts';
import { halt, isRunning, readPostmaster } from './postmaster.ts';

/**
 * Descriptors of the two locks. Only this process holds `app`. Every postgres that it starts
 * inherits `server`, which lasts as long as any of them.
 */
export type Hold = { app: number; server: number };

/**
 * `O_EXLOCK` of macOS, which has no flock(1) but can lock while opening a file; Node has no
 * constant for it.
 */
const EXLOCK = 0x20;

/**
 * Takes a lock, which lasts while its descriptor is open in any process; null if another process
 * holds it.
 */
function tryLock({ dir, account }: Home, name: string): number | null {
  const file = join(dir, name);
  const atOpening = process.platform === 'darwin';
  const { O_RDWR, O_CREAT, O_NONBLOCK } = fs.constants;
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, O_RDWR | O_CREAT | (atOpening ? EXLOCK | O_NONBLOCK : 0), 0o600);
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return null;
    throw error;
  }
  if (account.uid !== undefined && account.gid !== undefined)
    fs.fchownSync(descriptor, account.uid, account.gid);
  if (atOpening) return descriptor;
  // The lock belongs to the open file description, which flock(1) inherits, so the lock outlives
  // that command.
  const { status, stderr, error } = spawnSync('flock', ['-n', '3'], {
    env: childEnv(),
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
  });
  if (status === 0) return descriptor;
  fs.closeSync(descriptor);
  if (status === 1 && stderr === '') return null;
  if (error !== undefined)
    throw new EmbeddedError(
      'La commande « flock » manque, sans laquelle deux Manège pourraient ouvrir le même dossier de données : installez le paquet util-linux, ou indiquez un serveur PostgreSQL par DATABASE_URL.',
    );
  throw new EmbeddedError(
    `Le système refuse de verrouiller ${file}, et deux Manège pourraient alors ouvrir le même dossier de données : indiquez un dossier d'un autre disque par DATA_DIR.\n${stderr.trim()}`,
  );
}

export function release({ app, server }: Hold): void {
  fs.closeSync(server);
  fs.closeSync(app);
}

/**
 * Every cluster of the folder: a killed move from one major version to the next may have left two
 * servers (OPS-45).
 */
const clustersIn = (home: Home): Home[] =>
  fs
    .readdirSync(home.dir)
    .filter((name) => name.startsWith('base-'))
    .map((name) => ({ ...home, cluster: join(home.dir, name, 'data') }));

/**
 * Returns once both locks are held and no server runs in the folder. Stops the orphan server of a
 * killed Manège. Throws an EmbeddedError if another Manège keeps the folder.
 */
export async function holdFolder(
  home: Home,
  log: (message: string) => void,
  patienceMs: number,
): Promise<Hold> {
  const until = Date.now() + patienceMs;
  let app: number | null = null;
  try {
    for (let told = false; ; told = true) {
      app ??= tryLock(home, 'manege.lock');
      const server = app === null ? null : tryLock(home, 'postgres.lock');
      const clusters = clustersIn(home);
      const servers = clusters.map(readPostmaster).filter(({ here }) => here);
      if (app !== null && server !== null && servers.length === 0) {
        // The file is stale. PostgreSQL refuses to start if the file is empty, or if another
        // program now has its pid.
        for (const { cluster } of clusters)
          fs.rmSync(join(cluster, 'postmaster.pid'), { force: true });
        return { app, server };
      }
      // A server that does not hold the lock was started by a version without locks, whose Manège
      // may still run.
      const orphans =
        app === null
          ? []
          : servers.filter(({ owner }) => server === null || owner === null || !isRunning(owner));
      if (server !== null) fs.closeSync(server);
      if (orphans.length > 0) {
        log("Un PostgreSQL resté d'un arrêt brutal est arrêté…");
        for (const { pid } of orphans) await halt(pid);
      } else if (Date.now() > until) {
        throw new EmbeddedError(
          app === null || servers.length > 0
            ? `Ce dossier de données est déjà utilisé par un autre Manège (${home.dir}) : arrêtez-le d'abord, ou indiquez un autre dossier par DATA_DIR.`
            : `Le PostgreSQL d'un Manège arrêté brutalement utilise encore ce dossier de données (${home.dir}), hors de notre portée, sans doute dans un autre conteneur : arrêtez ce conteneur, ou indiquez un autre dossier par DATA_DIR.`,
        );
      } else {
        if (!told && app === null)
          log('Un autre Manège utilise ce dossier de données ; attente de son arrêt…');
        await sleep(250);
      }
    }
  } catch (error) {
    if (app !== null) fs.closeSync(app);
    throw error;
  }
}
