/** Backups that the service makes automatically at night (OPS-14, OPS-15). */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { round } from '../../../src/server/actions/backups/sauvegarder.ts';
import { alone } from '../../../src/server/platform/backup/alone.ts';
import { keepIds } from '../../../src/server/stores/backups.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { folder, markOf, putBackups, query } from '../../support/sauvegardes.ts';

async function within(
  work: (
    t: TestApp,
    night: (at: string, command?: string) => Promise<void>,
    dir: string,
  ) => Promise<void>,
): Promise<void> {
  const t = await createTestApp();
  await query(t.url, "update horloge set sauvegardes_depuis = '2026-11-21T08:30:00Z'");
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

const LIST =
  'select fichier is not null as faite, octets > 1000 as pleine, non_verifiee, erreur, fin_at is not null as finie from sauvegardes order by id';
const GOOD = { faite: true, pleine: true, non_verifiee: null, erreur: null, finie: true };

test('une installation neuve attend sa première nuit ; ensuite une sauvegarde par nuit, vérifiée et notée', () =>
  within(async (t, night, dir) => {
    for (const at of ['2026-11-21T09:00:00Z', '2026-11-22T01:29:00Z']) await night(at);
    expect(readdirSync(dir)).toEqual([]);
    for (const at of ['2026-11-22T01:31:00Z', '2026-11-22T01:36:00Z', '2026-11-22T18:00:00Z'])
      await night(at);
    expect(readdirSync(dir)).toEqual(['manege-2026-11-22T01-31-00Z.sauvegarde']);
    await night('2026-11-23T01:30:00Z');
    expect(await query(t.url, LIST)).toEqual([GOOD, GOOD]);
  }));

test('une nuit réussie est une ligne du journal du service', () =>
  within(async (t, _night, dir) => {
    // OPS-15
    const lines: unknown[] = [];
    const write = (...line: unknown[]): void => {
      lines.push(line);
    };
    t.clock.now = new Date('2026-11-22T01:31:00Z');
    const round2 = () =>
      round({
        ...t.services,
        log: { info: write, warn: write, error: write },
        sauvegardes: { dir, command: null, passphrase: null, base: null },
      });
    for (let n = 0; n < 2; n += 1) await round2();
    const [row] = await query(t.url, 'select octets::int as bytes from sauvegardes');
    expect(lines).toEqual([[row, 'a backup was made']]);
  }));

test('de plusieurs instances, une seule la fait', () =>
  within(async (t, night, dir) => {
    await Promise.all(Array.from({ length: 5 }, () => night('2026-11-22T01:30:00Z')));
    expect(readdirSync(dir)).toHaveLength(1);
    expect(await query(t.url, LIST)).toEqual([GOOD]);
  }));

const FAILED = {
  faite: false,
  pleine: null,
  non_verifiee: null,
  erreur: expect.stringContaining('mais BACKUP_COMMAND a échoué (code 1).'),
  finie: true,
};

test("un échec est noté par une phrase, et recommencé la même nuit jusqu'à ce qu'une réussisse", () =>
  within(async (t, night) => {
    // OPS-15
    const from = Date.parse('2026-11-22T01:30:00Z');
    // Every five minutes for eight hours. The copy works again after six.
    for (let minute = 0; minute < 480; minute += 5)
      await night(
        new Date(from + minute * 60_000).toISOString(),
        minute < 360 ? '/bin/false' : undefined,
      );
    // 0, 5, 15, 35, 75, 135, … minutes after 02:30: the wait doubles each time, up to an hour.
    expect(
      await query(
        t.url,
        `select ${LIST.slice(7, LIST.indexOf(' from'))}, extract(epoch from debut_at - '2026-11-22T01:30Z')::int / 60 as minute from sauvegardes order by id`,
      ),
    ).toEqual([
      ...[0, 5, 15, 35, 75, 135, 195, 255, 315].map((minute) => ({ ...FAILED, minute })),
      { ...GOOD, minute: 375 },
    ]);
    await night('2026-11-23T01:30:00Z');
    expect(await query(t.url, 'select 1 from sauvegardes')).toHaveLength(11);
  }));

test("une nuit dont le service s'arrête est faite au démarrage suivant, de deux instances une seule fois", () =>
  within(async (t, night, dir) => {
    // OPS-15
    // nobody is making it any more
    await query(t.url, "insert into sauvegardes (debut_at) values ('2026-11-22T01:31Z')");
    await Promise.all(['2026-11-22T01:33:00Z', '2026-11-22T01:33:00Z'].map((at) => night(at)));
    expect(readdirSync(dir)).toEqual([]);
    await Promise.all(['2026-11-22T01:40:00Z', '2026-11-22T01:40:00Z'].map((at) => night(at)));
    expect(readdirSync(dir)).toHaveLength(1);
    expect(await query(t.url, LIST)).toEqual([
      { ...FAILED, erreur: expect.stringContaining('a été interrompue') },
      GOOD,
    ]);
  }));

test("pendant que sa copie tourne, aucune autre instance n'en commence une, ni ne la dit interrompue", () =>
  within(async (t, night, dir) => {
    // OPS-15, OPS-20
    const ended = join(dir, '..', `fin-${process.pid}`);
    const command = join(dir, 'copie.sh');
    writeFileSync(
      command,
      `#!/bin/sh\nuntil [ -e '${ended}' ]; do sleep 0.1; done\nrm '${ended}'\n`,
      { mode: 0o755 },
    );
    const long = night('2026-11-22T01:30:00Z', command);
    await expect
      .poll(() => readdirSync(dir).filter((name) => name.startsWith('manege-')), {
        timeout: 30_000,
      })
      .toHaveLength(1);
    await expect
      .poll(() => alone(t.url, async () => true).catch(() => false), { timeout: 30_000 })
      .toBe(true);
    await night('2026-11-22T01:40:00Z');
    expect(await query(t.url, LIST)).toEqual([
      { faite: false, pleine: null, non_verifiee: null, erreur: null, finie: false },
    ]);
    writeFileSync(ended, '');
    await long;
    expect(await query(t.url, LIST)).toEqual([GOOD]);
  }));

test("une sauvegarde de l'après-midi ne remplace pas celle de la nuit, et une nuit tuée est notée", () =>
  within(async (t, night, dir) => {
    // OPS-15, OPS-20
    await query(
      t.url,
      "insert into sauvegardes (debut_at, fin_at, fichier, octets, origine) values ('2026-11-22T01:31Z', '2026-11-22T01:32Z', '/ailleurs/x', 1, 'ecran')",
    );
    await query(t.url, "insert into sauvegardes (debut_at) values ('2026-11-21T09:00Z')");
    await night('2026-11-22T01:35:00Z');
    expect(readdirSync(dir)).toHaveLength(1);
    expect(
      await query(t.url, 'select origine, erreur, fin_at from sauvegardes order by debut_at'),
    ).toMatchObject([
      {
        origine: 'nuit',
        erreur:
          "La sauvegarde a été interrompue : le service s'est arrêté pendant qu'elle se faisait.",
        fin_at: new Date('2026-11-22T01:35:00Z'),
      },
      { origine: 'ecran', erreur: null },
      { origine: 'nuit', erreur: null },
    ]);
  }));

test('restent autant de sauvegardes que les réglages de la base le disent', () =>
  within(async (t, night, dir) => {
    // OPS-08
    await query(
      t.url,
      'update parametres set "sauvegardesJours" = 2, "sauvegardesSemaines" = 0, "sauvegardesMois" = 0',
    );
    putBackups(
      dir,
      ['22', '23', '24'].map((day) => `manege-2026-11-${day}T01-30-00Z.sauvegarde`),
      await markOf(t.url),
    );
    await night('2026-11-25T01:30:00Z');
    expect(readdirSync(dir).toSorted()).toEqual(
      ['24', '25'].map((day) => `manege-2026-11-${day}T01-30-00Z.sauvegarde`),
    );
  }));

test("une durée plus courte n'efface de sauvegarde qu'un jour après", () =>
  within(async (t, night, dir) => {
    // SET-51
    await query(
      t.url,
      `update parametres set "sauvegardesJours" = 1, "sauvegardesSemaines" = 0, "sauvegardesMois" = 0, "dureesJusque" = '2026-11-25T12:00:00Z',
        "dureesAvant" = '{"leconsMois": null, "annuleesJours": null, "journalMois": 13, "sauvegardesJours": 4, "sauvegardesSemaines": 0, "sauvegardesMois": 0}'`,
    );
    putBackups(
      dir,
      ['22', '23', '24'].map((day) => `manege-2026-11-${day}T01-30-00Z.sauvegarde`),
      await markOf(t.url),
    );
    await night('2026-11-25T01:30:00Z');
    expect(readdirSync(dir)).toHaveLength(4);
    await night('2026-11-26T01:30:00Z');
    expect(readdirSync(dir)).toEqual(['manege-2026-11-26T01-30-00Z.sauvegarde']);
  }));

test('une nuit reste notée 400 jours', () =>
  within(async (t, night) => {
    // LIM-98
    await query(
      t.url,
      `insert into sauvegardes (debut_at, fin_at, fichier) values
        ('2025-10-21T01:29:59Z', '2025-10-21T01:31:00Z', '/srv/x'), ('2025-10-21T01:30:01Z', '2025-10-21T01:31:00Z', '/srv/x')`,
    );
    await night('2026-11-25T01:30:00Z');
    expect(
      await query(t.url, 'select debut_at from sauvegardes order by debut_at limit 1'),
    ).toEqual([{ debut_at: new Date('2025-10-21T01:30:01Z') }]);
  }));

test("l'identifiant d'un compte effacé rejoint son fichier, sans rien d'autre", () =>
  within(async (t, _night, dir) => {
    const admin = await t.as({ role: 'admin' });
    const rider = await t.as();
    expect((await admin('DELETE', `/api/users/${rider.id}`)).status).toBeLessThan(300);
    await keepIds({
      ...t.services,
      sauvegardes: { dir, command: null, passphrase: null, base: null },
    });
    expect(readFileSync(join(dir, 'comptes-effaces.txt'), 'utf8')).toBe(`${rider.id}\n`);
  }));
