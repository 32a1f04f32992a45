/** Lighthouse on a phone, on the two pages a stranger meets first. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { openGround } from './ground.ts';
import { integer, type Figure } from './report.ts';
import { ROUNDS } from './rounds.ts';

const PAGES = ['/', '/login'];

/** Each category of a report, what it is called, and the least it should reach. */
const CATEGORIES = { 'performance': ['performance', 98], 'accessibility': ['accessibilité', 100], 'best-practices': ['bonnes pratiques', 100], 'seo': ['référencement', 100] } as const;
type Category = keyof typeof CATEGORIES;

export async function measurePhare(say: (step: string) => void): Promise<Figure[]> {
  const ground = await openGround(0, async () => {});
  const chrome = await launch({
    chromePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    chromeFlags: [
      '--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync',
    ],
  });
  process.once('exit', () => chrome.kill()); // also where the measure fails
  const scores = new Map<string, number[]>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`tour ${round} sur ${ROUNDS}`);
    for (const page of PAGES) {
      const lhr = await report(`http://127.0.0.1:${ground.port}${page}`, chrome.port);
      for (const category of Object.keys(CATEGORIES) as Category[]) {
        const score = lhr.categories[category]?.score;
        if (typeof score !== 'number') throw new Error(`no score for ${category} on ${page}`);
        scores.set(`${page} ${category}`, [...(scores.get(`${page} ${category}`) ?? []), score * 100]);
      }
    }
  }
  chrome.kill();
  await ground.close();
  return PAGES.flatMap((page) => (Object.keys(CATEGORIES) as Category[]).map((category) => {
    const [nom, value] = CATEGORIES[category];
    return { nom: `${page}, ${nom}`, tours: scores.get(`${page} ${category}`) ?? [], ecrit: integer, but: { signe: '≥' as const, valeur: value } };
  }));
}

/** Now and then Lighthouse finds no beginning in its own trace, says so, and asks to be run again. */
async function report(url: string, port: number) {
  for (let essai = 1; ; essai += 1) {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: Object.keys(CATEGORIES) });
    if (result && !result.lhr.runtimeError) return result.lhr;
    if (essai === 3) throw new Error(`Lighthouse gives no report on ${url}: ${result?.lhr.runtimeError?.message ?? 'no reason given'}`);
  }
}
