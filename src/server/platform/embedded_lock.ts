/**
 * Who holds the data folder. The operating system's locks are seen across PID and IPC namespaces (two containers on one
 * volume), where neither pids nor PostgreSQL's own shared-memory check are, and they end with their processes.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError } from './embedded_account.ts';
import { childEnv, type Home } from './embedded_home.ts';
import { codeOf } from './files.ts';
import { halt, isRunning, readPostmaster } from './embedded_server.ts';

/** Open descriptors. `keeper` is ours alone; `server` is inherited by every postgres that we start, and lasts as long as any of them. */
export type Hold = { keeper: number; server: number };

/** `O_EXLOCK` of macOS, which has no flock(1) but locks while opening; Node does not name it. */
const EXLOCK = 0x20;

/** Takes a lock for as long as the descriptor is open anywhere; null while someone else has it. */
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
  if (account.uid !== undefined && account.gid !== undefined) fs.fchownSync(descriptor, account.uid, account.gid);
  if (atOpening) return descriptor;
  // The lock belongs to the open file, which flock(1) shares with us: it outlives that command.
  const { status, stderr, error } = spawnSync('flock', ['-n', '3'], { env: childEnv(), encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe', descriptor] });
  if (status === 0) return descriptor;
  fs.closeSync(descriptor);
  if (status === 1 && stderr === '') return null;
  if (error !== undefined) throw new EmbeddedError('La commande « flock » manque, sans laquelle deux Manège pourraient ouvrir le même dossier de données : installez le paquet util-linux, ou indiquez un serveur PostgreSQL par DATABASE_URL.');
  throw new EmbeddedError(`Le système refuse de verrouiller ${file}, et deux Manège pourraient alors ouvrir le même dossier de données : indiquez un dossier d'un autre disque par DATA_DIR.\n${stderr.trim()}`);
}

export function release({ keeper, server }: Hold): void {
  fs.closeSync(server);
  fs.closeSync(keeper);
}

/** Returns once the folder is ours and no server runs in it; stops the orphan of a killed Manège; throws when another one keeps it. */
export async function holdFolder(home: Home, log: (message: string) => void, patienceMs: number): Promise<Hold> {
  const until = Date.now() + patienceMs;
  let keeper: number | null = null;
  try {
    for (let told = false; ; told = true) {
      keeper ??= tryLock(home, 'manege.lock');
      const server = keeper === null ? null : tryLock(home, 'postgres.lock');
      const postmaster = readPostmaster(home);
      if (keeper !== null && server !== null && !postmaster.here) {
        // Nobody's any more. PostgreSQL itself stumbles over an empty one, or over a pid that was given anew.
        fs.rmSync(join(home.cluster, 'postmaster.pid'), { force: true });
        return { keeper, server };
      }
      // A server without the lock was started by a version before the locks, whose keeper may be alive.
      const orphan = postmaster.here && keeper !== null && (server === null || postmaster.owner === null || !isRunning(postmaster.owner));
      if (server !== null) fs.closeSync(server);
      if (orphan) {
        log('Un PostgreSQL resté d\'un arrêt brutal est arrêté…');
        await halt(postmaster.pid);
      } else if (Date.now() > until) {
        throw new EmbeddedError(keeper === null || postmaster.here
          ? `Ce dossier de données est déjà utilisé par un autre Manège (${home.dir}) : arrêtez-le d'abord, ou indiquez un autre dossier par DATA_DIR.`
          : `Le PostgreSQL d'un Manège arrêté brutalement utilise encore ce dossier de données (${home.dir}), hors de notre portée, sans doute dans un autre conteneur : arrêtez ce conteneur, ou indiquez un autre dossier par DATA_DIR.`);
      } else {
        if (!told && keeper === null) log('Un autre Manège utilise ce dossier de données ; attente de son arrêt…');
        await sleep(250);
      }
    }
  } catch (error) {
    if (keeper !== null) fs.closeSync(keeper);
    throw error;
  }
}
