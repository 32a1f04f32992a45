/** Chromium over its own protocol, and Firefox over WebDriver BiDi: one library drives both. */
import { spawnSync } from 'node:child_process';
import puppeteer, { type LaunchOptions } from 'puppeteer-core';
import { type Browser, type Driver, type Engine, keepErrors } from './driver.ts';

const asRoot = process.getuid?.() === 0;

/** The first of these programs that is installed. */
const installed = (...names: string[]): string | undefined =>
  names.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim()).find(Boolean);

const engine = (path: string | undefined, options: LaunchOptions): Engine => ({
  present: () => path !== undefined,
  async start(): Promise<Browser> {
    const browser = await puppeteer.launch({
      ...options,
      executablePath: path!,
      headless: true,
      defaultViewport: null,
    });
    return {
      async open(width): Promise<Driver> {
        const context = await browser.createBrowserContext();
        const page = await context.newPage();
        await page.setViewport({ width, height: 844 });
        // A background page has no focus: Firefox then sends no focus events, and Enter presses
        // nothing.
        await page.bringToFront();
        await page.evaluateOnNewDocument(keepErrors);
        return {
          goto: async (url) => {
            await page.goto(url);
          },
          evaluate: (work, ...args) => page.evaluate(work as never, ...args),
          hover: (x, y) => page.mouse.move(x, y),
          click: (x, y) => page.mouse.click(x, y),
          async touch([first, ...others], restMs) {
            const finger = await page.touchscreen.touchStart(first!.x, first!.y);
            await new Promise((resolve) => setTimeout(resolve, restMs));
            for (const { x, y } of others) await finger.move(x, y);
            await finger.end();
          },
          press: (key) => page.keyboard.press(key),
          type: (text) => page.keyboard.type(text),
          upload: async (file) =>
            (await page.waitForSelector('input[type=file]'))!.uploadFile(file),
          screenshot: () => page.screenshot(),
          close: () => context.close(),
        };
      },
      stop: () => browser.close(),
    };
  },
});

export const chromium = engine(
  process.env['CHROMIUM'] ?? installed('chromium-headless-shell', 'chromium', 'google-chrome'),
  {
    args: [
      ...(asRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--lang=fr-BE',
    ],
  },
);

export const firefox = engine(installed('firefox-esr', 'firefox'), {
  browser: 'firefox',
  extraPrefsFirefox: { 'intl.accept_languages': 'fr-BE' },
});
