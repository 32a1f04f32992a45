/**
 * Folders that cannot be used: each is named in a sentence with the remedy, in the terminal and on
 * the screen (OPS-28).
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, type TestContext } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { mountSmall, remountReadOnly, unmount } from '../support/disk.ts';
import {
  COMMAND,
  command,
  database,
  fill,
  folder,
  query,
  readAll,
  save,
  useBackup,
} from '../support/sauvegardes.ts';
import { MAIN, quick } from '../support/server.ts';

const filled = useBackup();

/** Mounts a separate small file system over a folder. */
function mounted(dir: string, size: string, { skip }: TestContext): string {
  skip(!mountSmall(dir, size), 'a file system of our own cannot be mounted here (only root may)');
  onTestFinished(() => unmount(dir));
  return dir;
}

function aFile(): string {
  const path = join(folder(), 'un-fichier');
  writeFileSync(path, '');
  return path;
}

function readOnly(context: TestContext): string {
  const dir = mounted(folder(), '1m', context);
  expect(remountReadOnly(dir)).toBe(true);
  return dir;
}

const NOBODY = { uid: 65_534, gid: 65_534 };
const skipWithoutNobody = (skip: TestContext['skip']): void =>
  skip(
    process.getuid?.() !== 0 || spawnSync(process.execPath, ['-e', ''], NOBODY).status !== 0,
    'needs root, and a checkout that another account can enter',
  );
/** A command run by an account with few rights. */
const asNobody = (name: string, env: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [COMMAND(name), ...args], {
    ...NOBODY,
    env: { ...quick(), NODE_COMPILE_CACHE: '', ...env },
    encoding: 'utf8',
  });

const NOT_A_FOLDER = (dir: string) => `BACKUP_DIR doit être un dossier : ${dir} n'en est pas un.`;
const READ_ONLY = (dir: string) =>
  `Le dossier des sauvegardes, ${dir}, est en lecture seule pour ce service : remontez son disque en écriture. ` +
  "Sous systemd, le service n'écrit que dans /var/lib/manege et /srv/sauvegardes : indiquez l'un d'eux par BACKUP_DIR, ou ajoutez ce dossier à ReadWritePaths=.";

describe('le dossier des sauvegardes', () => {
  test.for([
    ['un fichier', aFile, NOT_A_FOLDER],
    ['en lecture seule', readOnly, READ_ONLY],
  ] as const)('%s : la commande le dit', async ([, at, sentence], context) => {
    const dir = at(context);
    const { code, said } = await command('backup', {
      DATABASE_URL: filled.url,
      DATA_DIR: folder(),
      BACKUP_DIR: dir,
    }).ended;
    expect([code, said]).toEqual([1, expect.stringMatching(/^(Sauvegarde dans .*\n)?\n/)]);
    expect(said.endsWith(`\n${sentence(dir)}\n`)).toBe(true);
    expect(said).not.toContain('stack');
  });

  test.for([
    ['un fichier', aFile, NOT_A_FOLDER],
    ['en lecture seule', readOnly, READ_ONLY],
    [
      'à créer sur un disque en lecture seule',
      (context: TestContext) => join(readOnly(context), 'à créer'),
      READ_ONLY,
    ],
  ] as const)(
    '%s : npm run doctor le dit comme la sauvegarde',
    async ([, at, sentence], context) => {
      // OPS-63
      const dir = at(context);
      const { said } = await command('doctor', {
        DATABASE_URL: filled.url,
        DATA_DIR: folder(),
        BACKUP_DIR: dir,
        PORT: '1',
      }).ended;
      expect(said).toContain(
        `EN PANNE   Disque des sauvegardes : ${sentence(dir)}\nEN PANNE   Adresse du site`,
      );
      expect(
        (
          await command('backup', { DATABASE_URL: filled.url, DATA_DIR: folder(), BACKUP_DIR: dir })
            .ended
        ).said,
      ).toContain(`\n${sentence(dir)}\n`);
    },
  );

  const CLOSED = (dir: string, opening: string) =>
    `Le dossier des sauvegardes, ${dir}, est fermé au compte qui lance Manège : ${opening}indiquez-en un autre par BACKUP_DIR.`;
  test.for([
    [
      "d'un autre compte",
      (dir: string) => dir,
      (dir: string) =>
        CLOSED(dir, `donnez-le-lui, en tant que root (« chown -R nobody: '${dir}' »), ou `),
    ],
    [
      'à lui, et fermé',
      (dir: string) => {
        chownSync(dir, NOBODY.uid, NOBODY.gid);
        chmodSync(dir, 0o500);
        return dir;
      },
      (dir: string) => CLOSED(dir, `ouvrez-le-lui (« chmod u+rwx '${dir}' »), ou `),
    ],
    [
      "à créer dans un dossier d'un autre compte",
      (dir: string) => {
        chmodSync(dir, 0o755);
        return join(dir, 'neuf');
      },
      (dir: string) =>
        CLOSED(dir, `créez-le, en tant que root (« install -d -o nobody -m 700 '${dir}' »), ou `),
    ],
    [
      'à créer dans un dossier fermé',
      (dir: string) => join(dir, 'neuf'),
      (dir: string) => CLOSED(dir, ''),
    ],
  ] as const)(
    "%s : la commande et npm run doctor le disent, et ce qui l'ouvre",
    async ([, change, sentence], { skip }) => {
      skipWithoutNobody(skip);
      const [data, dir] = [folder(), change(folder())];
      chownSync(data, NOBODY.uid, NOBODY.gid);
      const env = { DATABASE_URL: filled.url, DATA_DIR: data, BACKUP_DIR: dir, PORT: '1' };
      const { status, stderr } = asNobody('backup', env);
      expect([status, stderr]).toEqual([1, `\n${sentence(dir)}\n`]);
      expect(asNobody('doctor', env).stdout).toContain(
        `EN PANNE   Disque des sauvegardes : ${sentence(dir)}\nEN PANNE   Adresse`,
      );
    },
  );

  test.for([
    ['un fichier', aFile, NOT_A_FOLDER],
    ['en lecture seule', readOnly, READ_ONLY],
  ] as const)("%s : l'écran le dit, et la section s'ouvre", async ([, at, sentence], context) => {
    const dir = at(context);
    const t = await createTestApp();
    onTestFinished(() => t.close());
    const admin = await t.as({ role: 'admin' });
    t.services.sauvegardes.dir = dir;
    expect((await admin('POST', '/api/sauvegardes')).status).toBe(202);
    const read = async () => (await admin('GET', '/api/sauvegardes')).body;
    await expect
      .poll(async () => (await read()).derniere.fin_at, { timeout: 20_000 })
      .not.toBeNull();
    expect(await read()).toMatchObject({
      dossier: dir,
      fichiers: [],
      derniere: { erreur: sentence(dir) },
    });
  });
});

