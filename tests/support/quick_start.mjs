/**
 * Loaded before the product in the processes that tests start. For each of the 250 files of
 * drizzle-orm, Node reads and parses that package's `package.json` of 180 kB to learn that `.js`
 * means ESM: more than a third of the CPU time of a start.
 */
import module from 'node:module';

// The system's Node 20, which runs some commands, has no such hooks and loads none of that package.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const inside =
      specifier.startsWith('.') &&
      specifier.endsWith('.js') &&
      context.parentURL?.includes('/node_modules/drizzle-orm/');
    return inside
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});
