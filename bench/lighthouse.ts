/**
 * Lighthouse on a phone: the two pages that a stranger sees first, and the three screens that
 * people use all day.
 */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM, FLAGS } from './browser.ts';
import { openEmptyPage } from './empty_page.ts';
import { type DemoCookies, openDemo, openFixture } from './fixture.ts';
import { integer, type Figure, milliseconds } from './report.ts';
import { median, ROUNDS } from './rounds.ts';

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
  { nom: 'performance', of: category('performance'), ...atLeast(95) },
  {
    nom: 'décalages de la mise en page',
    of: audit('cumulative-layout-shift'),
    ecrit: (value) => value.toFixed(3).replace('.', ','),
    but: { signe: '≤', valeur: 0.02 },
  },
  { nom: 'blocage', of: audit('total-blocking-time'), ecrit: milliseconds },
  { nom: 'plus grand élément affiché', of: audit('largest-contentful-paint'), ecrit: milliseconds },
  {
    nom: 'indice de la machine selon Lighthouse',
    of: ({ environment }) => environment.benchmarkIndex,
    ecrit: integer,
  },
];

/** What the reference page must reach, so that a score of ours says anything. */
const REFERENCE_REACHES = 99;
/** How many milliseconds longer than the reference a screen may block. */
const MORE_BLOCKING = 200;

/** `url`: of another server than the product's. */
type Visit = { path: string; cookie: string | null; url?: string };

export async function measureLighthouse(say: (step: string) => void): Promise<Figure[]> {
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

export async function measureLighthouseSignedIn(say: (step: string) => void): Promise<Figure[]> {
  const demo = await openDemo();
  const empty = await openEmptyPage();
  const reports = await visitInTurn(
    demo.port,
    [
      { path: REFERENCE, cookie: null, url: empty.url },
      ...Object.entries(SCREENS).map(([path, who]) => ({ path, cookie: demo[who] })),
    ],
    say,
  );
  await empty.close();
  await demo.close();
  const valuesOf = (path: string, of: Reading['of']): number[] => (reports.get(path) ?? []).map(of);
  const performance = valuesOf(REFERENCE, category('performance'));
  const blocking = audit('total-blocking-time');
  const reached = median(performance);
  const nul =
    reached < REFERENCE_REACHES ? `la référence n'atteint que ${integer(reached)}` : undefined;
  return [
    { nom: `${REFERENCE}, performance`, tours: performance, ecrit: integer },
    { nom: `${REFERENCE}, blocage`, tours: valuesOf(REFERENCE, blocking), ecrit: milliseconds },
    ...figuresOf(reports, SIGNED_IN)
      .filter(({ nom }) => !nom.startsWith(REFERENCE))
      .map((figure) =>
        figure.nom.endsWith('performance') && figure.but
          ? { ...figure, but: { ...figure.but, nul } }
          : figure,
      ),
    ...Object.keys(SCREENS).map((path): Figure => ({
      nom: `${path}, blocage de plus que la référence`,
      tours: valuesOf(path, blocking).map(
        (value, i) => value - (valuesOf(REFERENCE, blocking)[i] ?? Number.NaN),
      ),
      ecrit: milliseconds,
      but: { signe: '≤', valeur: MORE_BLOCKING, indicatif: true },
    })),
  ];
}

/** The name of the empty page with the same style sheet and fonts. */
const REFERENCE = 'page vide';

async function visit(
  port: number,
  visits: Visit[],
  readings: Reading[],
  say: (step: string) => void,
): Promise<Figure[]> {
  return figuresOf(await visitInTurn(port, visits, say), readings);
}

/** Every page in turn, round after round, each time with an empty cache. */
async function visitInTurn(
  port: number,
  visits: Visit[],
  say: (step: string) => void,
): Promise<Map<string, Report[]>> {
  const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: ['--headless=new', ...FLAGS] });
  process.once('exit', () => chrome.kill()); // also if the measurement fails
  const reports = new Map<string, Report[]>(visits.map(({ path }) => [path, []]));
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`tour ${round} sur ${ROUNDS}`);
    for (const { path, cookie, url = `http://127.0.0.1:${port}${path}` } of visits) {
      const lhr = await report(url, cookie, chrome.port);
      if (lhr.finalDisplayedUrl !== url) throw new Error(`${path} led to ${lhr.finalDisplayedUrl}`);
      reports.get(path)?.push(lhr);
    }
  }
  chrome.kill();
  return reports;
}

function figuresOf(reports: Map<string, Report[]>, readings: Reading[]): Figure[] {
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
