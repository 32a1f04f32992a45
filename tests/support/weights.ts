import type { Page, Response } from '@playwright/test';
import { brotliCompressSync } from 'node:zlib';
import { answered, watchRequests } from './answered.ts';

/**
 * How much script the first load of a screen may weigh, in kB (1,000 bytes) as it is sent (brotli,
 * without headers): the one table of the project (ADR-030). A bound is raised only by a change that
 * names it and gives its reason. The aims of /login and booking are 80 and 140.
 */
export const SCRIPT_BOUNDS: Record<string, number> = {
  '/login': 82,
  '/register': 95,
  '/app/reservation': 150,
  '/app/webmaster': 160,
  '/app/utilisateurs': 156,
};

/** The scripts of a first load: how many, and their bytes. */
type Weight = { scripts: number; bytes: number };

/**
 * Loads a screen in a page that has loaded nothing, and weighs its scripts as `SCRIPT_BOUNDS` does.
 * `origin`: of the server; by default the page's own base address.
 */
export async function weighScripts(page: Page, path: string, origin = ''): Promise<Weight> {
  const responses = new Map<string, Response>();
  page.on('response', (response) => {
    if (/\.m?js$/.test(new URL(response.url()).pathname)) responses.set(response.url(), response);
  });
  // the last one (UI-55); only screens of an account load it
  const offline = path.startsWith('/app') ? page.waitForResponse(/\/assets\/offline-/) : null;
  watchRequests(page);
  await page.goto(`${origin}${path}`);
  await offline;
  await answered(page);
  // the first one stands in the page
  const inside = await page.locator('script:not([src])').allTextContents();
  let bytes = brotliCompressSync(inside.join('')).length;
  for (const [url, response] of responses) {
    const headers = response.headers();
    if (headers['content-encoding'] !== 'br') throw new Error(`${url} is not sent as brotli`);
    bytes += Number(headers['content-length']);
  }
  return { scripts: inside.length + responses.size, bytes };
}
