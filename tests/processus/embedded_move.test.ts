/**
 * The move of the data to a newer major version of PostgreSQL (OPS-44 to OPS-46). The older one is
 * the installed one under another number: moves, refusals and unchanged data are the same. With
 * real releases: tests/endurance/majeure.test.ts.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { end, endHolders, query, ready, startHolder } from '../support/holders.ts';
import { fill, readAll } from '../support/sauvegardes.ts';
import { migrate } from '#server/platform/migrations.ts';
import { findRelease } from '#server/platform/embedded/home.ts';

const OLD = { native: findRelease().native, version: '17.9.0-essai' };
const NEW_BINARIES = `postgres-${findRelease().version}`;

let dir: string;
const below = (...names: string[]): string => join(dir, 'postgresql', ...names);
const folders = (): string[] =>
  readdirSync(below())
    .filter((name) => /base|postgres-/.test(name))
    .toSorted();

beforeAll(async () => {
  dir = await mkdtemp(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'majeure-'));
  await chmod(dir, 0o755);
});
afterEach(endHolders);
afterAll(() => rm(dir, { recursive: true, force: true }));

async function refusal(postgres = findRelease()): Promise<string> {
  return String((await startHolder({ dataDir: dir, postgres }).until('refused')).detail);
}

test("tout arrive, sessions et liens compris ; l'ancienne base reste, et son retrait se commande", async () => {
  const before = startHolder({ dataDir: dir, postgres: OLD });
  const url = await ready(before);
  await migrate(url);
  await fill(url);
  await query(url, 'create table voisine (mot text)');
  const { voisine, ...all } = await readAll(url);
  expect(voisine).toEqual([]);
  await end(before);
  expect(folders()).toEqual(['base-17', 'postgres-17.9.0-essai']);

  // The binaries of the older version are needed, and the newer package does not contain them.
  renameSync(below('postgres-17.9.0-essai'), below('ailleurs'));
  expect(await refusal()).toMatch(
    /^Les données de \S+ sont de PostgreSQL 17, et ses programmes \(postgres-17\.…\) n'y sont plus\. Rien n'a été changé\./,
  );
  renameSync(below('ailleurs'), below('postgres-17.9.0-essai'));
  expect(folders()).toEqual(['base-17', 'postgres-17.9.0-essai']);

  // The remains of a killed move.
  mkdirSync(below('base-18.tmp-1234/data'), { recursive: true });
  writeFileSync(below('base-18.tmp-1234/data/postmaster.pid'), '1\n');
  const after = startHolder({ dataDir: dir });
  const moved = await ready(after);
  expect(await readAll(moved)).toEqual(all);
  const said = after.said.map(({ detail }) => String(detail)).join('\n');
  expect(said).toContain('Les données passent de PostgreSQL 17 à 18');
  expect(said).toContain(
    "Des tables qui ne sont pas de Manège restent dans l'ancienne base : voisine.",
  );
  const [command = ''] = /rm -r '.*'/.exec(said) ?? [];
  expect(command).toBe(`rm -r '${below('ancienne-base-17')}'`);
  expect(said).toMatch(/reste dans \S+ancienne-base-17 \(\d+ Mo\)/);
  expect(folders()).toEqual(
    ['ancienne-base-17', 'base-18', 'postgres-17.9.0-essai', NEW_BINARIES].toSorted(),
  );
  expect(readFileSync(below('base-18/data/PG_VERSION'), 'utf8')).toBe('18\n');
  // The next number of a table follows those that moved.
  await query(moved, "insert into journal (survenu_at, action) values (now(), 'compte.role')");
  await end(after);

  // An earlier version finds no data that it could continue with.
  expect(await refusal(OLD)).toContain('plus récent que celui de cette version de Manège (17)');

  // Killed between the two renames: the new data is complete, the old data is set aside.
  renameSync(below('ancienne-base-17'), below('base-17'));
  const again = startHolder({ dataDir: dir });
  expect(await query(await ready(again), 'select count(*)::int as n from reservations')).toEqual([
    { n: 3 },
  ]);
  expect(folders()).toContain('ancienne-base-17');
  await end(again);

  rmSync(below('ancienne-base-17'), { recursive: true });
  const last = startHolder({ dataDir: dir });
  await ready(last);
  expect(folders()).toEqual(['base-18', NEW_BINARIES]); // its binaries are removed with it
  expect(last.said.map(({ detail }) => String(detail)).join('\n')).not.toContain('ancienne');
});

test('une ancienne base sans Manège dedans laisse la place à une nouvelle', async () => {
  rmSync(below(), { recursive: true });
  const before = startHolder({ dataDir: dir, postgres: OLD });
  await ready(before);
  await end(before);
  const after = startHolder({ dataDir: dir });
  expect(await query(await ready(after), 'select 1 as un')).toEqual([{ un: 1 }]);
  expect(existsSync(below('ancienne-base-17'))).toBe(true);
});
