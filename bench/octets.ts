/** The cost of a first visit to each screen: bytes over the network, JavaScript, files, calls. */
import { type Access, PAGES } from '#web/paths/paths.ts';
import { SCRIPT_BOUNDS } from '../tests/support/weights.ts';
import { firstVisit, launchBrowser } from './browser.ts';
import { openDemo } from './fixture.ts';
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
  const figures: Figure[] = [];
  for (const [, { path, access }] of PAGES) {
    say(path);
    const received = await firstVisit(
      browser,
      `http://127.0.0.1:${demo.port}${path}`,
      cookies[access],
    );
    const calls = received.filter(({ url }) => new URL(url).pathname.startsWith('/api/'));
    const files = received.filter((one) => !calls.includes(one));
    const sum = (of: typeof received): number => of.reduce((total, { bytes }) => total + bytes, 0);
    const small = files.filter(({ bytes }) => bytes < SMALL_BYTES).length;
    const script = sum(files.filter(({ type }) => type === 'Script'));
    figures.push({
      nom: `${path} : ${files.length} fichiers (${small} sous 2 ko), ${calls.length} appels, JavaScript ${ko(script)}, en tout`,
      tours: [sum(received)],
      ecrit: ko,
    });
    const bound = SCRIPT_BOUNDS[path];
    if (bound !== undefined)
      figures.push({
        nom: `${path} : JavaScript, en-têtes compris`,
        tours: [script],
        ecrit: ko,
        but: { signe: '≤', valeur: bound * 1000 },
      });
  }
  await browser.close();
  await demo.close();
  return figures;
}
