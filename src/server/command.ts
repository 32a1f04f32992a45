/** A command beside the service: environment, database, and its end. */
import { databaseUrlIn, type Env, readEnv } from './env.ts';
import type { BackupConfig } from './platform/backup/folder.ts';
import { startEmbedded } from './platform/embedded/supervisor.ts';
import { joinEmbedded } from './platform/embedded/running.ts';
import { sentenceOf } from './start_refusals.ts';
import { readVersion, say } from './terminal.ts';

/** What a command works on. */
export type Workplace = { url: string; version: string; config: BackupConfig; now: Date; say: typeof say };

/** Runs a command to its end; a refusal is printed as a sentence, with the exit code 1. */
export async function runCommand(work: (env: Env) => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1)); // what is under way is rolled back
  try {
    await work(readEnv(process.env));
  } catch (error) {
    process.stderr.write(`\n${await sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs `work` on the database of the environment. An embedded one is started for as long as it takes; one that runs already is
 * used as it is, or refused where `work` needs it alone.
 */
export async function withDatabase(env: Env, { alone }: { alone: boolean }, work: (at: Workplace) => Promise<void>): Promise<void> {
  const given = databaseUrlIn(env);
  const folder = { dataDir: env.DATA_DIR, given: env.dataDirGiven };
  const { url, dir, stop } = given !== undefined
    ? { url: given, dir: null, stop: async () => undefined }
    : await (alone ? startEmbedded({ ...folder, log: say, onExit: (error) => say(error.message) }) : joinEmbedded(folder));
  try {
    await work({ url, version: readVersion(), config: { ...env.sauvegardes, base: dir }, now: new Date(), say });
  } finally {
    await stop();
  }
}
