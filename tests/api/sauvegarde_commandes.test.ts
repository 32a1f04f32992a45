/** `npm run backup` and `npm run restore` as processes: beside a service that runs, killed, on a full disk (OPS-01, OPS-10). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../support/postgres.ts';
import { database, fill, folder, PASSPHRASE, query, readAll, save } from '../support/sauvegardes.ts';
import { callWith, inherited, startServer, tokenFor } from '../support/server.ts';

const COMMAND = (name: string) => fileURLToPath(new URL(`../../src/server/${name}.ts`, import.meta.url));

/** A command as `npm run` runs it, without the installation. */
function command(name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]): { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> } {
  const child = spawn(process.execPath, [COMMAND(name), ...args], { env: { ...inherited(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => { said += piece.toString(); });
  onTestFinished(() => { child.kill('SIGKILL'); });
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said })) };
}

test('kill -9 de la commande à des instants tirés au hasard : ou les anciennes données, ou les nouvelles, jamais un mélange', { timeout: 120_000 }, async () => {
  const target = await database();
  await query(target, `insert into reservations (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes)
    select '{Ancienne}', 'Ancienne', date '2030-01-01' + n, '10:00', '11:00', 'interieure', 'saut', 1 from generate_series(1, 500) n`);
  const before = await readAll(target);
  // Larger than the other one, so that most of the time is spent inside the transaction.
  const large = await createDatabase();
  onTestFinished(large.drop);
  await query(large.url, `insert into reservations (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes)
    select '{Nouvelle}', 'Nouvelle', date '2000-01-01' + n, '10:00', '11:00', piste, 'saut', 1 from generate_series(1, 10000) n, unnest('{interieure,exterieure}'::text[]) piste`);
  const { path } = await save(large.url, folder());
  const inside: number[] = [];
  for (let kill = 0; kill < 4; kill += 1) {
    const { child, ended } = command('restore', { DATABASE_URL: target, DATA_DIR: folder() }, path);
    const begun = new Promise<void>((resolve) => { child.stdout?.on('data', (piece: Buffer) => { if (piece.includes('Restauration de')) resolve(); }); });
    await Promise.race([begun, ended]);
    await sleep(Math.random() * 400);
    child.kill('SIGKILL');
    inside.push((await ended).code ?? -1);
    // Its backend ends by itself once it notices.
    await expect.poll(() => query(target, "select 1 from pg_stat_activity where datname = current_database() and application_name like 'manege%'"), { timeout: 20_000 }).toEqual([]);
    expect(await readAll(target)).toEqual(before);
  }
  expect(inside).toEqual([-1, -1, -1, -1]); // none had ended by itself
  const { ended } = command('restore', { DATABASE_URL: target, DATA_DIR: folder() }, path);
  expect((await ended).said).toContain('Restauré : 20000 réservations, 0 comptes, 0 emails.');
  expect(await query(target, 'select count(*)::int as n from reservations')).toEqual([{ n: 20_000 }]);
});

describe('les commandes', () => {
  test('sauvegarder un Manège embarqué qui tourne, restaurer dans un autre dossier, s\'y connecter', { timeout: 120_000 }, async () => {
    const [first, second] = [mkdtempSync(join(tmpdir(), 'manege-un-')), mkdtempSync(join(tmpdir(), 'manege-deux-'))];
    onTestFinished(() => [first, second].forEach((one) => rmSync(one, { recursive: true, force: true })));
    [first, second].forEach((one) => chmodSync(one, 0o755)); // as root, PostgreSQL runs under another account, which must be able to enter
    const passphrase = join(folder(), 'phrase');
    writeFileSync(passphrase, `${PASSPHRASE}\n`);
    const env = { BACKUP_PASSPHRASE_FILE: passphrase, LOG_LEVEL: 'warn' };
    const server = await startServer({ DATA_DIR: first, ADMIN_EMAIL: 'zoe@essai.example', ADMIN_PASSWORD: 'un mot de passe assez long', DEMO: '0', ...env });
    onTestFinished(async () => { await server.stop(); });

    const made = await command('backup', { DATA_DIR: first, ...env }).ended;
    expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/octets, chiffrée\.\nVérifiée : restaurée dans une base d'essai et comparée\./) });
    const [name = ''] = readdirSync(join(first, 'sauvegardes'));
    const refused = await command('restore', { DATA_DIR: first, ...env }, join(first, 'sauvegardes', name)).ended;
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Ce dossier de données est déjà utilisé par un autre Manège') });
    await server.stop();

    const restored = await command('restore', { DATA_DIR: second, ...env }, join(first, 'sauvegardes', name)).ended;
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Restauré : 0 réservations, 1 comptes, 0 emails.') });
    const again = await startServer({ DATA_DIR: second, DEMO: '0', ...env });
    onTestFinished(async () => { await again.stop(); });
    const token = await tokenFor(again.url, 'zoe@essai.example', 'un mot de passe assez long');
    expect(await callWith(token, `${again.url}/api/profil`)).toMatchObject({ status: 200 });
  });

  test('un disque qui refuse d\'écrire : une phrase, un code 1, et aucun fichier à moitié', async () => {
    const [url, place] = [await database(), folder()];
    await fill(url);
    const child = spawn('sh', ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, COMMAND('backup')], {
      env: { ...inherited(), DATABASE_URL: url, DATA_DIR: folder(), BACKUP_DIR: place, NODE_COMPILE_CACHE: '' }, stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (piece: Buffer) => { said += piece.toString(); });
    const [code] = await once(child, 'close') as [number];
    expect([code, said]).toEqual([1, expect.stringContaining('la sauvegarde n\'a pas pu être écrite')]);
    expect(readdirSync(place)).toEqual([]);
  });

  test('la fiche de secours porte ce qu\'il faut pour revenir sans le serveur', async () => { // OPS-07
    const { said } = await command('backup', { DATA_DIR: folder(), SECRET: 'trente-deux caractères au moins, pas un de moins', BACKUP_PASSPHRASE: PASSPHRASE }, 'fiche').ended;
    expect(said).toContain(PASSPHRASE);
    expect(said).toContain('trente-deux caractères au moins');
    expect(said).toContain('npm run restore -- LE-FICHIER.sauvegarde');
    expect(said.split('\n').every((line) => line.length <= 130)).toBe(true);
  });

  test.each([['backup', ['x']], ['restore', []], ['restore', ['a', 'b']]] as const)('%s %j : dit son usage', async (name, args) => {
    expect(await command(name, { DATA_DIR: folder() }, ...args).ended).toMatchObject({ code: 1, said: expect.stringContaining(`Usage : npm run ${name}`) });
  });
});
