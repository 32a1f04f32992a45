/**
 * `kill -9` during a stream of bookings: of the service, of PostgreSQL, of one of its processes, of
 * all of them together. A supervisor starts the service again; everything else is up to the
 * service.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { ADMIN, prove, rounds, say, signIn, spread, startLoad } from '../support/load.ts';
import { random } from '../support/random.ts';
import {
  below,
  postmaster,
  RESTART_MS,
  sendSignal,
  supervise,
  type Supervised,
} from '../support/supervised.ts';

const KILLS = rounds(30);

const dataDir = mkdtempSync(join(tmpdir(), 'manege-arrets-'));
// as root, PostgreSQL runs under another account, which must be able to enter
chmodSync(dataDir, 0o755);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const pickOne = <T>(all: readonly T[]): T[] =>
  all.length === 0 ? [] : [all[Math.floor(random() * all.length)]!];

/** The processes that each kind of kill ends, in turn. */
const VICTIMS: Record<string, (service: Supervised) => number[]> = {
  'du service': (service) => service.tree().slice(0, 1),
  'de PostgreSQL (postmaster)': () => pickOne([postmaster(dataDir) ?? 0].filter(Boolean)),
  "d'un processus de PostgreSQL": () => pickOne(below(postmaster(dataDir) ?? 0)),
  'de tout ensemble': (service) => service.tree(),
};

test(`${KILLS} « kill -9 » : rien de confirmé ne manque, et tout revient de soi-même`, async () => {
  // OPS-80, OPS-81
  const service = await supervise({ ...ADMIN, DATA_DIR: dataDir, DEMO: '0' });
  onTestFinished(() => service.stop());
  const load = startLoad(service.url, await signIn(service.url));
  onTestFinished(() => load.stop());
  const names = Object.keys(VICTIMS);
  const seconds: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let n = 0; n < KILLS; n += 1) {
    await load.more(20); // it is killed while it works, not while it is idle
    await sleep(random() * 200); // at any time during that work
    const name = names[n % names.length]!;
    const pids = VICTIMS[name]!(service);
    expect(pids, `${name} is not there`).not.toEqual([]);
    const at = Date.now();
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
    seconds[name]!.push(await load.recovered(at));
  }
  await load.stop();
  await service.ready();
  say(`${KILLS} arrêts brutaux : ${await prove(service.databaseUrl(), load)}`);
  for (const name of names)
    if (seconds[name]!.length > 0)
      say(
        `interruption par l'arrêt ${name} (${seconds[name]!.length}) : ${spread(seconds[name]!)}`,
      );
  say(
    `dont ${RESTART_MS / 1000} s avant que le superviseur ne relance le service (${service.starts() - 1} relances)`,
  );
});
