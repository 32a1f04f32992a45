/**
 * Measures the cells of the table: all activities of a condition at the same time, each on a
 * separate page and network.
 */
import type { Browser, Page } from '@playwright/test';
import { expect, type Manege, SECRET } from '../parcours/fixtures.ts';
import { type Proxy, startProxy } from '../support/proxy.ts';
import { startServer } from '../support/server.ts';
import { ACTIVITIES, type Activity, type ActivityName, type Cell } from './activities.ts';
import { EXPECTED } from './expected.ts';
import { begin, type Condition, CONDITIONS, type Restartable } from './conditions.ts';

/** In seconds. `recovered`: null if nothing failed. */
export type Measured = {
  name: ActivityName;
  seen: 'right' | 'wrong' | 'nothing';
  noticed: number;
  recovered: number | null;
  fault: string | null;
};

const since = (start: number): number => Math.round((Date.now() - start) / 100) / 10;

const shown = (page: Page): Promise<string> =>
  page.locator('body').innerText({ timeout: 5_000 }).catch(String);

async function measure(
  name: ActivityName,
  condition: Condition,
  cell: Cell,
  proxy: Proxy,
  server: Restartable,
): Promise<Measured> {
  const activity: Activity = ACTIVITIES[name];
  const [, notice, recover] = EXPECTED[condition][name];
  const appears = (what: 'right' | 'wrong', seconds: number) =>
    activity[what](cell)
      .first()
      .waitFor({ timeout: seconds * 1_000 })
      .then(() => what);
  await activity.prepare(cell);
  const end = await begin(condition, proxy, server, activity.first ?? false);
  const start = Date.now();
  await activity.act(cell);
  const seen = await Promise.any([appears('right', notice), appears('wrong', notice)]).catch(
    () => 'nothing' as const,
  );
  const noticed = since(start);
  if (seen === 'nothing') throw new Error(`the page shows: ${await shown(cell.page)}`);
  // An action shown as done is done, and an action shown as failed has failed.
  if (activity.done)
    expect(await activity.done(cell), 'the screen and the database agree').toBe(seen === 'right');
  if (seen === 'wrong') await activity.kept?.(cell);
  const back = Date.now();
  await end();
  if (seen === 'right') return { name, seen, noticed, recovered: null, fault: null };
  await activity.again?.(cell);
  await appears('right', recover);
  const recovered = since(back);
  if (activity.done) expect(await activity.done(cell), 'done at the second press').toBe(true);
  return { name, seen, noticed, recovered, fault: null };
}

/** A separate server, for a cell that kills it. */
async function restartable(
  manege: Manege,
): Promise<Restartable & { url: string; stop: () => Promise<unknown> }> {
  const launch = () => startServer({ DATABASE_URL: manege.server.databaseUrl, SECRET });
  let server = await launch();
  return {
    url: server.url,
    kill: () => server.kill(),
    start: async () => {
      server = await launch();
      return server.url;
    },
    stop: () => server.stop(),
  };
}

const STAYS: Restartable = {
  kill: () => Promise.resolve(),
  start: () => Promise.reject(new Error('this server is never killed')),
};

/** Fails if a cell does not show the expected result in time. */
export async function runCells(
  browser: Browser,
  manege: Manege,
  condition: Condition,
  names: readonly ActivityName[],
  onMeasured: (measured: Measured) => void = () => undefined,
): Promise<void> {
  const n = Object.keys(CONDITIONS).indexOf(condition);
  const all = await Promise.all(
    names.map(async (name) => {
      const own = condition === 'redemarre' ? await restartable(manege) : null;
      const proxy = await startProxy((own ?? manege.server).url);
      const context = await browser.newContext({
        locale: 'fr-BE',
        viewport: { width: 1280, height: 800 },
      });
      context.setDefaultTimeout(20_000);
      try {
        const page = await context.newPage();
        const measured = await measure(
          name,
          condition,
          { page, manege, url: proxy.url, n },
          proxy,
          own ?? STAYS,
        ).catch((error: Error): Measured => ({
          name,
          seen: 'nothing',
          noticed: Infinity,
          recovered: Infinity,
          fault: error.message,
        }));
        if (measured.fault !== null)
          await page.screenshot({ path: `test-results/reports/reseau/${condition}-${name}.png` });
        onMeasured(measured);
        return measured;
      } finally {
        await context.close();
        proxy.close();
        await own?.stop();
      }
    }),
  );
  for (const { name, seen, fault } of all) {
    expect.soft(fault, `${condition}, ${name}`).toBeNull();
    expect.soft(seen, `${condition}, ${name}: what is seen`).toBe(EXPECTED[condition][name][0]);
  }
}
