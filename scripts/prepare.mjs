/**
 * `npm run build`, and what comes before the server in `npm start`: installs and builds, each only
 * when it has to, and makes sure that there is a Node 24.
 */
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { main, node24 } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  node24();
  return 0;
});
