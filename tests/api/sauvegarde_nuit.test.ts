/** Backups that the service makes by itself at night (OPS-14, OPS-15). */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepIds, round } from '#server/actions/sauvegarder.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { folder, query } from '../support/sauvegardes.ts';

async function within(work: (t: TestApp, night: (at: string, command?: string) => Promise<void>, dir: string) => Promise<void>): Promise<void> {
  const t = await createTestApp();
  await query(t.url, 'update horloge set sauvegardes_depuis = \'2026-11-21T08:30:00Z\'');
  const dir = folder();
  const night = async (at: string, command: string | null = null) => {
    t.clock.now = new Date(at);
    await round({ ...t.services, sauvegardes: { dir, command, passphrase: null, base: null } });
  };
  try {
    await work(t, night, dir);
  } finally {
    await t.close();
  }
}

const LIST = 'select fichier is not null as faite, octets > 1000 as pleine, non_verifiee, erreur, fin_at is not null as finie from sauvegardes order by id';
const GOOD = { faite: true, pleine: true, non_verifiee: null, erreur: null, finie: true };

test('une installation neuve attend sa première nuit ; ensuite une sauvegarde par nuit, vérifiée et notée', () => within(async (t, night, dir) => {
  for (const at of ['2026-11-21T09:00:00Z', '2026-11-22T01:29:00Z']) await night(at);
  expect(readdirSync(dir)).toEqual([]);
  for (const at of ['2026-11-22T01:31:00Z', '2026-11-22T01:36:00Z', '2026-11-22T18:00:00Z']) await night(at);
  expect(readdirSync(dir)).toEqual(['manege-2026-11-22T01-31-00Z.sauvegarde']);
  await night('2026-11-23T01:30:00Z');
  expect(await query(t.url, LIST)).toEqual([GOOD, GOOD]);
}));

test('de plusieurs instances, une seule la fait', () => within(async (t, night, dir) => {
  await Promise.all(Array.from({ length: 5 }, () => night('2026-11-22T01:30:00Z')));
  expect(readdirSync(dir)).toHaveLength(1);
  expect(await query(t.url, LIST)).toEqual([GOOD]);
}));

test('un échec est noté par une phrase, et n\'empêche pas la nuit suivante', () => within(async (t, night) => {
  await night('2026-11-22T01:30:00Z', '/bin/false');
  await night('2026-11-22T01:35:00Z');
  await night('2026-11-23T01:30:00Z');
  expect(await query(t.url, LIST)).toEqual([{ faite: false, pleine: null, non_verifiee: null, erreur: expect.stringContaining('mais BACKUP_COMMAND a échoué (code 1).'), finie: true }, GOOD]);
}));

test('une sauvegarde de l\'après-midi ne remplace pas celle de la nuit, et une nuit tuée est notée', () => within(async (t, night, dir) => { // OPS-15, OPS-20
  await query(t.url, 'insert into sauvegardes (debut_at, fin_at, fichier, octets, origine) values (\'2026-11-22T01:31Z\', \'2026-11-22T01:32Z\', \'/ailleurs/x\', 1, \'ecran\')');
  await query(t.url, 'insert into sauvegardes (debut_at) values (\'2026-11-21T09:00Z\')');
  await night('2026-11-22T01:35:00Z');
  expect(readdirSync(dir)).toHaveLength(1);
  expect(await query(t.url, 'select origine, erreur, fin_at from sauvegardes order by debut_at')).toMatchObject([
    { origine: 'nuit', erreur: 'La sauvegarde a été interrompue : le service s\'est arrêté pendant qu\'elle se faisait.', fin_at: new Date('2026-11-22T01:35:00Z') },
    { origine: 'ecran', erreur: null }, { origine: 'nuit', erreur: null },
  ]);
}));

test('restent autant de sauvegardes que les réglages de la base le disent', () => within(async (t, night, dir) => { // OPS-08
  await query(t.url, 'update parametres set "sauvegardesJours" = 2, "sauvegardesSemaines" = 0, "sauvegardesMois" = 0');
  for (const day of ['22', '23', '24']) writeFileSync(join(dir, `manege-2026-11-${day}T01-30-00Z.sauvegarde`), '');
  await night('2026-11-25T01:30:00Z');
  expect(readdirSync(dir).toSorted()).toEqual(['24', '25'].map((day) => `manege-2026-11-${day}T01-30-00Z.sauvegarde`));
}));

test('l\'identifiant d\'un compte effacé rejoint son fichier, sans rien d\'autre', () => within(async (t, _night, dir) => {
  const admin = await t.as({ role: 'admin' });
  const rider = await t.as();
  expect((await admin('DELETE', `/api/users/${rider.id}`)).status).toBeLessThan(300);
  await keepIds({ ...t.services, sauvegardes: { dir, command: null, passphrase: null, base: null } });
  expect(readFileSync(join(dir, 'comptes-effaces.txt'), 'utf8')).toBe(`${rider.id}\n`);
}));
