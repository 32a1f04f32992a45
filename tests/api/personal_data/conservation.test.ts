/**
 * Lessons lose their names and remarks after the period of the settings, and nothing else (SET-42,
 * SET-43).
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import { restore } from '../../../src/server/actions/backups/restaurer.ts';
import { sweep as sweepJournal } from '../../../src/server/actions/journal.ts';
import { sweep } from '../../../src/server/actions/personal_data/conservation.ts';
import { openPool } from '../../../src/server/platform/db.ts';
import { book, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';
import { fillYears, PERSONNEL } from '../../support/lecons_anciennes.ts';
import { confirmSessions, createPerson } from '../../support/people.ts';
import { folder, job, save } from '../../support/sauvegardes.ts';
import { findEverywhere } from '../../support/traces.ts';
import { PRICE_SEATS, pricing } from '../../support/prix.ts';
import { dropDatabase } from '../../support/postgres.ts';

const t = useTestApp(); // Saturday 21 November 2026
const db = () => t.services.db;
const run = async <Row extends Record<string, unknown> = Stored>(
  statement: string,
): Promise<Row[]> => (await db().execute<Row>(sql.raw(statement))).rows as Row[];
let client: pg.Client;
let admin: Awaited<ReturnType<typeof t.as>>;

beforeAll(async () => {
  client = new pg.Client({ connectionString: t.url });
  await client.connect();
  admin = await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
});
afterAll(() => client.end());
beforeEach(async () => {
  t.clock.now = MORNING;
  for (const table of [
    'reservations',
    'reservations_supprimees',
    'participants_retires',
    'lignes',
    'courriels',
    'orthographes',
    'journal',
  ])
    await run(`delete from ${table}`);
  await run(
    `update parametres set "lessonRetention" = true, "lessonRetentionAnswered" = true, "lessonMonths" = 36, "cancelledDays" = 30, "dureesAvant" = null, "dureesJusque" = null`,
  );
  await confirmSessions(db(), MORNING);
  await run(`update horloge set battement_at = '${MORNING.toISOString()}'`);
});

type Lesson = {
  id: string;
  jour: string;
  statut: string;
  annulee: string | null;
  noms: string[];
  places: string[];
  comptes: number;
  mots: number;
  nom_client: string;
  remarques: string | null;
  raison: string | null;
  user_id: string | null;
  annulee_par: string | null;
  version: number;
  nombre: number;
};
const lessons = (of = 'reservations', seats = 'participants') =>
  run<Lesson>(`
  select r.id, date_reservation::text as jour, statut, (annulee_at at time zone 'Europe/Brussels')::date::text as annulee, noms_participants as noms, nom_client, r.remarques, r.raison, r.user_id, annulee_par, version, nombre_personnes as nombre,
    array(select nom from ${seats} p where p.reservation_id = r.id order by position) as places,
    (select count(user_id)::int from ${seats} p where p.reservation_id = r.id) as comptes, (select count(p.remarques)::int from ${seats} p where p.reservation_id = r.id) as mots
  from ${of} r order by r.id`);

const key = (nom: string) =>
  nom
    .trim()
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
/**
 * Computed independently: the number of each rider in the order of appearance, the same for every
 * spelling.
 */
const numbered = (noms: readonly string[]): string[] => {
  const keys = [...new Set(noms.map(key))];
  return noms.map((nom) => `Ancien cavalier ${keys.indexOf(key(nom)) + 1}`);
};
/** Three years before 21 November 2026, until the end of that month; thirty days before it. */
const isOver = ({ jour, statut, annulee }: Lesson) =>
  jour < '2023-11-01' ||
  (statut === 'annulee' && jour < '2026-10-22' && (annulee ?? jour) < '2026-10-22');

