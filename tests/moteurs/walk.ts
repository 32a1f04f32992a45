/** Runs the end-to-end tests in one engine. `ENGINES=short`: only those of `npm test`. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startManege } from '../support/manege.ts';
import { BUREAU } from './bureau.ts';
import { CAVALIER } from './cavalier.ts';
import { COMPTES } from './comptes.ts';
import type { Browser, Engine } from './driver.ts';
import type { Journey } from './journey.ts';
import { Page } from './page.ts';
import { TACTILE } from './tactile.ts';

/** Checks that in every engine, errors are kept from the first script of a page on. */
const KEPT: Journey = {
  title: "ce que le premier script d'une page écrit dans la console se retient",
  async walk(page) {
    const server = createServer((_, to) => {
      to.setHeader('content-type', 'text/html').end(
        '<!doctype html><html><head><script>console.error("premier")</script></head></html>',
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      expect((await page.readErrors()).splice(0)).toEqual(['premier']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
};

const JOURNEYS = [KEPT, ...COMPTES, ...CAVALIER, ...BUREAU, ...TACTILE];

const journeysAt = (width: 'narrow' | 'wide'): Journey[] =>
  JOURNEYS.filter(({ short }) => process.env['ENGINES'] !== 'short' || short === width);

/** Why an engine cannot be used here. Null if it opens a window. */
async function obstacleOf(engine: Engine): Promise<string | null> {
  if (!engine.present()) return 'absent';
  try {
    const browser = await engine.start();
    try {
      await (await browser.open(800)).close();
      return null;
    } finally {
      await browser.stop();
    }
  } catch (error) {
    return String(error);
  }
}

/**
 * An engine that is absent, or opens no window, is counted as not run. `narrow` is the narrow width
 * of its window, in CSS pixels.
 */
export async function walkThrough(name: string, engine: Engine, narrow: number): Promise<void> {
  const obstacle = await obstacleOf(engine);
  if (obstacle !== null) process.stdout.write(`  ${name} : non exécuté (${obstacle})\n`);
  // oxlint-disable-next-line vitest/valid-title -- it is the name of the engine
  describe.skipIf(obstacle !== null)(name, () => {
    let browser: Browser | undefined;
    let manege: Awaited<ReturnType<typeof startManege>>;
    beforeAll(async () => {
      [manege, browser] = await Promise.all([startManege(), engine.start()]);
    });
    afterAll(() => Promise.all([manege?.stop(), browser?.stop()]));

    describe.each([
      [narrow, journeysAt('narrow')],
      [1280, journeysAt('wide')],
    ] as const)('%i px', (width, journeys) => {
      test.each(journeys)('$title', async (journey) => {
        await manege.sql('delete from reservations');
        const driver = await browser!.open(width);
        onTestFinished(async ({ task }) => {
          if (task.result?.state === 'fail')
            keep(`${name} ${width} ${task.name}`, await driver.screenshot());
          await driver.close();
        });
        const page = new Page(driver, manege.server.url);
        await journey.walk(page, manege);
        expect(await page.readErrors(), 'the console stayed silent').toEqual([]);
      });
    });
  });
}

/** Keeps a screenshot of the last state of a failed test. */
function keep(title: string, png: Uint8Array): void {
  const folder = 'test-results/moteurs';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${title.replaceAll(/[^\p{L}\d]+/gu, '-')}.png`), png);
}
