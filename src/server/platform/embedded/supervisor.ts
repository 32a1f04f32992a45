/**
 * The embedded PostgreSQL: a complete server from npm, which is used without DATABASE_URL. Starts
 * it, restarts it if it dies, and stops it with the application. README.md describes the states.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainDataDir } from '../files.ts';
import { isDiskFull, lacksSpace, outage } from '../disk.ts';
import { DiskFullError, EmbeddedError } from './errors.ts';
import {
  discardFormerBinaries,
  fillHome,
  findRelease,
  type Home,
  homeIn,
  type Release,
  tellAside,
} from './home.ts';
import { type Hold, holdFolder, release } from './lock.ts';
import { choosePlace, claimPlace, settlePlace, type DataFolder } from './place.ts';
import { halt } from './postmaster.ts';
import { openDatabase } from './roles.ts';
import { launch, launchFirst, type Running, rotateLog } from './server.ts';

type Log = (message: string) => void;

type Options = Partial<DataFolder> & {
  dataDir: string;
  /** Receives messages in French about long operations and failures. */
  log: Log;
  /** Called once if PostgreSQL has died and could not be restarted: the application should end. */
  onExit: (error: EmbeddedError) => void;
  /**
   * How long a previous Manège may take to stop: 10 s. A PostgreSQL that died has three times as
   * long to restart.
   */
  patienceMs?: number;
  /** Another PostgreSQL than the installed one, for tests. */
  postgres?: Release;
};

export type Embedded = {
  /**
   * URL of the database `manege` for the application, which is no superuser; it does not change
   * during the run.
   */
  url: string;
  /** The folder that holds the database. */
  dir: string;
  /** PostgreSQL's own log. */
  logFile: string;
  /**
   * Fast shutdown. It cuts connections that are still open, so close the pool first. Idempotent.
   */
  stop: () => Promise<void>;
};

/** If PostgreSQL dies more often than this in ten minutes, it is no longer restarted. */
const MAX_DEATHS = 5;

/**
 * Starts PostgreSQL on the data folder, in any state that an earlier run left. Throws an
 * EmbeddedError.
 */
export async function startEmbedded({
  dataDir,
  given = true,
  elsewhere = '/var/lib/manege',
  log,
  onExit,
  patienceMs = 10_000,
  postgres = findRelease(),
}: Options): Promise<Embedded> {
  const { home, hold, first } = await open(
    { dataDir: resolve(dataDir), given, elsewhere },
    postgres,
    log,
    patienceMs,
  ).catch((error: unknown) => {
    if (isDiskFull(error) && !(error instanceof DiskFullError))
      throw new DiskFullError(resolve(dataDir));
    const why = explainDataDir(error, resolve(dataDir));
    throw why === null ? error : new EmbeddedError(why);
  });
  let running = first;
  const { port } = running;

  let stopping: Promise<void> | null = null;
  let reviving: Promise<void> | null = null;
  let deaths: number[] = [];
  const isStopping = () => stopping !== null;

  const watch = ({ child }: Running) => {
    const onDeath = () => {
      if (isStopping()) return;
      log(
        `PostgreSQL s'est arrêté (${child.signalCode ?? `code ${child.exitCode}`}), il est relancé.`,
      );
      reviving = revive().catch((error: unknown) => {
        if (!isStopping())
          onExit(error instanceof EmbeddedError ? error : new EmbeddedError(String(error)));
      });
    };
    if (child.exitCode === null && child.signalCode === null) child.once('exit', onDeath);
    else onDeath();
  };

  /**
   * Starts it again on the same port, to which the pool reconnects. While the disk is full, it
   * keeps trying.
   */
  const revive = async () => {
    if (!lacksSpace(home.cluster))
      deaths = [...deaths.filter((at) => at > Date.now() - 600_000), Date.now()];
    if (deaths.length > MAX_DEATHS)
      throw new EmbeddedError(`PostgreSQL s'arrête sans cesse (son journal : ${home.logFile}).`);
    // The backends of a killed postmaster hold its shared memory until they notice its end; and the
    // server may be killed again while it starts.
    let refusal: unknown = new EmbeddedError(
      `PostgreSQL n'a pas pu être relancé (son journal : ${home.logFile}).`,
    );
    for (
      let until = Date.now() + 3 * patienceMs;
      Date.now() < until && !isStopping();
      await sleep(200)
    ) {
      const next = await launch(home, port, hold.server, log).catch((error: unknown) => {
        refusal = error;
        return null;
      });
      if (next === null && refusal instanceof DiskFullError) {
        if (!outage.full)
          log(
            `Le disque de ${home.dir} est plein : PostgreSQL repartira de lui-même dès qu'il y aura de la place.`,
          );
        outage.full = true;
        await sleep(1_000);
        until = Date.now() + 3 * patienceMs;
      }
      if (next === null) continue;
      running = next;
      outage.full = false;
      log('PostgreSQL est reparti.');
      watch(next);
      return;
    }
    if (!isStopping()) throw refusal;
  };

  watch(running);
  const url = await openDatabase(home, port);
  discardFormerBinaries(home);
  tellAside(home, log);
  const rotating = setInterval(rotateLog, 600_000, home);
  rotating.unref();

  const end = async () => {
    clearInterval(rotating);
    await reviving;
    if (running.child.exitCode === null && running.child.signalCode === null)
      await halt(running.pid);
    release(hold);
  };
  return {
    url,
    dir: home.dir,
    logFile: home.logFile,
    stop: () => (stopping ??= end()),
  };
}

async function open(
  folder: DataFolder,
  postgres: Release,
  log: Log,
  patienceMs: number,
): Promise<{ home: Home; hold: Hold; first: Running }> {
  const place = choosePlace(folder);
  const home = homeIn(place, postgres);
  if (place.path !== null)
    log(`La base de données est dans ${place.dir}, comme le dit ${place.path}.`);
  const hold = await holdFolder(home, log, patienceMs);
  try {
    claimPlace(place);
    const move = async (former: Home, made: Home) =>
      (await import('./move.ts')).moveData(former, made, hold.server, log);
    await fillHome(home, postgres, move, log);
    settlePlace(place);
    return { home, hold, first: await launchFirst(home, hold.server, log) };
  } catch (error) {
    release(hold);
    throw error;
  }
}
