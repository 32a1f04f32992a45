/**
 * A restore: everything is restored, from this version and from earlier ones, or nothing changes
 * (OPS-10 to OPS-13).
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { restore } from '../../../src/server/actions/backups/restaurer.ts';
import { keepErased, readErased } from '../../../src/server/platform/backup/folder.ts';
import { runMigrations } from '../../../src/server/platform/migrations.ts';
import { createTestApp } from '../../support/app.ts';
import { POSTGRES_15, startExternal } from '../../support/external.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import {
  database,
  fill,
  folder,
  job,
  LEA,
  NOW,
  query,
  readAll,
  save,
  ZOE,
  useBackup,
} from '../../support/sauvegardes.ts';
import { startServer } from '../../support/server.ts';

const filled = useBackup();

/** When migration 0008 was written. */
const AVANT_LES_PLACES = 1_795_360_602_127;

const LEFT_OUT = [
  'sessions',
  'appareils',
  'verifications',
  'essais',
  'demandes_de_lien',
  'sauvegardes',
  'flux_calendrier',
];

/**
 * The content of a restored database: as it was, except credentials and sessions, the emails, the
 * version of the rules, which a restore renews, and the mark of the installation, which is its own
 * (OPS-27).
 */
async function expectRestored(url: string): Promise<void> {
  const [before, after] = [await readAll(filled.url), await readAll(url)];
  for (const table of LEFT_OUT) {
    expect(before[table], table).not.toEqual([]);
    expect(after[table], table).toEqual([]);
  }
  const kept = (all: Record<string, string[]>) =>
    Object.fromEntries(
      Object.entries(all).filter(
        ([table]) =>
          ![
            ...LEFT_OUT,
            'courriels',
            'horloge',
            'installation',
            'regles',
            'releves_numeros',
          ].includes(table),
      ),
    );
  expect(kept(after)).toEqual(kept(before));
  expect(Object.values(kept(after)).filter((rows) => rows.length === 0)).toEqual([]);
  // REL-41: the original has perhaps given the next numbers since.
  expect([before['releves_numeros'], after['releves_numeros']]).toEqual([
    ['(2026-10,42)'],
    ['(2026-10,1042)', '(2026-11,1000)'],
  ]);
  // OPS-24: from the restore on, backups are expected.
  expect(await query(url, 'select battement_at, sauvegardes_depuis from horloge')).toEqual([
    { battement_at: new Date('2026-11-22T09:00:00Z'), sauvegardes_depuis: NOW },
  ]);
  // OPS-11
  expect(
    await query(
      url,
      "select cause, statut, tenu_jusque, contenu ->> 'nom' = (select full_name from users where id = $1) as meme_texte, contenu ->> 'jeton' as jeton from courriels order by cause",
      [ZOE],
    ),
  ).toEqual([
    { cause: 'envoye', statut: 'envoye', tenu_jusque: null, meme_texte: true, jeton: null },
    { cause: 'lien', statut: 'perime', tenu_jusque: null, meme_texte: true, jeton: null },
    { cause: 'rappel passe', statut: 'perime', tenu_jusque: null, meme_texte: true, jeton: null },
  ]);
}