describe('quatre ans de leçons', () => {
  const people = async () =>
    [
      (await createPerson(db(), { prenom: 'Xavier', nom: 'Un' })).id,
      (await createPerson(db(), { prenom: 'Yves', nom: 'Deux' })).id,
    ] as const;
  const figures = async (du: string, au: string) => {
    const { total_reservations, total_general, en_attente, cavaliers } = (
      await admin('GET', `/api/statistiques?du=${du}&au=${au}`)
    ).body;
    const types: Record<string, [number, number, number]> = {};
    for (const line of cavaliers.flatMap((one: Stored) => one['types'])) {
      const [n, waiting, cents] = types[line.type_lecon] ?? [0, 0, 0];
      types[line.type_lecon] = [
        n + line.nombre,
        waiting + line.en_attente,
        cents + Math.round(line.total * 100),
      ];
    }
    return { total_reservations, total_general, en_attente, types };
  };

  test('les leçons anciennes et les annulées perdent noms, remarques, comptes et emails ; les autres restent telles quelles ; les sommes ne changent pas', async () => {
    const accounts = await people();
    await fillYears(client, { du: '2022-11-21', au: '2026-12-20', perDay: 2, accounts });
    await run(`${pricing({ collective: 22.5, saut: 30 })} ${PRICE_SEATS}`);
    const before = await lessons();
    expect([
      before.length,
      before.filter(isOver).length,
      before.filter((one) => isOver(one) && one.statut !== 'annulee').length,
    ]).toEqual([2982, 1000, 591]);
    const periods = [
      ['2022-11-01', '2023-10-31'],
      ['2023-10-01', '2023-11-30'],
      ['2023-11-01', '2026-12-31'],
      ['2022-01-01', '2026-12-31'],
    ] as const;
    const sums = await Promise.all(periods.map(([du, au]) => figures(du, au)));

    expect(await sweep(t.services)).toBe(1000);

    const after = new Map((await lessons()).map((one) => [one.id, one]));
    for (const one of before) {
      const now = after.get(one.id)!;
      if (!isOver(one)) expect(now).toEqual(one);
      else {
        const names = numbered(one.noms);
        expect(now).toEqual({
          ...one,
          noms: names,
          places: names,
          comptes: 0,
          mots: 0,
          nom_client: 'Ancien client',
          remarques: null,
          raison: null,
          user_id: null,
          annulee_par: null,
          version: one.version + 1,
        });
      }
    }
    expect(after.size).toBe(before.length);
    expect(await Promise.all(periods.map(([du, au]) => figures(du, au)))).toEqual(sums);
    expect(
      await run(
        `select count(distinct reservation_id)::int as n, count(*)::int as all from courriels`,
      ),
    ).toEqual([{ n: 2982 - 1000, all: 2 * (2982 - 1000) }]);
    expect(await sweep(t.services)).toBe(0);

    // If every lesson is past, no name is left.
    await run(`delete from reservations where nom_client <> 'Ancien client'`);
    await run('delete from courriels where reservation_id not in (select id from reservations)');
    expect(await findEverywhere(t.url, PERSONNEL)).toEqual([]);
  });

  test('dans « Mes leçons passées », un mois garde toutes ses leçons ou les perd toutes', async () => {
    // RIDE-53, RIDE-56
    const rider = await t.as();
    const other = await createPerson(db());
    await run(`update parametres set "showPrices" = true`);
    await fillYears(client, {
      du: '2023-09-15',
      au: '2023-12-10',
      perDay: 2,
      accounts: [rider.id, other.id],
    });
    const months = async () =>
      Object.fromEntries(
        (await rider('GET', '/api/reservations/passees?annee=2023')).body.mois.map(
          (one: Stored) => [
            one['mois'],
            [
              one['total'],
              one['lecons'].filter(({ statut }: Stored) => statut !== 'annulee').length,
            ],
          ],
        ),
      );
    const before = await months();
    expect(Object.keys(before)).toEqual(['2023-12', '2023-11', '2023-10', '2023-09']);
    await sweep(t.services);
    expect(await months()).toEqual({ '2023-12': before['2023-12'], '2023-11': before['2023-11'] });
  });

  test("une sauvegarde d'avant, restaurée, perd ses noms de nouveau", async () => {
    // OPS-14
    await fillYears(client, {
      du: '2023-06-01',
      au: '2023-08-31',
      perDay: 2,
      accounts: await people(),
    });
    const place = folder();
    const { path } = await save(t.url, place, { now: MORNING });
    const stored = (await lessons()).length;
    expect(await sweep(t.services)).toBe(stored);
    // In a separate database, because the application of the test uses this one.
    await client.query('create database conservation_restauree');
    onTestFinished(() => dropDatabase('conservation_restauree'));
    const url = Object.assign(new URL(t.url), { pathname: 'conservation_restauree' }).href;
    await restore(job(url, place, { now: MORNING }), path);
    expect(await findEverywhere(url, ['quillacq'])).not.toEqual([]);
    const restored = openPool(url, () => undefined);
    try {
      expect(await sweep({ db: restored.db, now: () => MORNING })).toBe(stored);
    } finally {
      await restored.pool.end();
    }
    expect(await findEverywhere(url, PERSONNEL)).toEqual([]);
  });
});

