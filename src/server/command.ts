/** A command beside the service: its environment, its database, and its end. */
import { type Env, readEnv } from './env.ts';
import type { BackupConfig } from './platform/services.ts';
import { isDiskFull, lacksSpace, outage } from './platform/disk.ts';
import { startEmbedded } from './platform/embedded/supervisor.ts';
import { joinEmbedded } from './platform/embedded/running.ts';
import { StartError } from './platform/start_error.ts';
import { sentenceOf } from './start_refusals.ts';
import { readVersion, say } from './terminal.ts';

/** The data that a command works with. */
export type Workplace = {
  url: string;
  version: string;
  config: BackupConfig;
  now: Date;
  say: typeof say;
};

/** Runs a command to its end; a refusal is printed as a sentence, with the exit code 1. */
export async function runCommand(work: (env: Env) => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(1)); // running work is rolled back
  try {
    await work(readEnv(process.env));
  } catch (error) {
    process.stderr.write(`\n${await sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs `work` on the database of the environment. An embedded one is started for the duration of
 * `work`. If it already runs, it is used, or refused if `alone`.
 */
export async function withDatabase(
  env: Env,
  { alone }: { alone: boolean },
  work: (at: Workplace) => Promise<void>,
): Promise<void> {
  const given = env.DATABASE_URL;
  const folder = { dataDir: env.DATA_DIR, given: env.dataDirGiven };
  const { url, dir, stop } =
    given !== undefined
      ? { url: given, dir: null, stop: async () => undefined }
      : await (alone
          ? startEmbedded({ ...folder, log: say, onExit: (error) => say(error.message) })
          : joinEmbedded(folder));
  try {
    await work({
      url,
      version: readVersion(),
      config: { ...env.sauvegardes, base: dir },
      now: new Date(),
      say,
    });
  } catch (error) {
    // If the disk is full, the server may end without any message to its connections.
    const known = error instanceof StartError;
    const full =
      isDiskFull(known ? error.cause : error) ||
      (!known && dir !== null && (outage.full || lacksSpace(dir)));
    if (dir === null || !full) throw error;
    throw new StartError(
      `Le disque de ${dir} est plein : rien n'a été changé dans la base. Libérez de la place, puis recommencez.`,
    );
  } finally {
    await stop();
  }
}
