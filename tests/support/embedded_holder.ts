/**
 * A replacement for the application, for the tests that kill it:
 * `node embedded_holder.ts '{"dataDir": …}'`. Prints one line of JSON per event.
 */
import { startEmbedded } from '#server/platform/embedded/supervisor.ts';
import type { Wish } from './holders.ts';

const say = (event: string, detail: unknown = null) =>
  process.stdout.write(`${JSON.stringify({ event, detail })}\n`);

try {
  const embedded = await startEmbedded({
    ...(JSON.parse(process.argv[2] ?? '') as Wish),
    patienceMs: Number(process.env['PATIENCE_MS'] ?? 2_000),
    log: (message) => say('log', message),
    onExit: (error) => say('exit', error.message),
  });
  say('ready', { url: embedded.url, dir: embedded.dir });
  const stop = () =>
    void embedded.stop().then(() => {
      say('stopped');
      process.exit();
    });
  process.once('SIGTERM', stop);
  // A test run that was killed leaves nothing behind.
  process.once('disconnect', stop);
} catch (error) {
  say('refused', error instanceof Error ? error.message : String(error));
}