/** A past lesson, as an import would store it. */
const past = async (
  jour: string,
  noms: readonly string[],
  more: Record<string, string> = {},
): Promise<string> => {
  const set = {
    noms_participants: `array['${noms.join("','")}']`,
    nombre_personnes: `${noms.length}`,
    date_reservation: `'${jour}'`,
    nom_client: `'${noms[0]}'`,
    heure_debut: "'10:00'",
    heure_fin: "'11:00'",
    type_piste: "'interieure'",
    type_lecon: "'collective'",
    ...more,
  };
  const [row] = await run<{ id: string }>(
    `select id from importer_lecons((select jsonb_agg(l) from (values (${Object.values(set).join(', ')})) as l (${Object.keys(set).join(', ')}))) as id`,
  );
  return row!.id;
};
const settings = async () => (await admin('GET', '/api/parametres')).body;
const later = (hours: number) => {
  t.clock.now = new Date(t.clock.now.getTime() + hours * 3_600_000);
};
const read = async (id: string): Promise<Stored> =>
  (await admin('GET', `/api/reservations/${id}`)).body;

test('une leçon annulée compte depuis son jour ou son annulation, le plus tardif', async () => {
  const cancelled = { statut: "'annulee'" };
  const ids = {
    ancienne: await past('2026-10-21', ['A'], cancelled),
    limite: await past('2026-10-22', ['B'], cancelled),
    aVenir: await past('2027-01-10', ['C'], { ...cancelled, annulee_at: "'2026-01-01'" }),
    apres: await past('2026-05-01', ['D'], { ...cancelled, annulee_at: "'2026-11-20T09:00Z'" }),
    confirmee: await past('2026-05-02', ['E']),
  };
  expect(await sweep(t.services)).toBe(1);
  const names = await Promise.all(
    Object.values(ids).map(async (id) => (await read(id))['noms_participants'][0]),
  );
  expect(names).toEqual(['Ancien cavalier 1', 'B', 'C', 'D', 'E']);
});

test('deux instances à la fois : chaque leçon une fois', async () => {
  await fillYears(client, {
    du: '2022-01-01',
    au: '2022-12-31',
    perDay: 4,
    accounts: [admin.id, (await createPerson(db())).id],
  });
  const other = openPool(t.url, () => undefined);
  const total = (await lessons()).length;
  expect(total).toBeGreaterThan(1000); // several batches
  try {
    const found = await Promise.all([
      sweep(t.services),
      sweep({ db: other.db, now: () => MORNING }),
      sweep(t.services),
      sweep({ db: other.db, now: () => MORNING }),
    ]);
    expect(found.reduce((a, b) => a + b, 0) + (await sweep(t.services))).toBe(total);
  } finally {
    await other.pool.end();
  }
  expect(await run('select distinct version, nom_client from reservations')).toEqual([
    { version: 1, nom_client: 'Ancien client' },
  ]);
});

test("éteint, ou l'horloge en doute : rien ne s'efface", async () => {
  // SET-16
  await past('2020-01-01', ['Zoé']);
  await run(`update parametres set "lessonRetention" = false`);
  expect(await sweep(t.services)).toBe(0);
  await run(`update parametres set "lessonRetention" = true`);
  t.clock.now = new Date('2027-02-01T08:00:00Z');
  expect(await sweep(t.services)).toBe(0);
  await run(`update horloge set battement_at = '2027-01-31'`);
  expect(await sweep(t.services)).toBe(1);
});

