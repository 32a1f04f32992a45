/** `npm run bench`: the measurements of bench/main.ts, on a complete install and a fresh build. */
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { main, node24, run } from './processes.mjs';
import { findChromium } from './system.mjs';

await main(async () => {
  await ensureInstalled({ dev: true });
  await ensureBuilt();
  return run(node24(), ['bench/main.ts', ...process.argv.slice(2)], {
    env: { CHROMIUM: findChromium(), ...process.env },
  });
});