describe('tout revient', () => {
  // OPS-10
  test('dans une base vide : chaque ligne, de chaque sorte de valeur ; sessions et liens sont finis', async () => {
    const target = await database({ empty: true });
    const place = folder();
    expect(await restore(job(target, place), filled.path)).toMatchObject({
      reservations: 3,
      users: 2,
      courriels: 4,
      journal: 3,
      photos: 2,
    });
    await expectRestored(target);
    expect(readdirSync(place)).toEqual([]); // nothing was replaced
    // The next number is free, also if a number is drawn.
    await query(target, "insert into journal (survenu_at, action) values (now(), 'compte.role')");
    await query(target, "insert into essais (cle, survenu_at) values ('compte x', now())");
  });

  test("par-dessus d'autres données, qu'un point de restauration garde et qui reviennent de même", async () => {
    // OPS-12
    const target = await database();
    await query(
      target,
      `select id from importer_lecons((select jsonb_agg(l) from (
    values ('{Autre}', 'Autre', '2026-12-01', '10:00', '11:00', 'interieure', 'saut', 1)
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes))) as id`,
    );
    const [place, before] = [folder(), await readAll(target)];
    await restore(job(target, place), filled.path);
    await expectRestored(target);
    expect(readdirSync(place)).toEqual([
      'manege-2026-11-22T10-00-00Z-avant-restauration.sauvegarde',
    ]);
    await restore(
      job(target, folder()),
      join(place, 'manege-2026-11-22T10-00-00Z-avant-restauration.sauvegarde'),
    );
    // An erased account stays erased, whatever is restored (OPS-14).
    expect(await readAll(target)).toEqual({
      ...before,
      horloge: [expect.any(String)],
      regles: [expect.any(String)],
      releves_numeros: ['(2026-11,1000)'],
      comptes_effaces: ['(44444444-4444-4444-8444-444444444444)'],
    });
  });

  test("une base de la migration 0005 arrive au schéma d'aujourd'hui", async () => {
    const old = await database({ empty: true });
    const client = new pg.Client({ connectionString: old });
    await client.connect();
    await client.query('begin');
    await runMigrations(client, { until: 1_795_312_785_376 });
    await client.query('commit');
    await client.query(
      "insert into users (id, email, full_name, role, statut) values ($1, 'zoe@essai.example', 'Zoé', 'admin', 'actif')",
      [ZOE],
    );
    await client.query(
      "insert into accounts (account_id, provider_id, user_id, password) values ('1', 'credential', $1, 'un hachage')",
      [ZOE],
    );
    await client.query(
      "insert into sessions (token, user_id, expires_at) values ('jeton', $1, '2027-01-01')",
      [ZOE],
    );
    await client.query(
      `insert into reservations (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes)
      values ($1, '{Zoé}', 'Zoé', '2026-11-23', '10:00', '11:00', 'interieure', 'saut', 1)`,
      [ZOE],
    );
    await client.end();
    const { path, nonVerifiee } = await save(old, folder());
    expect(nonVerifiee).toBeNull();
    const target = await database({ empty: true });
    await restore(job(target, folder()), path);
    expect(await query(target, 'select user_id, hachage from mots_de_passe')).toEqual([
      { user_id: ZOE, hachage: 'un hachage' },
    ]);
    expect(await query(target, 'select nom_client, version from reservations')).toEqual([
      { nom_client: 'Zoé', version: 0 },
    ]);
    expect(await query(target, 'select user_id, nom, position from participants')).toEqual([
      { user_id: ZOE, nom: 'Zoé', position: 1 },
    ]);
    expect(await query(target, 'select count(*)::int as n from sessions')).toEqual([{ n: 0 }]);
    const tables = Object.keys(await readAll(target));
    expect(tables).toEqual(Object.keys(await readAll(filled.url)));
  });

  test("une base de la version d'avant les places reçoit une place par nom, aussi dans ses leçons supprimées", async () => {
    // RIDE-01
    const old = await database({ empty: true });
    const client = new pg.Client({ connectionString: old });
    await client.connect();
    await client.query('begin');
    await runMigrations(client, { until: AVANT_LES_PLACES });
    await client.query('commit');
    await client.query(
      "insert into users (id, email, full_name, role, statut) values ($1, 'zoe@essai.example', 'Zoé', 'admin', 'actif')",
      [ZOE],
    );
    for (const [table, more, value] of [
      ['reservations', '', ''],
      ['reservations_supprimees', ', supprimee_at', ', now()'],
    ]) {
      await client.query(
        `insert into ${table} (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, remarques${more})
        values ($1, '{Zoé,"Hugo, dit \\"Go\\""}', 'Zoé', '2026-11-23', '10:00', '11:00', 'interieure', 'saut', 2, 'calme'${value}), (null, '{Léa}', 'Léa', '2026-11-24', '10:00', '11:00', 'interieure', 'saut', 1, null${value})`,
        [ZOE],
      );
    }
    await client.end();
    const target = await database({ empty: true });
    await restore(job(target, folder()), (await save(old, folder())).path);
    for (const [seats, lessons] of [
      ['participants', 'reservations'],
      ['participants_supprimes', 'reservations_supprimees'],
    ]) {
      expect(
        await query(
          target,
          `select p.position, p.nom, p.user_id, p.remarques from ${seats} p join ${lessons} r on r.id = p.reservation_id order by r.date_reservation, p.position`,
        ),
        seats,
      ).toEqual([
        { position: 1, nom: 'Zoé', user_id: ZOE, remarques: null },
        { position: 2, nom: 'Hugo, dit "Go"', user_id: ZOE, remarques: null },
        { position: 1, nom: 'Léa', user_id: null, remarques: null },
      ]);
    }
    // The triggers are on again.
    await expect(
      query(target, "update reservations set noms_participants = '{Max}', nombre_personnes = 1"),
    ).rejects.toThrow('are not those of its seats');
  });

  test('dans PostgreSQL 15, et de là dans PostgreSQL 18', async (context) => {
    // OPS-13
    if (POSTGRES_15 === null)
      return context.skip(
        "PostgreSQL 15 n'est pas installé (Debian : postgresql-15) : rien n'est vérifié avec lui.",
      );
    const external = await startExternal(POSTGRES_15, 'fsync=off');
    onTestFinished(() => external.remove());
    const target = external.url;
    await restore(job(target, folder()), filled.path);
    expect(
      (await query<{ v: string }>(target, "select current_setting('server_version') as v"))[0]?.v,
    ).toMatch(/^15\./);
    await expectRestored(target);
    const { path, nonVerifiee } = await save(target, folder());
    expect(nonVerifiee).toBeNull();
    const back = await database({ empty: true });
    await restore(job(back, folder()), path);
    expect((await readAll(back))['reservations']).toEqual(
      (await readAll(filled.url))['reservations'],
    );
  });
});

