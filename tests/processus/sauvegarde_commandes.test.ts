/**
 * `npm run backup` and `npm run restore` as processes: while a service runs, and on a full disk
 * (OPS-01, OPS-10).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { COMMAND, command, database, fill, folder, PASSPHRASE } from '../support/sauvegardes.ts';
import { callWith, quick, startServer, tokenFor } from '../support/server.ts';

describe('les commandes', () => {
  test("sauvegarder un Manège embarqué qui tourne, restaurer dans un autre dossier, s'y connecter", async () => {
    const [first, second] = [
      mkdtempSync(join(tmpdir(), 'manege-un-')),
      mkdtempSync(join(tmpdir(), 'manege-deux-')),
    ];
    onTestFinished(() =>
      [first, second].forEach((one) => rmSync(one, { recursive: true, force: true })),
    );
    // as root, PostgreSQL runs under another account, which must be able to enter
    [first, second].forEach((one) => chmodSync(one, 0o755));
    const passphrase = join(folder(), 'phrase');
    writeFileSync(passphrase, `${PASSPHRASE}\n`);
    const env = { BACKUP_PASSPHRASE_FILE: passphrase, LOG_LEVEL: 'warn' };
    const server = await startServer({
      DATA_DIR: first,
      ADMIN_EMAIL: 'zoe@essai.example',
      ADMIN_PASSWORD: 'un mot de passe assez long',
      DEMO: '0',
      ...env,
    });
    onTestFinished(async () => {
      await server.stop();
    });

    const made = await command('backup', { DATA_DIR: first, ...env }).ended;
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        /octets, chiffrée\.\nVérifiée : restaurée dans une base d'essai et comparée\./,
      ),
    });
    const [name = ''] = readdirSync(join(first, 'sauvegardes'));
    const refused = await command(
      'restore',
      { DATA_DIR: first, ...env },
      join(first, 'sauvegardes', name),
    ).ended;
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringContaining('Ce dossier de données est déjà utilisé par un autre Manège'),
    });
    await server.stop();

    const restored = await command(
      'restore',
      { DATA_DIR: second, ...env },
      join(first, 'sauvegardes', name),
    ).ended;
    expect(restored).toMatchObject({
      code: 0,
      said: expect.stringContaining('Restauré : 0 réservations, 1 comptes, 0 emails.'),
    });
    const again = await startServer({ DATA_DIR: second, DEMO: '0', ...env });
    onTestFinished(async () => {
      await again.stop();
    });
    const token = await tokenFor(again.url, 'zoe@essai.example', 'un mot de passe assez long');
    expect(await callWith(token, `${again.url}/api/profil`)).toMatchObject({ status: 200 });
  });

  test("un disque qui refuse d'écrire : une phrase, un code 1, et aucun fichier à moitié", async () => {
    const [url, place] = [await database(), folder()];
    await fill(url);
    const child = spawn(
      'sh',
      ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, COMMAND('backup')],
      {
        env: {
          ...quick(),
          DATABASE_URL: url,
          DATA_DIR: folder(),
          BACKUP_DIR: place,
          NODE_COMPILE_CACHE: '',
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let said = '';
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
    const [code] = (await once(child, 'close')) as [number];
    expect([code, said]).toEqual([
      1,
      expect.stringContaining("la sauvegarde n'a pas pu être écrite"),
    ]);
    expect(readdirSync(place)).toEqual([]);
  });

  test("la fiche de secours porte ce qu'il faut pour revenir sans le serveur", async () => {
    // OPS-07
    const { said } = await command(
      'backup',
      {
        DATA_DIR: folder(),
        SECRET: 'trente-deux caractères au moins, pas un de moins',
        BACKUP_PASSPHRASE: PASSPHRASE,
      },
      'fiche',
    ).ended;
    expect(said).toContain(PASSPHRASE);
    expect(said).toContain('trente-deux caractères au moins');
    expect(said).toContain('npm run restore -- LE-FICHIER.sauvegarde');
    expect(said.split('\n').every((line) => line.length <= 130)).toBe(true);
  });

  test.each([
    ['backup', ['x']],
    ['restore', []],
    ['restore', ['a', 'b']],
  ] as const)('%s %j : dit son usage', async (name, args) => {
    expect(await command(name, { DATA_DIR: folder() }, ...args).ended).toMatchObject({
      code: 1,
      said: expect.stringContaining(`Usage : npm run ${name}`),
    });
  });
});