test('une modification ouverte avec les noms est refusée ; un nom réécrit dans une ancienne leçon part la fois suivante', async () => {
  // DESK-19
  const id = await past('2023-10-31', ['Zoé', 'zoe', 'Hugo']);
  const opened = await read(id);
  await sweep(t.services);
  const refused = await put(admin, opened, { remarques: 'payé' });
  expect([refused.status, refused.body.code]).toEqual([409, 'reservation_changee']);
  const now = await read(id);
  expect(now['noms_participants']).toEqual([
    'Ancien cavalier 1',
    'Ancien cavalier 1',
    'Ancien cavalier 2',
  ]);
  expect(
    (
      await put(admin, now, {
        noms_participants: ['Ancien cavalier 1', 'Ancien cavalier 1', 'Hugo'],
      })
    ).status,
  ).toBe(200);
  expect(await sweep(t.services)).toBe(1);
  expect((await read(id))['noms_participants']).toEqual([
    'Ancien cavalier 1',
    'Ancien cavalier 1',
    'Ancien cavalier 2',
  ]);
});

test('une leçon supprimée perd aussi ses noms, et se restaure sans eux', async () => {
  // DESK-30
  const id = await past('2023-05-05', ['Zoé', 'Hugo'], { remarques: "'mal au dos'" });
  expect((await admin('DELETE', `/api/reservations/${id}`)).status).toBe(200);
  expect(await sweep(t.services)).toBe(1);
  expect(await lessons('reservations_supprimees', 'participants_supprimes')).toMatchObject([
    {
      noms: ['Ancien cavalier 1', 'Ancien cavalier 2'],
      places: ['Ancien cavalier 1', 'Ancien cavalier 2'],
      remarques: null,
      nom_client: 'Ancien client',
    },
  ]);
  expect((await admin('POST', `/api/reservations/supprimees/${id}/restauration`)).status).toBe(200);
  expect((await read(id))['noms_participants']).toEqual(['Ancien cavalier 1', 'Ancien cavalier 2']);
});

test("qui a été retiré d'une leçon part avec les noms de la leçon, et non 30 jours après", async () => {
  // DESK-33
  const cancelled = { statut: "'annulee'" };
  const ids = {
    ancienne: await past('2023-05-05', ['Zoé']),
    annulee: await past('2026-10-21', ['Léa'], cancelled),
    supprimee: await past('2023-05-06', ['Tom']),
    recente: await past('2026-10-22', ['Nora'], cancelled),
    gardee: await past('2023-11-02', ['Hugo']),
  };
  expect((await admin('DELETE', `/api/reservations/${ids.supprimee}`)).status).toBe(200);
  for (const [nom, id] of Object.entries(ids))
    await run(
      `insert into participants_retires (reservation_id, position, nom, retire_at) values ('${id}', 2, 'Retiré ${nom}', '2026-11-20')`,
    );
  expect(await sweep(t.services)).toBe(3);
  expect(await run('select nom from participants_retires order by nom')).toEqual([
    { nom: 'Retiré gardee' },
    { nom: 'Retiré recente' },
  ]);
  await run(`update participants_retires set reservation_id = '${ids.ancienne}'`);
  expect(await sweep(t.services)).toBe(0);
  expect(await run('select nom from participants_retires')).toEqual([]);
});

test("un email qui attend encore part d'abord", async () => {
  const id = await past('2023-05-05', ['Zoé']);
  await run(`insert into courriels (cause, sorte, destinataire, destinataire_nom, reservation_id, contenu, statut, envoyer_apres, perime_apres)
    select n::text, 'rappel', 'x@essai.example', '', '${id}', '{"sorte": "rappel"}', case n when 1 then 'en_attente' else 'echoue' end, now(), now() from generate_series(1, 2) n`);
  await sweep(t.services);
  expect(await run('select statut from courriels')).toEqual([{ statut: 'en_attente' }]);
});