describe('ou rien ne change', () => {
  // OPS-10
  test('un Manège connecté : refusé par une phrase', async () => {
    const target = await database();
    await fill(target);
    const before = await readAll(target);
    for (const application_name of ['manege', 'manege live', 'manege sauvegarde']) {
      const instance = new pg.Client({ connectionString: target, application_name });
      await instance.connect();
      await expect(restore(job(target, folder()), filled.path)).rejects.toThrow(
        'Un Manège est connecté à cette base de données : arrêtez toutes ses instances',
      );
      await instance.end();
      expect(await readAll(target)).toEqual(before);
    }
  });

  test('une vue étrangère qui dépend des tables : refusée par une phrase, et intacte', async () => {
    const target = await database();
    await query(target, 'create view etrangere as select nom_client from reservations');
    await expect(restore(job(target, folder()), filled.path)).rejects.toThrow(
      'des vues ou des tables étrangères à Manège dépendent des siennes',
    );
    expect(await query(target, 'select * from etrangere')).toEqual([]);
  });
});

describe('les comptes effacés', () => {
  // OPS-14
  test("rejoignent leur fichier avec l'effacement, quel qu'il soit, et à l'arrêt du service ; un fichier impossible n'empêche rien", async () => {
    const t = await createTestApp();
    onTestFinished(() => t.close());
    const admin = await t.as({ role: 'admin' });
    const [own, deleted, refused, again] = [
      await t.as(),
      await t.as(),
      await createPerson(t.services.db, { statut: 'en_attente' }),
      await t.as(),
    ];
    const { dir } = t.services.sauvegardes;
    const kept = () => readErased(dir).toSorted();
    expect(
      (await own('POST', '/api/profil/suppression', { password: PASSWORD, lecons: 'garder' }))
        .status,
    ).toBe(200);
    expect(kept()).toEqual([own.id]);
    expect((await admin('DELETE', `/api/users/${deleted.id}`)).status).toBe(200);
    expect(kept()).toEqual([own.id, deleted.id].toSorted());
    expect((await admin('POST', `/api/users/${refused.id}/refus`)).status).toBe(200);
    expect(kept()).toEqual([own.id, deleted.id, refused.id].toSorted());
    rmSync(dir, { recursive: true });
    writeFileSync(dir, 'un fichier à la place du dossier');
    expect((await admin('DELETE', `/api/users/${again.id}`)).status).toBe(200);

    // An erasure that was just made in another way is written at a clean stop.
    const [url, place] = [await database(), folder()];
    const server = await startServer({
      DATABASE_URL: url,
      SECRET: 'un-secret-assez-long-pour-un-serveur-de-test',
      BACKUP_DIR: place,
    });
    await query(url, 'insert into comptes_effaces (id) values ($1)', [ZOE]);
    expect(readErased(place)).toEqual([]);
    expect(await server.stop()).toBe(0);
    expect(readErased(place)).toEqual([ZOE]);
  });

  test("depuis la sauvegarde sont effacés de nouveau, d'après un fichier qui n'en garde que les identifiants", async () => {
    const place = folder();
    await keepErased(place, [LEA]);
    await keepErased(place, [LEA, '33333333-3333-4333-8333-333333333333']);
    expect(readErased(place)).toEqual([LEA, '33333333-3333-4333-8333-333333333333']);
    const target = await database({ empty: true });
    await restore(job(target, place), filled.path);
    expect(await query(target, 'select id from users')).toEqual([{ id: ZOE }]);
    // Also with the erasures that the database knew before it was replaced.
    const known = await database();
    await query(known, 'insert into comptes_effaces (id) values ($1)', [LEA]);
    await restore(job(known, folder()), filled.path);
    expect(await query(known, 'select id from users')).toEqual([{ id: ZOE }]);
    // Also Zoé: her lessons stay, without account and remarks, and nothing else about her
    // (PEOPLE-31).
    await keepErased(place, [ZOE]);
    const again = await database({ empty: true });
    await restore(job(again, place), filled.path);
    const left = await readAll(again);
    expect(left['users']).toEqual([]);
    expect(
      await query(
        again,
        'select count(*)::int as n, count(user_id)::int as comptes, count(remarques)::int as remarques from reservations',
      ),
    ).toEqual([{ n: 3, comptes: 0, remarques: 0 }]);
    expect(JSON.stringify([left['courriels'], left['photos'], left['mots_de_passe']])).toBe(
      '[[],[],[]]',
    );
  });

  test('un client sans compte, effacé depuis la sauvegarde, est effacé de nouveau ; les autres reviennent', async () => {
    // CLI-06
    const [jeanne, luc] = [
      '55555555-5555-4555-8555-555555555555',
      '66666666-6666-4666-8666-666666666666',
    ];
    const source = await database();
    await query(
      source,
      `insert into clients (id, nom, cle, telephone) values ('${jeanne}', 'Jeanne Dupont', 'jeanne dupont', '0475'), ('${luc}', 'Luc', 'luc', null);
      update clients set paye_par = '${jeanne}' where id = '${luc}';
      insert into cavaliers (user_id, nom) values ('${jeanne}', 'Zoé'), ('${luc}', 'Max')`,
    );
    await query(source, 'select importer_lecons($1)', [
      JSON.stringify(
        [jeanne, luc].map((user_id, n) => ({
          user_id,
          noms_participants: ['Zoé'],
          nom_client: n === 0 ? 'Jeanne Dupont' : 'Luc',
          remarques: 'ASTHME',
          date_reservation: `2026-12-0${n + 1}`,
          heure_debut: '10:00',
          heure_fin: '11:00',
          type_piste: 'interieure',
          type_lecon: 'saut',
        })),
      ),
    ]);
    const { path } = await save(source, folder());
    const place = folder();
    await keepErased(place, [jeanne]);
    const target = await database({ empty: true });
    await restore(job(target, place), path);
    expect(await query(target, 'select id, nom, paye_par from clients')).toEqual([
      { id: luc, nom: 'Luc', paye_par: null },
    ]);
    expect(await query(target, 'select user_id, nom from cavaliers')).toEqual([
      { user_id: luc, nom: 'Max' },
    ]);
    expect(
      await query(
        target,
        'select r.user_id, nom_client, r.remarques, s.user_id as place from reservations r join participants s on s.reservation_id = r.id order by date_reservation',
      ),
    ).toEqual([
      { user_id: null, nom_client: 'Jeanne Dupont', remarques: null, place: null },
      { user_id: luc, nom_client: 'Luc', remarques: 'ASTHME', place: luc },
    ]);
    expect(await query(target, 'select id from comptes_effaces')).toEqual([{ id: jeanne }]);
    // Not erased: it comes back as it was.
    const whole = await database({ empty: true });
    await restore(job(whole, folder()), path);
    expect((await readAll(whole))['clients']).toEqual((await readAll(source))['clients']);
  });
});
