/**
 * Backups: what a file contains and what it does not, that it shows one instant, that it was
 * proved, and what happens to it (OPS-01 to OPS-08).
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { restore } from '../../../src/server/actions/backups/restaurer.ts';
import { sweepLeftovers } from '../../../src/server/platform/backup/alone.ts';
import { backUp } from '../../../src/server/platform/backup/job.ts';
import { TABLES } from '../../../src/server/platform/backup/tables.ts';
import { lockMigrations } from '../../../src/server/platform/locks.ts';
import { runMigrations } from '../../../src/server/platform/migrations.ts';
import { adminQuery, ownerQuery } from '../../support/postgres.ts';
import {
  command as runCommand,
  database,
  fill,
  folder,
  JETON,
  job,
  markOf,
  NOW,
  putBackups,
  query,
  save,
  takeApart,
  useBackup,
} from '../../support/sauvegardes.ts';

const filled = useBackup();

const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
  (day) => `manege-2026-10-0${day}T02-30-00Z.sauvegarde`,
);

describe("ce qu'un fichier contient", () => {
  // OPS-02
  test("chaque table de chaque version du schéma est gardée ou laissée de côté, aucune n'est oubliée, et une nouvelle vient après les autres", async () => {
    const url = await database({ empty: true });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { entries } = JSON.parse(
      readFileSync('src/server/stores/migrations/meta/_journal.json', 'utf8'),
    ) as { entries: { tag: string; when: number }[] };
    const seen = new Set<string>();
    let known = 0;
    for (const { tag, when } of entries) {
      await client.query('begin');
      await runMigrations(client, { until: when });
      await client.query('commit');
      for (const { name } of await query<{ name: string }>(
        url,
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by oid",
      ))
        seen.add(name);
      if (tag === '0040_comparaison_d_une_lecon') known = seen.size;
    }
    await client.end();
    expect([...seen].toSorted()).toEqual(Object.keys(TABLES).toSorted());
    // OPS-84. The order of earlier ones is that of the files in tests/versions.
    expect(Object.keys(TABLES).slice(known)).toEqual([...seen].slice(known));
  });

  test("toutes les lignes gardées, dans l'état d'un instant, et rien de ce qui laisse entrer", async () => {
    const { header, text } = takeApart(readFileSync(filled.path));
    expect(header).toEqual({
      manege: 'sauvegarde',
      format: 1,
      version: '1.0.0',
      migration: expect.any(Number),
      migration_nom: expect.stringMatching(/^\d{4}_\w+$/),
      creee_at: NOW.toISOString(),
      chiffree: false,
      installation: await markOf(filled.url),
    });
    expect(text).not.toContain(JETON);
    expect(text).not.toMatch(/create table|insert into|drop /i);
    const names = [...text.matchAll(/^\{"table":"(\w+)"/gm)].map(([, name]) => name);
    expect(names.toSorted()).toEqual([
      'alertes',
      'cavaliers',
      'cles_acces',
      'clients',
      'codes_secours',
      'comptes_effaces',
      'courriels',
      'ecritures',
      'fermetures',
      'fermetures_lecons',
      'horloge',
      'importes',
      'imports',
      'journal',
      'lignes',
      'lignes_libres',
      'mots_de_passe',
      'mouvements',
      'occupations',
      'orthographes',
      'parametres',
      'participants',
      'participants_retires',
      'participants_supprimes',
      'payeurs',
      'photos',
      'prix',
      'prix_valables',
      'relances',
      'releves',
      'releves_lignes',
      'releves_numeros',
      'reservations',
      'reservations_supprimees',
      'ressources',
      'seconds_facteurs',
      'types_lecons',
      'users',
    ]);
    expect(text).toContain('occupations occupations_sans_chevauchement x');
  });

  test("un fichier et un dossier que personne d'autre ne lit, sous un nom qui dit quand", () => {
    // OPS-04
    expect(filled.path).toBe(join(filled.dir, 'manege-2026-11-22T10-00-00Z.sauvegarde'));
    expect(statSync(filled.path).mode & 0o777).toBe(0o600);
    expect(readdirSync(filled.dir)).toEqual(['manege-2026-11-22T10-00-00Z.sauvegarde']);
  });

  test("un dossier qui n'existe pas est créé fermé aux autres, quel que soit le umask", async () => {
    const before = process.umask(0);
    try {
      const deep = join(folder(), 'un', 'deux');
      const { path } = await save(filled.url, deep);
      expect([path, deep].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o700]);
    } finally {
      process.umask(before);
    }
  });
});

describe("une sauvegarde est d'un seul instant", () => {
  // OPS-01
  test("les réservations et leurs emails, écrits pendant qu'elle se fait, y sont ensemble ou pas du tout", async () => {
    const url = await database();
    const path = await during(url, () => save(url, folder()));
    const target = await database({ empty: true });
    await restore(job(target, folder()), path.path);
    const [one] = await query<{ lecons: number; emails: number; apart: number }>(
      target,
      `select (select count(*) from reservations)::int as lecons, (select count(*) from courriels)::int as emails,
      (select count(*) from reservations r full join courriels c on c.reservation_id = r.id where r.id is null or c.id is null)::int as apart`,
    );
    expect(one?.lecons).toBeGreaterThan(100);
    expect(one).toEqual({ lecons: one?.lecons, emails: one?.lecons, apart: 0 });
    const [last] = await query<{ jour: string }>(
      target,
      'select max(date_reservation)::text as jour from reservations',
    );
    await expect(
      query(
        target,
        `select id from importer_lecons((select jsonb_agg(l) from (
    values ('{Léa}', 'Léa', $1, '08:00', '08:30', 'interieure', 'saut', 1)
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes))) as id`,
        [last?.jour],
      ),
    ).rejects.toThrow('occupations_sans_chevauchement');
  });
});

/** Runs `work` while reservations are stored, each with its email, in one transaction per day. */
async function during<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let ended = false;
  let day = 0;
  const write = async () => {
    await client.query(
      `with stored as (select id from importer_lecons((select jsonb_agg(l) from (
        select '{Léa}', 'Léa', date '2030-01-01' + $1::int, time '08:00' + n * interval '30 minutes', time '08:30' + n * interval '30 minutes', 'interieure', 'saut', 1 from generate_series(0, 23) n
        ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes))) as id)
      insert into courriels (cause, sorte, destinataire, destinataire_nom, reservation_id, contenu, envoyer_apres, perime_apres)
        select id::text, 'essai', 'lea@essai.example', 'Léa', id, '{"sorte": "essai", "nom": "Léa"}', now(), now() from stored`,
      [day],
    );
    day += 1;
  };
  for (let n = 0; n < 20; n += 1) await write();
  const writing = (async () => {
    while (!ended) await write();
  })();
  try {
    return await work();
  } finally {
    ended = true;
    await writing;
    expect(day).toBeGreaterThan(22); // some were stored meanwhile
    await client.end();
  }
}

