/** Starts postgres, waits until it accepts connections, and connects to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { newClient } from '../connection.ts';
import { OWNER } from './account.ts';
import { DISK_FULL, lacksSpace } from '../disk.ts';
import { DiskFullError, EmbeddedError } from './errors.ts';
import { childEnv, type Home } from './home.ts';
import { isReady } from './postmaster.ts';

export type Running = { child: ChildProcess; pid: number; port: number };

/** Above this size the log is rotated, and so many previous logs are kept (OPS-53). */
const LOG_BYTES = 10 * 1024 * 1024;
const FORMER_LOGS = 4;

/**
 * Connects as the cluster's superuser; the caller ends the client. Throws if the server refuses.
 */
export async function connect(home: Home, port: number, database = 'postgres'): Promise<pg.Client> {
  const client = newClient(superuserUrl(home, port, database), {
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
}

/**
 * The address of a database for the superuser, by default the application's, because a command beside the service
 * does not know the application's password.
 */
export const superuserUrl = (home: Home, port: number, database: string = OWNER): string =>
  `postgres://${OWNER}:${encodeURIComponent(readPassword(home))}@127.0.0.1:${port}/${database}`;

const readPassword = (home: Home): string => fs.readFileSync(home.passwordFile, 'utf8').trim();

/**
 * Starts postgres and waits until it accepts connections; null if another server holds the cluster
 * or the port. The server and its backends inherit the descriptor `lock`. Throws an EmbeddedError
 * if the server ends instead.
 */
export async function launch(
  home: Home,
  wantedPort: number | null,
  lock: number,
  log: (message: string) => void,
): Promise<Running | null> {
  const port = wantedPort ?? (await freePort());
  rotateLog(home);
  const output = fs.openSync(home.logFile, 'a', 0o600);
  if (home.account.uid !== undefined && home.account.gid !== undefined)
    fs.fchownSync(output, home.account.uid, home.account.gid);
  const from = fs.fstatSync(output).size;
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    'manege.owner': process.pid,
    // A crash ends the whole server, and the supervisor starts another. A server that restarts by
    // itself on a disk that is still full may hang in its start (seen with 18.4): it then neither
    // serves nor ends.
    restart_after_crash: 'off',
    // The log contains errors without their rows, statements and parameters.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    // Saves four unused processes: three that read ahead from the disk, and one for logical
    // replication.
    ...(home.major >= 18 ? { io_method: 'sync' } : {}),
    max_logical_replication_workers: '0',
    jit: 'off',
  };
  const child = spawn(
    join(home.bin, 'postgres'),
    [
      '-D',
      home.cluster,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...home.account,
      cwd: home.cluster,
      env: childEnv(),
      // The server gets its own session, so that Ctrl-C in the terminal reaches only Manège, which
      // stops postgres after its last transaction.
      detached: true,
      stdio: ['ignore', output, output, lock],
    },
  );
  fs.closeSync(output);
  // If this process exits without stopping the server (a failed start, a bug), it at least sends it
  // a fast shutdown.
  const shutDown = () => child.kill('SIGINT');
  process.once('exit', shutDown);
  child.once('exit', () => process.off('exit', shutDown));
  let failure = null as Error | null;
  child.once('error', (error) => {
    failure = error;
  });

  for (
    let turn = 0;
    failure === null && child.exitCode === null && child.signalCode === null;
    turn += 1
  ) {
    if (turn === 250) log('PostgreSQL se rétablit après un arrêt brutal…');
    if (isReady(home, child.pid)) return { child, pid: child.pid ?? 0, port };
    await sleep(20);
  }
  const said = fs.readFileSync(home.logFile).subarray(from).toString('utf8');
  if (DISK_FULL.test(said)) throw new DiskFullError(home.dir);
  if (
    failure === null &&
    /lock file "postmaster\.pid"|pre-existing shared memory|could not bind|lock file .* is empty/.test(
      said,
    )
  )
    return null;
  if (failure === null && said === '' && lacksSpace(home.cluster))
    throw new DiskFullError(home.dir);
  const unusable = explainCluster(said, home);
  if (unusable !== null) throw new EmbeddedError(unusable);
  throw new EmbeddedError(
    `PostgreSQL n'a pas démarré (son journal : ${home.logFile}).\n${(failure?.message ?? said).trim().split('\n').slice(-5).join('\n')}`,
  );
}

/**
 * A sentence that explains messages of postgres about a cluster that was changed by hand, with what
 * to do; null for any other message.
 */
function explainCluster(
  said: string,
  { cluster, account: { uid = process.getuid?.(), gid = process.getgid?.() } }: Home,
): string | null {
  if (/has invalid permissions|has wrong ownership/.test(said)) {
    return (
      `PostgreSQL refuse le dossier ${cluster}, que d'autres comptes peuvent lire, ou qui n'est plus au sien. En tant que root, rendez-lui ses droits, puis relancez Manège :\n` +
      `  chown -R ${uid}:${gid} '${cluster}' && chmod -R u=rwX,go= '${cluster}'`
    );
  }
  if (/is not a valid data directory|could not open file ".*PG_VERSION"/.test(said)) {
    return (
      `Le dossier ${cluster} n'est plus une base de PostgreSQL : un fichier, PG_VERSION, y manque ou n'est pas lisible. Rien n'a été changé.\n` +
      "Remettez le dossier tel qu'il était ; sinon restaurez une sauvegarde dans un autre DATA_DIR : npm run restore -- FICHIER.sauvegarde"
    );
  }
  return null;
}

/**
 * Starts the server. Tries again if the port was taken meanwhile, or while backends of a killed
 * postmaster hold its shared memory.
 */
export async function launchFirst(
  home: Home,
  lock: number,
  log: (message: string) => void,
): Promise<Running> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const running = await launch(home, null, lock, log);
    if (running !== null) return running;
    await sleep(200);
  }
  throw new EmbeddedError(
    `PostgreSQL n'a pas pu démarrer dans ${home.dir} (son journal : ${home.logFile}).`,
  );
}

/**
 * Moves the content of a large log to `postgres.log.1`, `.1` to `.2`, and so on (OPS-53). The log
 * itself is copied and emptied, because postgres has it open and appends to it. If the disk has no
 * space for a copy, it is only emptied.
 */
export function rotateLog({ logFile }: Pick<Home, 'logFile'>): void {
  const former = (n: number): string => `${logFile}.${n}`;
  try {
    if (fs.statSync(logFile).size <= LOG_BYTES) return;
    for (let n = FORMER_LOGS - 1; n > 0; n -= 1)
      if (fs.existsSync(former(n))) fs.renameSync(former(n), former(n + 1));
    fs.copyFileSync(logFile, former(1));
  } catch {
    // No space, or a file was removed just now.
  }
  try {
    fs.truncateSync(logFile);
  } catch {
    // It does not exist yet, or was removed just now.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      );
    });
  });
}