describe('une restauration', () => {
  test("d'un dossier : une phrase, et rien ne change", async () => {
    const dir = folder();
    const before = await readAll(filled.url);
    const { code, said } = await command(
      'restore',
      { DATABASE_URL: filled.url, DATA_DIR: folder() },
      dir,
    ).ended;
    expect([code, said]).toEqual([
      1,
      `Lecture du fichier…\n\n${dir} est un dossier : donnez un des fichiers .sauvegarde qu'il contient. Rien n'a été changé.\n`,
    ]);
    expect(await readAll(filled.url)).toEqual(before);
  });

  test("dont le disque se remplit : une phrase qui nomme le dossier, et la base d'avant reste", async (context) => {
    const url = await database();
    await fill(url);
    await query(
      url,
      `insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, envoyer_apres, perime_apres)
      select n::text, 'essai', 'lea@essai.example', 'Léa', jsonb_build_object('sorte', 'essai', 'nom', (select string_agg(md5((n * 1000 + m)::text), '') from generate_series(1, 60) m)), now(), now() from generate_series(1, 40000) n`,
    );
    const place = folder();
    const [large, small] = [await save(url, place), filled.path];
    const data = mounted(folder(), '200m', context);
    chmodSync(data, 0o755);
    const restore = (path: string) =>
      command('restore', { DATA_DIR: data, BACKUP_DIR: place }, path).ended;
    expect(await restore(small)).toMatchObject({ code: 0 });
    const { code, said } = await restore(large.path);
    expect([code, said]).toEqual([1, expect.stringMatching(/plein/)]);
    expect(said).not.toContain('"stack"');
    expect(said).toContain(
      `Le disque de ${join(data, 'postgresql')} est plein : rien n'a été changé dans la base. Libérez de la place, puis recommencez.\n`,
    );
  });
});

test('un dossier de données en lecture seule : le démarrage le dit', (context) => {
  const data = mounted(folder(), '300m', context);
  chmodSync(data, 0o755);
  writeFileSync(join(data, 'secret'), 'un secret qui était là avant que le disque se ferme');
  mkdirSync(join(data, 'postgresql'));
  expect(remountReadOnly(data)).toBe(true);
  const { status, stderr } = spawnSync(process.execPath, [MAIN], {
    encoding: 'utf8',
    env: { ...quick(), DATA_DIR: data, PORT: '0', DEMO: '0' },
  });
  expect([status, stderr]).toEqual([
    1,
    `\nManège ne peut pas démarrer.\nLe dossier de données ${data} est sur un disque en lecture seule, ce que le système fait aussi d'un disque en défaut (« dmesg » le dit) : ` +
      'remontez-le en écriture, puis relancez Manège, ou indiquez un autre dossier par DATA_DIR.\n',
  ]);
  expect(readdirSync(join(data, 'postgresql'))).toEqual([]);
});

describe('un dossier de données fermé', () => {
  const CLOSED = {
    "d'un autre compte": [
      0o700,
      0,
      (dir: string) =>
        `Le dossier de données ${dir} appartient à un autre compte : lancez Manège sous ce compte, ou indiquez un autre dossier par DATA_DIR.\n`,
    ],
    'de son compte': [
      0o000,
      NOBODY.uid,
      (dir: string) =>
        `Le dossier de données ${dir} est fermé au compte à qui il appartient, et qui lance Manège : ouvrez-le-lui (« chmod u+rwx '${dir}' »).\n`,
    ],
  } as const;
  test.for(Object.entries(CLOSED))(
    '%s : npm run doctor et npm run account le disent',
    ([, [mode, owner, sentence]], { skip }) => {
      skipWithoutNobody(skip);
      const dir = folder();
      chownSync(dir, owner, owner);
      chmodSync(dir, mode);
      expect(asNobody('doctor', { DATA_DIR: dir, PORT: '1' }).stderr).toBe(`\n${sentence(dir)}`);
      expect(asNobody('account', { DATA_DIR: dir }, 'unlock', 'zoe@essai.example').stderr).toBe(
        sentence(dir),
      );
    },
  );

  test("sans base encore : npm run doctor ne parle pas d'un serveur PostgreSQL", async () => {
    // OPS-63
    const dir = folder();
    // as root, PostgreSQL runs under another account, which must be able to enter
    chmodSync(dir, 0o755);
    const { said } = await command('doctor', { DATA_DIR: dir, PORT: '1' }).ended;
    expect(said).toContain(
      `EN PANNE   Base de données : ${dir} ne contient pas encore de base de données : démarrez d'abord Manège.\nATTENTION  Extension`,
    );
  });
});