test("les regroupements de noms qu'aucune leçon ne porte plus partent ; ceux qui mènent d'un nom porté à un autre restent", async () => {
  // RIDE-25
  await past('2023-05-05', ['Lea']);
  await past('2026-05-05', ['Zoé']);
  await run(
    `insert into orthographes (cle, nom, vers_cle, vers_nom) values ('lea', 'Lea', 'lea dubois', 'Léa Dubois'), ('zoe', 'Zoé', 'zoe w', 'Zoé W'), ('zoe w', 'Zoé W', 'zoe willems', 'Zoé Willems'), ('tom', 'Tom', 'zoe w', 'Zoé W')`,
  );
  await sweep(t.services);
  expect((await run('select cle from orthographes order by 1')).map(({ cle }) => cle)).toEqual([
    'zoe',
    'zoe w',
  ]);
  expect(
    (await admin('GET', '/api/statistiques/cavaliers')).body.map(({ nom }: Stored) => nom),
  ).toEqual(['Zoé Willems', 'Anciens cavaliers']);
});

describe('un client sans compte', () => {
  // CLI-08
  const keptClients = async () =>
    (await run('select nom from clients where nom is not null order by nom')).map(({ nom }) => nom);
  const add = async (nom: string, created_at = '2023-10-31 22:59Z'): Promise<string> => {
    const [row] = await run<{ id: string }>(
      `insert into clients (nom, cle, created_at) values ('${nom}', '${nom.toLowerCase()}', '${created_at}') returning id`,
    );
    return row!.id;
  };
  beforeEach(() => run('delete from clients where nom is not null'));

  test('dont plus rien n’a besoin part avec les anciens noms ; les autres restent', async () => {
    const accounts = await run('select count(*)::int as n from clients');
    await add('Rien');
    await add('Recent', '2023-10-31 23:00Z'); // the first of November in Brussels
    const clients = {
      Lecon: await add('Lecon'),
      Ancienne: await add('Ancienne'),
      Supprimee: await add('Supprimee'),
      Retiree: await add('Retiree'),
      Cavalier: await add('Cavalier'),
      AncienCavalier: await add('AncienCavalier'),
      Payeur: await add('Payeur'),
      Payee: await add('Payee'),
    };
    const seatOf = (nom: keyof typeof clients, jour: string) =>
      past(jour, [nom], { user_id: `'${clients[nom]}'::uuid` });
    await seatOf('Lecon', '2023-11-02');
    await seatOf('Ancienne', '2023-10-31'); // it loses its names, then its customer
    const removed = await seatOf('Supprimee', '2026-05-05');
    expect((await admin('DELETE', `/api/reservations/${removed}`)).status).toBe(200);
    const other = await past('2026-05-06', ['Zoé']);
    await run(
      `insert into participants_retires (reservation_id, position, user_id, nom, retire_at) values ('${other}', 2, '${clients.Retiree}', 'Max', '2026-11-20')`,
    );
    await run(
      `insert into cavaliers (user_id, nom, created_at) values ('${clients.Cavalier}', 'Tom', '2023-10-31 23:00Z'),
       ('${clients.AncienCavalier}', 'Léa', '2023-10-31 22:59Z')`,
    );
    await run(
      `update clients set paye_par = '${clients.Payeur}' where id in ('${clients.Payee}', '${admin.id}')`,
    );
    expect(await sweep(t.services)).toBe(1);
    expect(await keptClients()).toEqual([
      'Cavalier',
      'Lecon',
      'Payeur',
      'Recent',
      'Retiree',
      'Supprimee',
    ]);
    const riders = `select nom from cavaliers where nom in ('Tom', 'Léa')`;
    expect(await run(riders)).toEqual([{ nom: 'Tom' }]);
    // A customer of an account has no name, and stays.
    expect(await run('select count(*)::int as n from clients where nom is null')).toEqual(accounts);
    await run('update clients set paye_par = null');
    await sweep(t.services);
    expect(await keptClients()).not.toContain('Payeur');
  });

  test('reste tant que les noms restent, ou que l’horloge est en doute', async () => {
    // SET-16
    await add('Rien');
    await run(`update parametres set "lessonRetention" = false`);
    await sweep(t.services);
    expect(await keptClients()).toEqual(['Rien']);
    await run(`update parametres set "lessonRetention" = true`);
    t.clock.now = new Date('2027-02-01T08:00:00Z');
    await sweep(t.services);
    expect(await keptClients()).toEqual(['Rien']);
  });

  test('pour qui on réserve à cet instant reste', async () => {
    const id = await add('Rien');
    await client.query('begin');
    await client.query('select from clients where id = $1 for share', [id]);
    await sweep(t.services);
    await client.query('rollback');
    expect(await keptClients()).toEqual(['Rien']);
  });
});

