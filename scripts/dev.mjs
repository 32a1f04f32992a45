/** `npm run dev`: the server restarts and the page reloads automatically. One Ctrl-C stops both. */
import { ensureInstalled } from './install.mjs';
import { endChildren, isEnding, main, serve } from './processes.mjs';

await main(async () => {
  await ensureInstalled({ dev: true });
  const api = `http://127.0.0.1:${process.env.PORT || 3000}`;
  const halves = [
    serve(['--watch', '--watch-preserve-output', 'src/server/main.ts', ...process.argv.slice(2)]),
    serve(['node_modules/vite/bin/vite.js', '--clearScreen', 'false'], {
      env: { ...process.env, API_URL: api },
    }),
  ];
  // If one half ends, the other ends too.
  for (const { done } of halves)
    done.finally(() => isEnding() || endChildren()).catch(() => undefined);
  const codes = await Promise.all(halves.map(({ done }) => done));
  return isEnding() ? 0 : Math.max(...codes);
});
