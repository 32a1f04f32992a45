/**
 * Lighthouse on a phone: the two pages that a stranger sees first, and the three screens that
 * people use all day.
 */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM, FLAGS } from './browser.ts';
import { type DemoCookies, openDemo, openFixture } from './fixture.ts';
import { integer, type Figure, milliseconds } from './report.ts';
import { ROUNDS } from './rounds.ts';

const PAGES = ['/', '/login'];

/** The screens that need a signed-in person, and who opens them. */
const SCREENS: Record<string, keyof DemoCookies> = {
  '/app/reservation': 'rider',
  '/app/webmaster': 'admin',
  '/app/utilisateurs': 'admin',
};

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

type Report = Awaited<ReturnType<typeof report>>;

const category =
  (name: string) =>
  ({ categories }: Report): number =>
    (categories[name]?.score ?? Number.NaN) * 100;
const audit =
  (name: string) =>
  ({ audits }: Report): number =>
    audits[name]?.numericValue ?? Number.NaN;

/** A figure of each page: its name, its place in the report, and its goal. */
type Reading = Omit<Figure, 'tours'> & { of: (report: Report) => number };

const atLeast = (valeur: number): Pick<Reading, 'ecrit' | 'but'> => ({
  ecrit: integer,
  but: { signe: '≥', valeur },
});

const STRANGER: Reading[] = [
  { nom: 'performance', of: category('performance'), ...atLeast(98) },
  { nom: 'accessibilité', of: category('accessibility'), ...atLeast(100) },
  { nom: 'bonnes pratiques', of: category('best-practices'), ...atLeast(100) },
  { nom: 'référencement', of: category('seo'), ...atLeast(100) },
];

const SIGNED_IN: Reading[] = [
  { nom: 'performance (visée : 95)', of: category('performance'), ...atLeast(90) },
  {
    nom: 'décalages de la mise en page',
    of: audit('cumulative-layout-shift'),
    ecrit: (value) => value.toFixed(3).replace('.', ','),
    but: { signe: '≤', valeur: 0.02 },
  },
  {
    nom: 'blocage',
    of: audit('total-blocking-time'),
    ecrit: milliseconds,
    but: { signe: '≤', valeur: 200, indicatif: true },
  },
  { nom: 'plus grand élément affiché', of: audit('largest-contentful-paint'), ecrit: milliseconds },
  {
    nom: 'indice de la machine selon Lighthouse',
    of: ({ environment }) => environment.benchmarkIndex,
    ecrit: integer,
  },
];

type Visit = { path: string; cookie: string | null };

export async function measurePhare(say: (step: string) => void): Promise<Figure[]> {
  const fixture = await openFixture(0, async () => {});
  const figures = await visit(
    fixture.port,
    PAGES.map((path) => ({ path, cookie: null })),
    STRANGER,
    say,
  );
  await fixture.close();
  return figures;
}

export async function measurePhareConnecte(say: (step: string) => void): Promise<Figure[]> {
  const demo = await openDemo();
  const figures = await visit(
    demo.port,
    Object.entries(SCREENS).map(([path, who]) => ({ path, cookie: demo[who] })),
    SIGNED_IN,
    say,
  );
  await demo.close();
  return figures;
}

/** Every page in turn, round after round, each time with an empty cache. */
async function visit(
  port: number,
  visits: Visit[],
  readings: Reading[],
  say: (step: string) => void,
): Promise<Figure[]> {
  const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: ['--headless=new', ...FLAGS] });
  process.once('exit', () => chrome.kill()); // also if the measurement fails
  const reports = new Map<string, Report[]>(visits.map(({ path }) => [path, []]));
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`tour ${round} sur ${ROUNDS}`);
    for (const { path, cookie } of visits) {
      const lhr = await report(`http://127.0.0.1:${port}${path}`, cookie, chrome.port);
      if (new URL(lhr.finalDisplayedUrl).pathname !== path)
        throw new Error(`${path} led to ${lhr.finalDisplayedUrl}`);
      reports.get(path)?.push(lhr);
    }
  }
  chrome.kill();
  return [...reports].flatMap(([path, all]) =>
    readings.map(({ nom, of, ...rest }) => ({
      ...rest,
      nom: `${path}, ${nom}`,
      tours: all.map(of),
    })),
  );
}

/**
 * Sometimes Lighthouse finds no beginning in its own trace, reports it, and asks to be run again.
 */
async function report(url: string, cookie: string | null, port: number) {
  for (let essai = 1; ; essai += 1) {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: cookie === null ? CATEGORIES : ['performance'],
      ...(cookie && { extraHeaders: { cookie } }),
    });
    if (result && !result.lhr.runtimeError) return result.lhr;
    if (essai === 3)
      throw new Error(
        `Lighthouse gives no report on ${url}: ${result?.lhr.runtimeError?.message ?? 'no reason given'}`,
      );
  }
}
