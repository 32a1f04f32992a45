/**
 * The embedded PostgreSQL: a real server from npm, for who gives no DATABASE_URL. One Manège per data folder:
 * it holds a session-level advisory lock for its whole life, which is how the next start tells a living one
 * (lock refused) from the orphan of a killed Node (lock obtained: stopped, and started anew).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { discardFormerBinaries, EmbeddedError, type Home, OWNER, prepareHome } from './embedded_home.ts';
import { connect, databaseUrl, halt, isRunning, launch, readPostmaster, removeStalePid, type Running, trimLog } from './embedded_server.ts';

export { EmbeddedError } from './embedded_home.ts';

type Log = (message: string) => void;

type Options = {
  /** The wanted folder; as root in a closed checkout the data go below /var/lib instead, and `log` says so. */
  dataDir: string;
  /** Hears, in French, of what takes long or goes wrong. */
  log: Log;
  /** Called once when PostgreSQL has died and could not be brought back: the application should end. */
  onExit: (error: EmbeddedError) => void;
  /** How long a former Manège may take to stop, and a starting one to take its lock: 10 s. */
  patienceMs?: number;
};

export type Embedded = {
  /** A superuser's address of the database `manege`; stays the same for the whole run. */
  url: string;
  /** The folder that really holds the database. */
  dir: string;
  /** PostgreSQL's own log. */
  logFile: string;
  /** Fast shutdown; the connections still open are cut, so close the pool first. Idempotent. */
  stop: () => Promise<void>;
};

/** "A Manège lives on this cluster". Advisory locks belong to a database: everyone takes this one in `postgres`. */
const LIFE_LOCK = 7_241_000;

/** More deaths than this in ten minutes and PostgreSQL is given up. */
const MAX_DEATHS = 5;

/** Starts PostgreSQL on the data folder, whatever state a former run left it in. Throws an EmbeddedError in French. */
export async function startEmbedded({ dataDir, log, onExit, patienceMs = 10_000 }: Options): Promise<Embedded> {
  const home = await prepareHome(dataDir, log);
  let running = await takeOver(home, log, patienceMs);
  const { port } = running;

  let stopping: Promise<void> | null = null;
  let reviving: Promise<void> | null = null;
  let deaths: number[] = [];
  const isStopping = () => stopping !== null;

  const watch = ({ child }: Running) => {
    const onDeath = () => {
      if (isStopping()) return;
      log(`PostgreSQL s'est arrêté (${child.signalCode ?? `code ${child.exitCode}`}), il est relancé.`);
      reviving = revive().catch((error: unknown) => {
        if (!isStopping()) onExit(error instanceof EmbeddedError ? error : new EmbeddedError(String(error)));
      });
    };
    if (child.exitCode === null && child.signalCode === null) child.once('exit', onDeath);
    else onDeath();
  };

  /** The same port, because the pool reconnects to it. */
  const revive = async () => {
    deaths = [...deaths.filter((at) => at > Date.now() - 600_000), Date.now()];
    if (deaths.length > MAX_DEATHS) throw new EmbeddedError(`PostgreSQL s'arrête sans cesse (son journal : ${home.logFile}).`);
    // The backends of a killed postmaster hold its memory until they notice; and it may be killed again while it starts.
    let refusal: unknown = new EmbeddedError(`PostgreSQL n'a pas pu être relancé (son journal : ${home.logFile}).`);
    for (const until = Date.now() + 30_000; Date.now() < until && !isStopping(); await sleep(200)) {
      const next = await launch(home, port, log).catch((error: unknown) => {
        refusal = error;
        return null;
      });
      if (next === null) continue;
      running = next;
      log('PostgreSQL est reparti.');
      watch(next);
      return;
    }
    if (!isStopping()) throw refusal;
  };

  watch(running);
  await holdLife(home, port, isStopping);
  await createDatabase(home, port);
  discardFormerBinaries(home);
  const trimming = setInterval(trimLog, 3_600_000, home);
  trimming.unref();

  const end = async () => {
    clearInterval(trimming);
    await reviving;
    if (running.child.exitCode === null && running.child.signalCode === null) await halt(running.pid);
  };
  return {
    url: databaseUrl(home, port),
    dir: home.dir,
    logFile: home.logFile,
    stop: () => (stopping ??= end()),
  };
}

/** Makes the cluster free, then launches; begins again when another start was faster in between. */
async function takeOver(home: Home, log: Log, patienceMs: number): Promise<Running> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await clearPredecessor(home, log, patienceMs);
    const running = await launch(home, null, log);
    if (running !== null) return running;
    await sleep(200);
  }
  throw new EmbeddedError(`PostgreSQL n'a pas pu démarrer dans ${home.dir} (son journal : ${home.logFile}).`);
}

/** Returns once no server runs on the cluster; throws when a living Manège keeps it. */
async function clearPredecessor(home: Home, log: Log, patienceMs: number): Promise<void> {
  let told = false;
  for (const until = Date.now() + patienceMs; ;) {
    const postmaster = readPostmaster(home);
    if (postmaster === null) return;
    const life = postmaster.postgres ? await tryLife(home, postmaster.port) : 'silent';
    // Neither its command line nor its password make it this cluster's server.
    if (life === 'silent' && !postmaster.here) return removeStalePid(home, postmaster);
    const ownerLives = postmaster.owner !== null && isRunning(postmaster.owner);
    const late = Date.now() > until;
    // A free lock beside a living owner is one about to be taken; after our patience, a pid that was given anew.
    const orphan = late ? life !== 'held' && !(life === 'silent' && ownerLives) : life instanceof pg.Client && !ownerLives;
    if (orphan) {
      log('Un PostgreSQL resté d\'un arrêt brutal est arrêté…');
      await halt(postmaster.pid);
      if (life instanceof pg.Client) await life.end();
      return;
    }
    if (life instanceof pg.Client) await life.end();
    if (late) throw new EmbeddedError(`Ce dossier de données est déjà utilisé par un autre Manège (${home.dir}) : arrêtez-le d'abord, ou indiquez un autre dossier par DATA_DIR.`);
    if (!told && life === 'held') log('Un autre Manège utilise ce dossier de données ; attente de son arrêt…');
    told = true;
    await sleep(250);
  }
}

/** The life lock's answer: obtained (and held by the returned client), held by another, or no answer to our password. */
async function tryLife(home: Home, port: number): Promise<pg.Client | 'held' | 'silent'> {
  try {
    const client = await connect(home, port);
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LIFE_LOCK]);
    if (rows[0]?.free === true) return client;
    await client.end();
    return 'held';
  } catch {
    return 'silent';
  }
}

/** Takes the life lock (resolves then) and keeps it: begins again whenever its connection is lost. */
async function holdLife(home: Home, port: number, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const life = await tryLife(home, port);
    if (life instanceof pg.Client) {
      life.once('end', () => void holdLife(home, port, isStopping));
      return;
    }
    await sleep(100, undefined, { ref: false });
  }
}

async function createDatabase(home: Home, port: number): Promise<void> {
  const client = await connect(home, port);
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [OWNER]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(OWNER)}`);
  } finally {
    await client.end();
  }
}
