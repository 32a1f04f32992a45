/**
 * The place of the database if root starts Manège below a folder that only root may enter, and what
 * happens to it if the checkout is moved, copied, or loses a part. The commands that a refusal
 * prints are run as printed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { end, endHolders, query, ready, startHolder } from '../support/holders.ts';

const root = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'lieu-'));
const at = (...path: string[]): string => join(root, ...path);
/**
 * Replaces /var/lib/manege: no file of this test is where the data of a real installation could be.
 */
const elsewhere = at('var');

/**
 * A checkout below a closed folder. Its path contains a space, because the printed commands must
 * work with one.
 */
function makeClosed(): void {
  chmodSync(root, 0o755);
  mkdirSync(at('fermé à tous', 'a'), { recursive: true });
  chmodSync(at('fermé à tous'), 0o700);
}
const clear = (): void =>
  readdirSync(root).forEach((name) => rmSync(at(name), { recursive: true, force: true }));

beforeEach(makeClosed);
afterEach(async () => {
  await endHolders();
  clear();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const dataOf = (checkout: string): string => at('fermé à tous', checkout, 'data');
const start = (dataDir: string, given = false) => startHolder({ dataDir, given, elsewhere });

/** Starts, reads, stops. Returns the answer, and the folder of the database. */
async function visit(
  dataDir: string,
  text: string,
  given = false,
): Promise<{ rows: unknown[]; dir: string }> {
  const holder = start(dataDir, given);
  const rows = await query(await ready(holder), text);
  const { dir } = (await holder.until('ready')).detail as { dir: string };
  await end(holder);
  return { rows, dir };
}

const install = (dataDir: string, given = false) =>
  visit(dataDir, "create table garde as select 'cheval' as mot", given);
const MOTS = 'select mot from garde';
const EMPTY = "select to_regclass('garde') as garde";
const CHEVAL = [{ mot: 'cheval' }];
const NONE = [{ garde: null }];

/** The output of a start that is expected to be refused, and the commands it prints. */
async function refusal(
  dataDir: string,
  given = false,
): Promise<{ sentence: string; commands: string[] }> {
  const { event, detail } = await start(dataDir, given).until('ready', 'refused');
  expect({ event, detail }).toMatchObject({ event: 'refused' });
  const sentence = String(detail);
  return {
    sentence,
    commands: sentence
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .map((line) => line.trim()),
  };
}

const run = (command = 'false') => execFileSync('sh', ['-c', command]);

/**
 * As the previous version left it: the folder named by a hash of the data folder's path, no file
 * that names it, and an empty folder.
 */
function makeFormer(dataDir: string, dir: string): string {
  const former = join(elsewhere, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  renameSync(dir, former);
  rmSync(join(former, 'installation.path'));
  rmSync(join(dataDir, 'postgresql.path'));
  mkdirSync(join(dataDir, 'postgresql'));
  return former;
}

describe.skipIf(process.getuid?.() !== 0)(
  'root, sous un dossier fermé (seul root peut le vérifier)',
  () => {
    const kept = `${root}-kept`;
    let made: { dir: string };
    // A first start takes seconds: it is made once, and most tests begin with a copy of its result,
    // at the same paths.
    beforeAll(async () => {
      makeClosed();
      made = await install(dataOf('a'));
      run(`cp -a '${root}' '${kept}'`);
      clear();
    });
    afterAll(() => rmSync(kept, { recursive: true, force: true }));

    function installed(): { dir: string } {
      run(`cp -a '${kept}/.' '${root}'`);
      return made;
    }

    test("la base est ailleurs, et suit le dossier qu'on déplace", async () => {
      // SET-26
      const { dir } = installed();
      expect(dir.startsWith(elsewhere)).toBe(true);
      renameSync(at('fermé à tous', 'a'), at('fermé à tous', 'b'));
      expect(await visit(dataOf('b'), MOTS)).toEqual({ rows: CHEVAL, dir });
      // A new checkout at the old path starts with an empty database.
      expect((await visit(dataOf('a'), EMPTY)).rows).toEqual(NONE);
      expect((await visit(dataOf('b'), MOTS)).rows).toEqual(CHEVAL);
    });

    test('une copie ne partage pas la base : elle est refusée, et chaque commande imprimée en décide', async () => {
      const { dir } = installed();
      run(`cp -r '${at('fermé à tous', 'a')}' '${at('fermé à tous', 'b')}'`);
      const {
        sentence,
        commands: [empty, take],
      } = await refusal(dataOf('b'));
      expect(sentence).toContain(`est celle de ${dataOf('a')}, dont ce dossier est une copie`);
      expect((await visit(dataOf('a'), MOTS)).rows).toEqual(CHEVAL);
      run(take);
      expect(await visit(dataOf('b'), MOTS)).toEqual({ rows: CHEVAL, dir });
      const {
        sentence: other,
        commands: [renew],
      } = await refusal(dataOf('a'));
      expect(other).toContain(`est celle de ${dataOf('b')}`);
      expect(empty).toBe(`rm '${dataOf('b')}/postgresql.path'`);
      run(renew);
      expect((await visit(dataOf('a'), EMPTY)).rows).toEqual(NONE);
      expect((await visit(dataOf('b'), MOTS)).rows).toEqual(CHEVAL);
    });

    test("une base supprimée n'est pas remplacée en silence par une vide", async () => {
      const { dir } = installed();
      rmSync(dir, { recursive: true });
      const {
        sentence,
        commands: [renew],
      } = await refusal(dataOf('a'));
      expect(sentence).toContain(`La base de ce dossier est dans ${dir}`);
      expect(existsSync(dir)).toBe(false);
      run(renew);
      expect((await visit(dataOf('a'), EMPTY)).rows).toEqual(NONE);
    });

    test("celle de la version précédente s'ouvre, et suit le dossier désormais", async () => {
      const former = makeFormer(dataOf('a'), installed().dir);
      expect(await visit(dataOf('a'), MOTS)).toEqual({ rows: CHEVAL, dir: former });
      renameSync(at('fermé à tous', 'a'), at('fermé à tous', 'b'));
      expect(await visit(dataOf('b'), MOTS, true)).toEqual({ rows: CHEVAL, dir: former });
    });

    test('celle de la version précédente, déplacée avant la mise à jour : la commande imprimée la rend', async () => {
      const former = makeFormer(dataOf('a'), installed().dir);
      renameSync(at('fermé à tous', 'a'), at('fermé à tous', 'b'));
      const {
        sentence,
        commands: [open, renew],
      } = await refusal(dataOf('b'));
      expect(sentence).toContain(former);
      expect(renew).toBe(`rmdir '${dataOf('b')}/postgresql'`);
      run(open);
      expect(await visit(dataOf('b'), MOTS)).toEqual({ rows: CHEVAL, dir: former });
    });

    test("un dossier vidé qui avait une base ne s'ouvre pas vide sans qu'on le décide", async () => {
      const { dir } = installed();
      rmSync(dataOf('a'), { recursive: true });
      const {
        sentence,
        commands: [open, renew],
      } = await refusal(dataOf('a'));
      expect(sentence).toContain(`a sa base dans ${dir}`);
      mkdirSync(dataOf('a'), { recursive: true });
      run(open);
      expect(await visit(dataOf('a'), MOTS)).toEqual({ rows: CHEVAL, dir });
      rmSync(dataOf('a'), { recursive: true });
      run(renew);
      expect((await visit(dataOf('a'), EMPTY)).rows).toEqual(NONE);
    });

    test('deux bases pour un dossier : le démarrage est refusé, chaque commande imprimée en décide', async () => {
      const { dir } = installed();
      run(`cp -rp '${dir}' '${dataOf('a')}/postgresql'`);
      const {
        sentence,
        commands: [ours, other],
      } = await refusal(dataOf('a'));
      expect(sentence).toContain('Il y a deux bases');
      expect(ours).toBe(`rm '${dataOf('a')}/postgresql.path'`);
      run(other);
      expect(await visit(dataOf('a'), MOTS)).toEqual({ rows: CHEVAL, dir });
    });

    test('un dossier nommé par DATA_DIR contient la base, ou le démarrage est refusé', async () => {
      const {
        sentence,
        commands: [open],
      } = await refusal(dataOf('a'), true);
      expect(sentence).toContain(`ne peut pas entrer dans ${dataOf('a')}`);
      expect(existsSync(elsewhere)).toBe(false);
      run(open);
      expect((await install(dataOf('a'), true)).dir).toBe(join(dataOf('a'), 'postgresql'));
    });

    /** An account that can enter neither the checkout nor its data. */
    const NOBODY = { uid: 65_534, gid: 65_534 };
    const startAsNobody = (dataDir: string) =>
      startHolder(
        { dataDir, given: true, elsewhere },
        { account: NOBODY, env: { ...process.env, NODE_COMPILE_CACHE: '' } },
      );

    test('un autre compte commence la sienne dans un dossier neuf, quoi que root ait ailleurs', async ({
      skip,
    }) => {
      // SET-26
      skip(
        spawnSync(process.execPath, ['-e', ''], { ...NOBODY, cwd: process.cwd() }).status !== 0,
        'another account cannot enter this checkout',
      );
      installed();
      mkdirSync(at('neuf'), { mode: 0o700 });
      chownSync(at('neuf'), NOBODY.uid, NOBODY.gid);
      const first = startAsNobody(at('neuf'));
      expect((await first.until('ready', 'refused')).detail).toMatchObject({
        dir: at('neuf', 'postgresql'),
      });
      await end(first);
      // It was killed before its database existed, and left an empty folder.
      rmSync(at('neuf', 'postgresql'), { recursive: true });
      mkdirSync(at('neuf', 'postgresql'));
      chownSync(at('neuf', 'postgresql'), NOBODY.uid, NOBODY.gid);
      expect((await startAsNobody(at('neuf')).until('ready', 'refused')).detail).toMatchObject({
        dir: at('neuf', 'postgresql'),
      });
      expect((await visit(dataOf('a'), MOTS)).rows).toEqual(CHEVAL);
    });

    test('un premier démarrage tué pendant la création, puis deux ensemble : un seul la crée et la sert', async () => {
      const killed = start(dataOf('a'));
      await expect
        .poll(() => killed.said.map(({ detail }) => detail), { timeout: 30_000, interval: 5 })
        .toContain('Création de la base de données…');
      await end(killed, 'SIGKILL');
      const [dir] = readFileSync(join(dataOf('a'), 'postgresql.path'), 'utf8').split('\n');
      const both = [start(dataOf('a')), start(dataOf('a'))];
      const ends = await Promise.all(both.map(({ until }) => until('ready', 'refused')));
      expect(ends.map(({ event }) => event).toSorted()).toEqual(['ready', 'refused']);
      expect(ends.find(({ event }) => event === 'ready')?.detail).toMatchObject({ dir });
      expect(readdirSync(elsewhere)).toHaveLength(1);
    });
  },
);

test("un dossier ouvert contient sa base, nommé ou non, et rien n'est écrit ailleurs", async () => {
  // The home of an account, as in deploy/manege.service.
  mkdirSync(join(elsewhere, 'closed'), { recursive: true, mode: 0o700 });
  writeFileSync(join(elsewhere, 'manege.env'), '');
  const { dir } = await install(at('data'));
  expect(dir).toBe(at('data', 'postgresql'));
  expect(readdirSync(at('data'))).toEqual(['postgresql']);
  expect(readdirSync(elsewhere)).toEqual(['closed', 'manege.env']);
});