describe('une sauvegarde est vérifiée', () => {
  // OPS-03
  const scratches = (url: string) =>
    query<{ name: string }>(
      url,
      "select datname as name from pg_database where datname like 'manege_verification_' || (select oid from pg_database where datname = current_database()) || '%'",
    );

  test("en la restaurant dans une base d'essai, dont rien ne reste", async () => {
    expect((await save(filled.url, folder())).nonVerifiee).toBeNull();
    expect(await scratches(filled.url)).toEqual([]);
  });

  test('ce que laisse une vérification ou une sauvegarde tuée est retiré à la suivante, et au démarrage', async () => {
    const url = await database();
    const [row] = await query<{ oid: string }>(
      url,
      'select oid::text from pg_database where datname = current_database()',
    );
    const place = folder();
    for (const remove of [
      () => save(url, place),
      () => sweepLeftovers(url, place, async () => undefined),
    ]) {
      await adminQuery(`create database manege_verification_${row?.oid}_0badcafe`);
      writeFileSync(
        join(place, `.manege-2026-11-20T10-00-00Z.sauvegarde.${await markOf(url)}.en-cours`),
        'à moitié',
      );
      // made by a version that wrote no mark
      const old = join(place, '.manege-2026-11-20T10-00-00Z.sauvegarde.en-cours');
      writeFileSync(old, 'à moitié');
      utimesSync(old, NOW, new Date(Date.now() - 3_601_000));
      await remove();
      expect(await scratches(url)).toEqual([]);
      expect(readdirSync(place)).toEqual(['manege-2026-11-22T10-00-00Z.sauvegarde']);
    }
  });

  test("la base d'essai d'un autre rôle, qu'on ne peut retirer, n'arrête aucune sauvegarde", async () => {
    const url = await database();
    const [row] = await query<{ oid: string }>(
      url,
      'select oid::text from pg_database where datname = current_database()',
    );
    const name = `manege_verification_${row?.oid}_0badcafe`;
    await ownerQuery(`create database ${name}`);
    try {
      expect((await save(url, folder())).nonVerifiee).toBeNull();
      expect(await scratches(url)).toEqual([{ name }]);
    } finally {
      await ownerQuery(`drop database ${name}`);
    }
  });

  test('sans le droit de créer une base, elle est faite, « non vérifiée », et dit pourquoi', async () => {
    const url = await database();
    const role = `sans_createdb_${process.pid}`;
    await ownerQuery(`create role ${role} login password 'x'`);
    await query(
      url,
      `grant select on all tables in schema public to ${role}; grant usage on schema drizzle to ${role}; grant select on drizzle.__drizzle_migrations to ${role}`,
    );
    try {
      const { nonVerifiee } = await save(
        Object.assign(new URL(url), { username: role, password: 'x' }).href,
        folder(),
      );
      expect(nonVerifiee).toBe(
        "l'utilisateur de la base n'a pas le droit de créer une base d'essai (CREATEDB)",
      );
    } finally {
      await query(
        url,
        `revoke all on all tables in schema public from ${role}; revoke all on schema drizzle from ${role}; revoke all on drizzle.__drizzle_migrations from ${role}`,
      );
      await ownerQuery(`drop role ${role}`);
    }
  });

  test('sans trois fois la place de la base sur son disque, elle est faite, « non vérifiée », et dit pourquoi', async ({
    skip,
  }) => {
    // LIM-83
    const disk = folder();
    const mount = (...args: string[]): boolean =>
      spawnSync('mount', [...args, disk], { stdio: 'ignore' }).status === 0;
    skip(
      !mount('-t', 'tmpfs', '-o', 'size=20m', 'none'),
      'a file system of our own cannot be mounted here (only root may)',
    );
    try {
      const [row] = await query<{ bytes: string }>(
        filled.url,
        'select pg_database_size(current_database()) as bytes',
      );
      expect(Number(row?.bytes) * 3).toBeGreaterThan(20 * 1024 ** 2);
      const made = async () => {
        const { config, ...rest } = job(filled.url, folder());
        return backUp({ ...rest, config: { ...config, base: disk } });
      };
      const { path, nonVerifiee } = await made();
      expect(nonVerifiee).toBe("le disque de la base n'a pas trois fois la place qu'elle occupe");
      expect(statSync(path).size).toBeGreaterThan(1000);
      expect(mount('-o', 'remount,size=500m')).toBe(true);
      expect((await made()).nonVerifiee).toBeNull();
    } finally {
      spawnSync('umount', [disk]);
    }
  });

  test("deux sauvegardes d'une base ne se font pas à la fois", async () => {
    const both = await Promise.allSettled([save(filled.url, folder()), save(filled.url, folder())]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { message: 'Une sauvegarde de cette base est déjà en cours.' },
    });
  });
});

