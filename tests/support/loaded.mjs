/**
 * Preloaded by `node --import`: writes the files that the process has loaded to the file LOADED,
 * one a line, when it ends.
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
