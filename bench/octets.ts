/** The cost of a first visit to each screen: bytes over the network, JavaScript, files, calls. */
import type { Browser } from '@playwright/test';
import { type Access, PAGES } from '#web/paths/paths.ts';
import { SCRIPT_BOUNDS, weighScripts } from '../tests/support/weights.ts';
import { firstVisit, launchBrowser, openPhone } from './browser.ts';
import { openDemo, openFixture } from './fixture.ts';
import { type Figure, ratio } from './report.ts';

/** Below this size, a file costs about as much as its request. */
const SMALL_BYTES = 2_000;

const ko = (bytes: number): string => `${ratio(bytes / 1000)} ko`;

export async function measureOctets(say: (step: string) => void): Promise<Figure[]> {
  const demo = await openDemo();
  const browser = await launchBrowser();
  const cookies: Record<Access, string | null> = {
    tous: null,
    visiteur: null,
    connecte: demo.rider,
    admin: demo.admin,
  };
  const origin = `http://127.0.0.1:${demo.port}`;
  const figures: Figure[] = [];
  for (const [, { path, access }] of PAGES) {
    say(path);
    const received = await firstVisit(browser, `${origin}${path}`, cookies[access]);
    const calls = received.filter(({ url }) => new URL(url).pathname.startsWith('/api/'));
    const files = received.filter((one) => !calls.includes(one));
    const sum = (of: typeof received): number => of.reduce((total, { bytes }) => total + bytes, 0);
    const small = files.filter(({ bytes }) => bytes < SMALL_BYTES).length;
    const script = sum(files.filter(({ type }) => type === 'Script'));
    figures.push({
      nom: `${path} : ${files.length} fichiers (${small} sous 2 ko), ${calls.length} appels, JavaScript ${ko(script)}, en tout, en-têtes compris`,
      tours: [sum(received)],
      ecrit: ko,
    });
    if (SCRIPT_BOUNDS[path] !== undefined)
      figures.push({
        nom: `${path} : JavaScript dans la démonstration, sans en-têtes`,
        tours: [await weigh(browser, origin, path, cookies[access])],
        ecrit: ko,
      });
  }
  await demo.close();
  for (const [path, bound] of Object.entries(SCRIPT_BOUNDS)) {
    say(path);
    // As in the test: a new account in a new centre.
    const role = path === '/app/reservation' ? 'utilisateur' : 'admin';
    const fixture = await openFixture(1, async () => undefined, role);
    const cookie = path.startsWith('/app') ? fixture.riders[0]!.cookie : null;
    figures.push({
      nom: `${path} : JavaScript dans un centre neuf, sans en-têtes`,
      tours: [await weigh(browser, `http://127.0.0.1:${fixture.port}`, path, cookie)],
      ecrit: ko,
      but: { signe: '≤', valeur: bound * 1000 },
    });
    await fixture.close();
  }
  await browser.close();
  return figures;
}

/** The bytes of the scripts of a first load, without headers. */
async function weigh(
  browser: Browser,
  origin: string,
  path: string,
  cookie: string | null,
): Promise<number> {
  const page = await openPhone(browser, origin, cookie);
  const { bytes } = await weighScripts(page, path, origin);
  await page.context().close();
  return bytes;
}
