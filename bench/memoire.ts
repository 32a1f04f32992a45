/**
 * The memory of all processes that `npm start` starts, PostgreSQL included: at rest, under load,
 * and two minutes afterwards. Linux only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstVisit, launchBrowser } from './browser.ts';
import { rawRequest, runLoad } from './child.ts';
import { signInToDemo } from './fixture.ts';
import { install, type Started } from './installation.ts';
import { WEEKS } from './lectures.ts';
import { type Figure, integer } from './report.ts';
import { demandeOf, SLOTS } from './slots.ts';

const REST_SECONDS = 30;
const LOAD_SECONDS = 300;
const AFTER_SECONDS = 120;
/** Half of them book, a quarter reads the week of the planning, a quarter the availability. */
const CLIENTS = 32;
const BOOKING = CLIENTS / 2;

/**
 * MiB of proportional set size: each page that several processes share counts in parts. `prive`: the
 * pages of Node that it shares with no process.
 */
type Memory = { npm: number; node: number; postgresql: number; prive: number };
type Measured = { rest: Memory; load: Memory; after: Memory };

/** Without npm's own process. */
const ownOf = ({ node, postgresql }: Memory): number => node + postgresql;

export async function measureMemoire(say: (step: string) => void): Promise<Figure[]> {
  say("copie de l'installation");
  const installation = await install();
  say('charge de cinq minutes');
  const started = await installation.start();
  const measured = await measureOnce(started);
  await started.stop();
  await installation.remove();
  const mio = (value: number): string => `${integer(value)} Mio`;
  const figure = (nom: string, of: (one: Measured) => number, most?: number): Figure => ({
    nom,
    tours: [of(measured)],
    ecrit: mio,
    ...(most !== undefined && { but: { signe: '≤', valeur: most } }),
  });
  return [
    figure('au repos, sans npm', ({ rest }) => ownOf(rest), 200),
    figure('au repos, dont PostgreSQL', ({ rest }) => rest.postgresql),
    figure('au repos, npm lui-même', ({ rest }) => rest.npm),
    figure('sous la charge, sans npm, au plus', ({ load }) => ownOf(load)),
    figure('deux minutes après, sans npm', ({ after }) => ownOf(after), 300),
    figure('deux minutes après, dont PostgreSQL', ({ after }) => after.postgresql),
    figure('sous la charge, mémoire privée de Node', ({ load }) => load.prive),
    figure('deux minutes après, mémoire privée de Node', ({ after }) => after.prive, 200),
  ];
}

/** An administrator books, because the demonstration limits the bookings of a rider. */
async function measureOnce({ url, port, pid }: Started): Promise<Measured> {
  const { rider, admin } = await signInToDemo(url);
  const browser = await launchBrowser();
  await firstVisit(browser, `${url}/app/webmaster`, admin);
  await browser.close();
  await sleep(REST_SECONDS * 1000);
  const rest = memoryOf(pid);
  const reads = [
    [admin, WEEKS.planning.urlOf(0)],
    [rider, WEEKS.disponibilites.urlOf(0)],
  ] as const;
  const clients = Array.from({ length: CLIENTS }, (_, client) => {
    if (client < BOOKING)
      return Array.from({ length: Math.floor(SLOTS / BOOKING) }, (__, n) =>
        rawRequest(admin, 'POST', '/api/reservations', demandeOf(n * BOOKING + client)),
      );
    const [cookie, path] = reads[client % 2 === 0 ? 0 : 1];
    return [rawRequest(cookie, 'GET', path, undefined, { 'accept-encoding': 'br' })];
  });
  let load = rest;
  const sampling = setInterval(() => {
    const now = memoryOf(pid);
    if (ownOf(now) > ownOf(load)) load = now;
  }, 1_000);
  const { byStatus } = await runLoad({ port, clients, seconds: LOAD_SECONDS });
  clearInterval(sampling);
  // Some slots are taken by the demonstration.
  if (
    !byStatus[200] ||
    !byStatus[201] ||
    Object.keys(byStatus).some((status) => !['200', '201', '409'].includes(status))
  )
    throw new Error(`unexpected answers: ${JSON.stringify(byStatus)}`);
  await sleep(AFTER_SECONDS * 1000);
  return { rest, load, after: memoryOf(pid) };
}

/** The memory of a process and all its descendants. */
function memoryOf(npm: number): Memory {
  const memory: Memory = { npm: 0, node: 0, postgresql: 0, prive: 0 };
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)));
  for (const tree = [npm]; tree.length > 0;) {
    const pid = tree.pop()!;
    tree.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
    const name = all.find((one) => one.pid === pid)?.name;
    const part = pid === npm ? 'npm' : name === 'postgres' ? 'postgresql' : 'node';
    memory[part] += mioOf(pid, 'Pss');
    if (part === 'node') memory.prive += mioOf(pid, 'Private_Clean') + mioOf(pid, 'Private_Dirty');
  }
  return memory;
}

function processOf(pid: number): { pid: number; name: string; parent: number }[] {
  const [, name = '', parent] =
    /^\d+ \((.*)\) \S (\d+)/s.exec(readOrNothing(`/proc/${pid}/stat`)) ?? [];
  return parent === undefined ? [] : [{ pid, name, parent: Number(parent) }];
}

const mioOf = (pid: number, field: string): number =>
  Number(
    new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readOrNothing(`/proc/${pid}/smaps_rollup`))?.[1] ??
      0,
  ) / 1024;

/** A process may have ended in the meantime. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