test('dans les statistiques, les anciens cavaliers sont une ligne, et aucun cavalier ; rien ne se regroupe avec eux', async () => {
  // PRICE-16
  await run(pricing({ collective: 20 }));
  for (const jour of ['2023-05-05', '2023-05-06', '2023-05-07']) await past(jour, ['Léa', 'Tom']);
  await past('2026-05-05', ['Zoé']);
  await past('2026-05-06', ['Zoé', 'Hugo']);
  await run(PRICE_SEATS);
  await sweep(t.services);
  const { body } = await admin('GET', '/api/statistiques');
  expect(body).toMatchObject({
    total_cavaliers: 2,
    total_reservations: 5,
    anciennes: 3,
    moyenne: 1,
    total_general: 180,
  });
  expect(body.cavaliers.map(({ nom, nombre, total }: Stored) => [nom, nombre, total])).toEqual([
    ['Hugo', 1, 20],
    ['Zoé', 2, 40],
    ['Anciens cavaliers', 6, 120],
  ]);
  const old = (await admin('GET', '/api/statistiques?cavalier=Anciens%20cavaliers')).body;
  expect(old).toMatchObject({
    total_cavaliers: 0,
    total_reservations: 3,
    anciennes: 3,
    moyenne: 0,
    total_general: 120,
  });
  expect(
    (await admin('GET', '/api/statistiques/lecons?cavalier=Anciens%20cavaliers')).body.map(
      ({ cavalier, ecrit }: Stored) => [cavalier, ecrit],
    ),
  ).toEqual(Array.from({ length: 6 }, () => ['Anciens cavaliers', null]));
  for (const nom of ['Ancien cavalier 1', 'Anciens cavaliers']) {
    for (const [a, b] of [
      [nom, 'Zoé'],
      ['Zoé', nom],
    ])
      expect(
        (await admin('POST', '/api/statistiques/orthographes', { nom: a, vers: b })).body.code,
      ).toBe('orthographe_inconnue');
  }
});

