/**
 * The process: its environment, its database, and its end. `serve.ts`, which is loaded while
 * PostgreSQL starts, opens the service.
 */
import { registerHooks } from 'node:module';
import { readEnv } from './env.ts';
import { startEmbedded } from './platform/embedded/supervisor.ts';
import { untilReachable } from './platform/reachable.ts';
import type { End } from './serve.ts';
import { sentenceOf } from './start_refusals.ts';
import { say } from './terminal.ts';

/** Ends a failed start with a sentence, without a stack. */
function stop(sentence: string): never {
  process.stderr.write(`\nManège ne peut pas démarrer.\n${sentence}\n`);
  process.exit(1);
}

/**
 * Node 24 parses the `exports` of a package again for each import between two of its files: in
 * Drizzle, 180 kB of JSON about 800 times. Such an import names its file, so it is resolved here,
 * with the same result as Node's.
 */
function resolveDrizzle(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('.') &&
      context.parentURL?.includes('/node_modules/drizzle-orm/') === true
        ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
        : next(specifier, context),
  });
}

async function main(): Promise<void> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 24) stop(`Il faut Node.js 24 ou plus récent, celui-ci est ${process.versions.node}.`);
  const env = readEnv(process.env);

  // Registered first: until everything else is open, a signal only ends the process (and the
  // embedded PostgreSQL with it).
  let end: End = async (_, code) => process.exit(code);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(signal, 0));
  process.on('disconnect', () => void end('parent gone', 0));
  if (['start', 'serve'].includes(process.env['npm_lifecycle_event'] ?? ''))
    watchParent(() => void end('npm gone', 0));
  // The terminal may be closed: output that nobody reads must not end the process.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});

  resolveDrizzle();
  const loading = import('./serve.ts');
  const embedded =
    env.DATABASE_URL === undefined
      ? await startEmbedded({
          dataDir: env.DATA_DIR,
          given: env.dataDirGiven,
          log: say,
          onExit: (error) => {
            say(error.message);
            void end('database lost', 1);
          },
        })
      : null;
  if (env.DATABASE_URL !== undefined) await untilReachable(env.DATABASE_URL, say);
  const { serve } = await loading;
  await serve(
    env,
    {
      url: embedded?.url ?? env.DATABASE_URL ?? '',
      dir: embedded?.dir ?? null,
      stop: async () => embedded?.stop(),
    },
    (how) => {
      end = how;
    },
  );
}

/** A `kill -9` of npm sends no signal; it is noticed by the change of the parent's pid. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, 1_000).unref();
}

main().catch(async (error: unknown) => stop(await sentenceOf(error)));
