/**
 * Loaded into the server with `--import`: counts the statements that it sends to PostgreSQL, and
 * reports them on request.
 */
import pg from 'pg';

export type Counted = Record<string, number>;

const counted: Counted = {};
const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
const { query } = prototype;
prototype.query = function counting(...args) {
  const [first] = args as [string | { text: string }];
  const text = typeof first === 'string' ? first : first.text;
  counted[text] = (counted[text] ?? 0) + 1;
  return query.apply(this, args);
};

process.on('message', (message) => {
  if (message === 'statements') process.send?.({ counted });
});