describe('dans un centre qui existe, un administrateur est interrogé', () => {
  // SET-43
  beforeEach(() =>
    run(`update parametres set "lessonRetention" = false, "lessonRetentionAnswered" = false`),
  );
  const asked = async () => (await admin('GET', '/api/conservation')).body;
  const answer = (accepter: boolean, who = admin) =>
    who('POST', '/api/conservation/reponse', { accepter });
  test("avec le nombre de leçons ; rien ne s'efface avant sa réponse", async () => {
    await past('2023-05-05', ['Zoé']);
    await past('2026-05-05', ['Zoé'], { statut: "'annulee'" });
    await past('2026-05-06', ['Zoé']);
    expect(await asked()).toEqual({
      proposition: { mois: 36, annuleesJours: 30, lecons: 2, annulees: 1 },
      attente: null,
    });
    expect(await sweep(t.services)).toBe(0);
    // SET-43, ACC-106: to erase needs the password; to keep does not.
    await run('update sessions set confirme_at = null');
    expect((await answer(true)).body.code).toBe('confirmation_requise');
    await confirmSessions(db(), MORNING);
    expect((await answer(true)).status).toBe(200);
    expect([await asked(), (await settings()).lessonRetention]).toEqual([
      {
        proposition: null,
        attente: {
          jusque: '2026-11-22T08:30:00.000Z',
          champs: ['lessonMonths', 'cancelledDays'],
        },
      },
      true,
    ]);
    expect(await sweep(t.services)).toBe(0);
    later(24);
    expect(await sweep(t.services)).toBe(2);
  });

  test('un refus se garde ; la première réponse vaut, le journal la dit sans noms, et les paramètres changent tout', async () => {
    await past('2023-05-05', ['Zoé']);
    await run('update sessions set confirme_at = null');
    expect((await answer(false)).status).toBe(200);
    await confirmSessions(db(), MORNING);
    const second = await answer(true, await t.as({ role: 'admin' }));
    expect([second.status, second.body.code]).toEqual([409, 'conservation_repondue']);
    expect([await asked(), (await settings()).lessonRetention, await sweep(t.services)]).toEqual([
      { proposition: null, attente: null },
      false,
      0,
    ]);
    expect(
      (
        await run(
          "select action, acteur_id, details from journal where action like 'conservation.%'",
        )
      ).map(({ action, acteur_id, details }) => [action, acteur_id, details]),
    ).toEqual([['conservation.refusee', admin.id, { changements: {} }]]);
    const stored = await settings();
    expect(
      (
        await admin('PUT', '/api/parametres', {
          ...stored,
          lessonRetention: true,
          lessonMonths: 12,
        })
      ).status,
    ).toBe(200);
    later(24);
    expect(await sweep(t.services)).toBe(1);
  });

  test('de deux réponses simultanées, une vaut', async () => {
    const answers = await Promise.all([answer(true), answer(false), answer(true), answer(false)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test("qui l'allume dans les paramètres a répondu ; qui y change autre chose, non", async () => {
    const stored = await settings();
    expect((await admin('PUT', '/api/parametres', { ...stored, journalMois: 12 })).status).toBe(
      200,
    );
    expect((await asked()).proposition).toMatchObject({ lecons: 0 });
    const now = await settings();
    expect((await admin('PUT', '/api/parametres', { ...now, lessonRetention: true })).status).toBe(
      200,
    );
    expect((await asked()).proposition).toBeNull();
  });
});

describe('une durée raccourcie', () => {
  // SET-51, LIM-222
  const change = async (wanted: object) =>
    (await admin('PUT', '/api/parametres', { ...(await settings()), ...wanted })).status;
  const attente = async () => (await admin('GET', '/api/conservation')).body.attente;
  const names = async () =>
    (await lessons()).filter(({ noms }) => !noms[0]!.startsWith('Ancien')).length;
  const lines = async () => (await run(`select from journal where action = 'essai.ancien'`)).length;
  const centre = async () => {
    const { journalMois, sauvegardesMois, conservationLecons } = (
      await t.anonymous('GET', '/api/centre')
    ).body;
    return { journalMois, sauvegardesMois, conservationLecons };
  };
  const LONG = {
    journalMois: 13,
    sauvegardesMois: 12,
    conservationLecons: { mois: 36, annuleesJours: 30 },
  };
  const SHORT = { lessonMonths: 12, cancelledDays: 5, journalMois: 6, sauvegardesMois: 2 };
  const both = async (services: Parameters<typeof sweep>[0] = t.services) => {
    await sweepJournal(services);
    return sweep(services);
  };

  beforeEach(async () => {
    await past('2025-05-05', ['Zoé']);
    await past('2026-11-10', ['Hugo'], { statut: "'annulee'" });
    await run(
      `insert into journal (survenu_at, action) values ('2026-05-01', 'essai.ancien'), ('2025-10-01', 'essai.ancien')`,
    );
    await run(
      `update parametres set "journalMois" = 13, "sauvegardesJours" = 7, "sauvegardesSemaines" = 4, "sauvegardesMois" = 12`,
    );
    await run(`update sessions set expires_at = '2028-01-01'`);
  });

  test("n'efface rien pendant un jour, sur aucune instance, puis efface ; l'écran et la page de confidentialité disent laquelle vaut", async () => {
    expect(await change(SHORT)).toBe(200);
    expect(await attente()).toEqual({
      jusque: '2026-11-22T08:30:00.000Z',
      champs: ['lessonMonths', 'cancelledDays', 'journalMois', 'sauvegardesMois'],
    });
    later(24 - 1 / 3600);
    const other = openPool(t.url, () => undefined);
    try {
      for (const services of [t.services, { db: other.db, now: () => t.clock.now }])
        expect(await both(services)).toBe(0);
      // The older line is past the longer period, too.
      expect([await names(), await lines(), await centre()]).toEqual([2, 1, LONG]);
      later(1 / 3600);
      expect(await both({ db: other.db, now: () => t.clock.now })).toBe(2);
    } finally {
      await other.pool.end();
    }
    expect([await names(), await lines(), await attente()]).toEqual([0, 0, null]);
    expect(await centre()).toEqual({
      journalMois: 6,
      sauvegardesMois: 2,
      conservationLecons: { mois: 12, annuleesJours: 5 },
    });
  });

  test("remise dans la journée, elle n'aura rien effacé", async () => {
    await change(SHORT);
    later(23);
    await run('update sessions set confirme_at = null');
    expect(
      await change({ lessonMonths: 36, cancelledDays: 30, journalMois: 13, sauvegardesMois: 12 }),
    ).toBe(200);
    expect(await attente()).toBeNull();
    later(30);
    expect([await both(), await names(), await lines()]).toEqual([0, 2, 1]);
  });

  test('raccourcie encore, attend un jour depuis la dernière fois ; allongée en partie, garde son heure', async () => {
    await change({ journalMois: 12 });
    later(20);
    await confirmSessions(db(), t.clock.now);
    await change({ lessonMonths: 24 });
    expect((await attente()).jusque).toBe('2026-11-23T04:30:00.000Z');
    later(10);
    await confirmSessions(db(), t.clock.now);
    await change({ lessonMonths: 30, openingTime: '09:00' });
    expect(await attente()).toEqual({
      jusque: '2026-11-23T04:30:00.000Z',
      champs: ['lessonMonths', 'journalMois'],
    });
    await change({ openingTime: '08:00' });
  });

  test("qu'une version d'avant a enregistrée vaut aussitôt ; une sauvegarde restaurée garde l'attente", async () => {
    await run(`update parametres set "lessonMonths" = 12, "cancelledDays" = 5`);
    expect(await attente()).toBeNull();
    expect(await sweep(t.services)).toBe(2);

    await past('2023-11-05', ['Tom']);
    await run(`update parametres set "lessonMonths" = 36, "cancelledDays" = 30`);
    await change({ lessonMonths: 12 });
    const place = folder();
    const { path } = await save(t.url, place, { now: MORNING });
    await client.query('create database durees_restaurees');
    onTestFinished(() => dropDatabase('durees_restaurees'));
    const url = Object.assign(new URL(t.url), { pathname: 'durees_restaurees' }).href;
    await restore(job(url, place, { now: MORNING }), path);
    const restored = openPool(url, () => undefined);
    try {
      expect(await sweep({ db: restored.db, now: () => new Date('2026-11-22T08:29:59Z') })).toBe(0);
      expect(await sweep({ db: restored.db, now: () => new Date('2026-11-22T08:30:00Z') })).toBe(1);
    } finally {
      await restored.pool.end();
    }
  });
});

test('la page de confidentialité sait combien de temps', async () => {
  // PEOPLE-35
  expect((await t.anonymous('GET', '/api/centre')).body.conservationLecons).toEqual({
    mois: 36,
    annuleesJours: 30,
  });
  await run(`update parametres set "lessonRetention" = false`);
  expect((await t.anonymous('GET', '/api/centre')).body.conservationLecons).toBeNull();
});

test('les cavaliers enregistrés restent à leur compte, notes et années de naissance comprises', async () => {
  // PEOPLE-37
  const rider = await t.as();
  const saved = { nom: 'Tom Lambert', annee_naissance: 2015, note: 'Débute.' };
  expect((await rider('POST', '/api/cavaliers', saved)).status).toBe(201);
  await past('2020-01-01', ['Tom Lambert']);
  expect(await sweep(t.services)).toBe(1);
  expect((await rider('GET', '/api/cavaliers')).body).toMatchObject([saved]);
});

test("une leçon réservée aujourd'hui n'est pas touchée", async () => {
  const { id, version } = await book(admin, { date_reservation: addDays('2026-11-21', 2) });
  await sweep(t.services);
  expect(await read(id)).toMatchObject({
    version,
    noms_participants: ['Camille Lambert', 'Hugo Dubois'],
  });
});
