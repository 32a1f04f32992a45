/** What the tests of a part cost, counted over all its processes, which `npm test` prints. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** `pages`: opened in a browser. `axe`: readings. `servers`: processes of the product. `databases`: copies of the template. */
type Cost = 'pages' | 'axe' | 'servers' | 'databases';

/** Only in a part of `npm test`. A count is the length of its file: appending one byte needs no lock. */
export function count(cost: Cost): void {
  const folder = process.env['TEST_COUNTS'];
  if (folder) appendFileSync(join(folder, cost), '.');
}
