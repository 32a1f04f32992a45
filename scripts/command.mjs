/**
 * A command other than the service (`npm run backup`, `npm run restore`): installs if necessary,
 * then runs on Node 24.
 */
import { ensureInstalled } from './install.mjs';
import { main, node24, run } from './processes.mjs';

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  await ensureInstalled();
  return run(node24(), [`src/server/${name}.ts`, ...args]);
});
