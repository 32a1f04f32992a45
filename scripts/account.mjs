/** `npm run account`: on Node 24, like the server. */
import { ensureInstalled } from './install.mjs';
import { main, node24, run } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  return run(node24(), ['src/server/account.ts', ...process.argv.slice(2)]);
});
