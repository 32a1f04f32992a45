/**
 * Preloaded by `node --import`: when the process ends, writes the names of the files that it has
 * loaded to the file LOADED, one per line.
 */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const urls = new Set();
registerHooks({
  load: (url, context, next) => {
    urls.add(url);
    return next(url, context);
  },
});
process.on('exit', () => writeFileSync(process.env.LOADED, [...urls].join('\n')));
