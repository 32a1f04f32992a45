/** `npm start`: installs, builds, starts; each only when it has to. Arguments and environment go to the server untouched. */
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { main, serve } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return serve(['src/server/main.ts', ...process.argv.slice(2)]).done;
});