describe('après la sauvegarde', () => {
  test('BACKUP_COMMAND reçoit le chemin pour seul argument, sans shell et sans les secrets', async () => {
    // OPS-06
    const place = join(folder(), 'un dossier; touch intrus');
    const said = join(folder(), 'dit');
    const command = join(folder(), 'copie.sh');
    writeFileSync(
      command,
      `#!/bin/sh\nprintf '%s|%s|%s\\n' "$#" "$1" "$BACKUP_PASSPHRASE$SECRET" > '${said}'\n`,
    );
    chmodSync(command, 0o755);
    process.env['BACKUP_PASSPHRASE'] = 'ne doit pas passer';
    try {
      const { path } = await save(filled.url, place, { command });
      expect(readFileSync(said, 'utf8')).toBe(`1|${path}|\n`);
      expect(existsSync('intrus')).toBe(false);
    } finally {
      delete process.env['BACKUP_PASSPHRASE'];
    }
  });

  test("si elle échoue, la sauvegarde reste, l'échec est dit, et les anciennes sont retirées tout de même", async () => {
    // OPS-06, OPS-08
    const place = folder();
    putBackups(place, NINE, await markOf(filled.url));
    await expect(save(filled.url, place, { command: '/bin/false' })).rejects.toThrow(
      /^La sauvegarde .* est faite, mais BACKUP_COMMAND a échoué \(code 1\)\.$/,
    );
    expect(readdirSync(place).toSorted()).toEqual([
      ...[4, 5, 6, 7, 8, 9].map((day) => `manege-2026-10-0${day}T02-30-00Z.sauvegarde`),
      'manege-2026-11-22T10-00-00Z.sauvegarde',
    ]);
  });

  test.each([
    ["dit plus d'un mégaoctet", 'head -c 3000000 /dev/zero | tr "\\0" x; exit 0', null],
    ["n'existe pas", null, 'code ENOENT'],
    ['est tuée', 'kill -9 $$', 'SIGKILL'],
  ])('une commande qui %s', async (_, script, failure) => {
    // OPS-06
    const command = join(folder(), 'copie.sh');
    if (script !== null) writeFileSync(command, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const made = await save(filled.url, folder(), { command }).then(
      () => null,
      ({ message }: Error) => message,
    );
    expect(made).toEqual(
      failure === null ? null : expect.stringContaining(`BACKUP_COMMAND a échoué (${failure}).`),
    );
  });

  test(
    "une commande qui n'existe pas : npm run backup le dit et se termine",
    { timeout: 60_000 },
    async () => {
      // OPS-06
      const { code, said } = await runCommand('backup', {
        DATABASE_URL: filled.url,
        DATA_DIR: folder(),
        BACKUP_DIR: folder(),
        BACKUP_COMMAND: '/nulle/part',
      }).ended;
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(
          /\nLa sauvegarde .* est faite, mais BACKUP_COMMAND a échoué \(code ENOENT\)\.\n$/,
        ),
      ]);
    },
  );

  test("pendant qu'elle tourne, une autre sauvegarde et une mise à jour peuvent se faire", async () => {
    // OPS-06
    const [place, ended] = [folder(), join(folder(), 'fin')];
    const command = join(folder(), 'copie.sh');
    writeFileSync(command, `#!/bin/sh\nuntil [ -e '${ended}' ]; do sleep 0.1; done\n`, {
      mode: 0o755,
    });
    const long = save(filled.url, place, { command });
    await expect
      .poll(() => readdirSync(place).filter((name) => !name.startsWith('.')), { timeout: 30_000 })
      .toHaveLength(1);
    await expect
      .poll(() => save(filled.url, folder()).then(({ nonVerifiee }) => nonVerifiee, String), {
        timeout: 30_000,
      })
      .toBeNull();
    const client = new pg.Client({ connectionString: filled.url });
    await client.connect();
    const waited: string[] = [];
    await lockMigrations(client, () => waited.push('attente'));
    await client.end();
    expect(waited).toEqual([]);
    writeFileSync(ended, '');
    expect((await long).nonVerifiee).toBeNull();
  });

  test("une sauvegarde qui ne se restaure pas ne prend la place d'aucune, et il n'en reste qu'une", async () => {
    // OPS-03, OPS-08
    const url = await database();
    await fill(url);
    const place = folder();
    const good = await save(url, place, { now: new Date('2026-11-22T08:00:00Z') });
    await query(
      url,
      "alter table participants disable trigger user; update participants set nom = 'Max' where position = 3; alter table participants enable trigger user",
    );
    for (const hour of ['09', '10'])
      await expect(
        save(url, place, { now: new Date(`2026-11-22T${hour}:00:00Z`) }),
      ).rejects.toThrow('Les participants ne sont pas ceux');
    expect(readdirSync(place).toSorted()).toEqual([
      basename(good.path),
      'manege-2026-11-22T10-00-00Z.sauvegarde.refusee',
    ]);
  });

  test('les anciennes sont retirées, et aucun autre fichier', async () => {
    // OPS-08
    const place = folder();
    writeFileSync(join(place, 'notes.txt'), 'à moi');
    putBackups(place, NINE, await markOf(filled.url));
    await save(filled.url, place);
    // Of the days after the newest: six. Of the weeks: 4 October; 5 to 9 October are kept as days.
    expect(readdirSync(place).toSorted()).toEqual([
      ...[4, 5, 6, 7, 8, 9].map((day) => `manege-2026-10-0${day}T02-30-00Z.sauvegarde`),
      'manege-2026-11-22T10-00-00Z.sauvegarde',
      'notes.txt',
    ]);
  });

  test("une base qui n'est pas celle d'un Manège n'est pas sauvegardée", async () => {
    const place = folder();
    await expect(backUp(job(await database({ empty: true }), place))).rejects.toThrow(
      'Cette base de données ne contient pas Manège',
    );
    expect(readdirSync(place)).toEqual([]);
  });
});
