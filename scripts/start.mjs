/** `npm start`: installs, builds, starts; each only when it has to. Arguments and environment go to the server untouched. */
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { main, node24, start } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  // The channel tells the server when we are gone, even by kill -9: it then stops by itself.
  const server = start(node24(), ['src/server/main.ts', ...process.argv.slice(2)], {
    apart: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return server.done;
});
