/**
 * The memory of all processes that `npm start` starts, PostgreSQL included: at rest, under load,
 * and a minute afterwards. Linux only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstVisit, launchBrowser } from './browser.ts';
import { rawRequest, runLoad } from './child.ts';
import { signInToDemo } from './fixture.ts';
import { install, type Started } from './installation.ts';
import { WEEKS } from './lectures.ts';
import { type Figure, integer } from './report.ts';
import { ROUNDS } from './rounds.ts';
import { demandeOf, SLOTS } from './slots.ts';

/** A round takes two minutes. */
const FEWER_ROUNDS = Math.min(ROUNDS, 3);
const REST_SECONDS = 30;
const LOAD_SECONDS = 20;
const AFTER_SECONDS = 60;
/** Half of them book, half of them read the week. */
const CLIENTS = 16;
const RIDERS = CLIENTS / 2;
/** The number in each round. */
const SLOTS_EACH = Math.floor(SLOTS / RIDERS / FEWER_ROUNDS);

/** MiB of proportional set size: each page that several processes share counts in parts. */
type Memory = { npm: number; node: number; postgresql: number };
type Measured = { rest: Memory; load: Memory; after: Memory };

/** Without npm's own process. */
const ownOf = ({ node, postgresql }: Memory): number => node + postgresql;

export async function measureMemoire(say: (step: string) => void): Promise<Figure[]> {
  say("copie de l'installation");
  const installation = await install();
  const rounds: Measured[] = [];
  for (let round = 1; round <= FEWER_ROUNDS; round += 1) {
    say(`tour ${round} sur ${FEWER_ROUNDS}`);
    const started = await installation.start();
    rounds.push(await measureOnce(started, round));
    await started.stop();
  }
  await installation.remove();
  const mio = (value: number): string => `${integer(value)} Mio`;
  const figure = (nom: string, of: (measured: Measured) => number, most?: number): Figure => ({
    nom,
    tours: rounds.map(of),
    ecrit: mio,
    ...(most !== undefined && { but: { signe: '≤', valeur: most } }),
  });
  return [
    figure('au repos, sans npm', ({ rest }) => ownOf(rest), 200),
    figure('au repos, dont PostgreSQL', ({ rest }) => rest.postgresql),
    figure('au repos, npm lui-même', ({ rest }) => rest.npm),
    figure('sous la charge, sans npm, au plus', ({ load }) => ownOf(load)),
    figure('une minute après, sans npm', ({ after }) => ownOf(after), 300),
    figure('une minute après, dont PostgreSQL', ({ after }) => after.postgresql),
  ];
}

/** Each round books different slots, because those of the previous rounds are taken. */
async function measureOnce({ url, port, pid }: Started, round: number): Promise<Measured> {
  const { rider, admin } = await signInToDemo(url);
  const browser = await launchBrowser();
  await firstVisit(browser, `${url}/app/webmaster`, admin);
  await browser.close();
  await sleep(REST_SECONDS * 1000);
  const rest = memoryOf(pid);
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    client % 2 === 0
      ? Array.from({ length: SLOTS_EACH }, (__, n) =>
          rawRequest(
            rider,
            'POST',
            '/api/reservations',
            demandeOf(((round - 1) * SLOTS_EACH + n) * RIDERS + client / 2),
          ),
        )
      : [rawRequest(admin, 'GET', WEEKS.planning.urlOf(0))],
  );
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
  const memory: Memory = { npm: 0, node: 0, postgresql: 0 };
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)));
  for (const tree = [npm]; tree.length > 0;) {
    const pid = tree.pop()!;
    tree.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
    const name = all.find((one) => one.pid === pid)?.name;
    memory[pid === npm ? 'npm' : name === 'postgres' ? 'postgresql' : 'node'] += pssOf(pid);
  }
  return memory;
}

function processOf(pid: number): { pid: number; name: string; parent: number }[] {
  const [, name = '', parent] =
    /^\d+ \((.*)\) \S (\d+)/s.exec(readOrNothing(`/proc/${pid}/stat`)) ?? [];
  return parent === undefined ? [] : [{ pid, name, parent: Number(parent) }];
}

const pssOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readOrNothing(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;

/** A process may have ended in the meantime. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
