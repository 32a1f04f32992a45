/**
 * `npm run build`, and the preparation of `npm start`: installs and builds, each only if necessary,
 * and checks that Node 24 is available.
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
