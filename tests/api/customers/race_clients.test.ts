/**
 * Customers on two instances at the same time: one for each name, payers one level deep, and an
 * erasure while the desk books (CLI-02, CLI-05, CLI-06).
 */
import { beforeEach, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { useInstances } from '../../support/instances.ts';
import { rounds } from '../../support/rounds.ts';

const ADMINS = 12;
const ROUNDS = rounds(10, 60);
const JOUR = addDays(momentAt(new Date()).jour, 30);

const i = useInstances({ people: ADMINS, role: 'admin' });

beforeEach(async () => {
  await i.sql.query('truncate reservations, reservations_supprimees, courriels cascade');
  await i.sql.query('delete from clients where nom is not null');
});

const booking = (days: number, change: object = {}) => ({
  type_lecon: 'saut',
  nombre_personnes: 1,
  noms_participants: ['Zoé'],
  date_reservation: addDays(JOUR, days),
  type_piste: 'interieure',
  heure_debut: '10:00',
  remarques: null,
  ...change,
});
const rows = async (query: string): Promise<any[]> => (await i.sql.query(query)).rows;
const seatOf = async (lesson: string) =>
  (
    await rows(
      `select user_id from participants where reservation_id = '${lesson}' order by position`,
    )
  ).map(({ user_id }) => user_id);
let n = 0;
const newClient = async (): Promise<string> => {
  n += 1;
  const { status, body } = await i.call(0, '/api/clients', {
    nom: `Jeanne ${'abcdefghij'[n % 10]}`,
    telephone: `0475 ${n}`,
  });
  expect(status, body.message).toBe(201);
  return body.id;
};

test('de nombreuses réservations simultanées pour un même nom nouveau : toutes enregistrées, un seul client', async () => {
  // CLI-02
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query('truncate reservations cascade');
    await i.sql.query('delete from clients where nom is not null');
    const spelled = ['Jeanne Dupont', 'JEANNE DUPONT', 'jeanne  dupont', 'Jeanné Dupont'];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, day) =>
        i.call(
          day % ADMINS,
          '/api/reservations',
          booking(day, { pour: { nom: spelled[day % 4] } }),
        ),
      ),
    );
    expect(answers.map(({ status, body }) => body.message ?? status)).toEqual(
      Array<number>(24).fill(201),
    );
    const clients = await rows('select id from clients where nom is not null');
    expect(clients).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.user_id))).toEqual(new Set([clients[0].id]));
    expect(await rows('select distinct user_id as id from participants')).toEqual(clients);
  }
});

test('pour un même nom et une même heure : une réservation, un client ; les autres apprennent que c’est pris', async () => {
  // CLI-02, BOOK-20
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query('truncate reservations cascade');
    await i.sql.query('delete from clients where nom is not null');
    const answers = await Promise.all(
      Array.from({ length: ADMINS }, (_, who) =>
        i.call(
          who,
          '/api/reservations',
          booking(0, { pour: { nom: `Jeanne ${'abcdefghijkl'[who]}` } }),
        ),
      ),
    );
    const stored = answers.filter(({ status }) => status === 201);
    expect(stored).toHaveLength(1);
    expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual(
      Array<string>(ADMINS - 1).fill('creneau_pris'),
    );
    // Nobody is made for the refused ones.
    expect(await rows('select id from clients where nom is not null')).toEqual([
      { id: stored[0]!.body.user_id },
    ]);
  }
});

test('de nombreuses réservations simultanées, chacune avec les mêmes clients nouveaux pour ses noms : un seul client par nom', async () => {
  // BOOK-37, CLI-02
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query('truncate reservations cascade');
    await i.sql.query('delete from clients where nom is not null');
    const [jeanne, luc] = [{ nom: 'Jeanne Dupont' }, { nom: 'luc  PETIT' }];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, day) =>
        i.call(
          day % ADMINS,
          '/api/reservations',
          booking(day, {
            type_lecon: 'collective',
            noms_participants: ['Odile', 'Zoé', 'Max'],
            nombre_personnes: 3,
            // In both orders.
            comptes: [null, ...(day % 4 < 2 ? [jeanne, luc] : [luc, jeanne])],
          }),
        ),
      ),
    );
    expect(answers.map(({ status, body }) => body.message ?? status)).toEqual(
      Array<number>(24).fill(201),
    );
    const clients = await rows('select id, cle from clients where nom is not null order by cle');
    expect(clients.map(({ cle }) => cle)).toEqual(['jeanne dupont', 'luc petit']);
    const [first, second] = clients.map(({ id }) => id);
    for (const [day, { body }] of answers.entries())
      expect(await seatOf(body.id)).toEqual([
        i.people[day % ADMINS]!.id,
        ...(day % 4 < 2 ? [first, second] : [second, first]),
      ]);
  }
});

test('pour une même heure, chacun avec un client nouveau : une réservation, un client', async () => {
  // BOOK-37, BOOK-20
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query('truncate reservations cascade');
    await i.sql.query('delete from clients where nom is not null');
    const answers = await Promise.all(
      Array.from({ length: ADMINS }, (_, who) =>
        i.call(
          who,
          '/api/reservations',
          booking(0, { comptes: [{ nom: `Jeanne ${'abcdefghijkl'[who]}` }] }),
        ),
      ),
    );
    expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual(
      Array<string>(ADMINS - 1).fill('creneau_pris'),
    );
    expect(await rows('select id from clients where nom is not null')).toEqual([
      { id: answers.find(({ status }) => status === 201)!.body.user_id },
    ]);
  }
});

test('l’un paie pour l’autre et l’autre pour l’un, en même temps : jamais en rond, jamais sur deux degrés', async () => {
  // CLI-05
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a, b, c] = [await newClient(), await newClient(), i.people[5]!.id];
    const pays = (who: number, id: string, payeur: string) =>
      i.call(who, `/api/clients/${id}/payeur`, { payeur }, 'PUT');
    const answers = await Promise.all([pays(0, a, b), pays(1, b, a), pays(2, b, c), pays(3, c, a)]);
    for (const { status, body } of answers)
      if (status !== 200) {
        expect(status).toBe(409);
        expect(['payeur_invalide', 'payeur_paye']).toContain(body.code);
      }
    expect(
      await rows(
        'select p.id from clients p join clients paid on paid.paye_par = p.id where p.paye_par is not null',
      ),
    ).toEqual([]);
    seen.add(answers.map(({ status }) => status).join(' '));
    await i.sql.query('update clients set paye_par = null');
  }
  process.stdout.write(`  qui paie, en même temps : ${[...seen].join(', ')}\n`);
});

test('de nombreux bureaux changent un même client d’après la même version : un seul l’enregistre', async () => {
  // CLI-26
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await newClient();
    const answers = await Promise.all(
      Array.from({ length: ADMINS }, (_, k) =>
        i.call(
          k,
          `/api/clients/${id}`,
          { nom: 'Jeanne Claes', telephone: `0476 ${round}`, note: `Note ${k}`, version: 0 },
          'PUT',
        ),
      ),
    );
    const codes = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim());
    expect(codes.toSorted()).toEqual([
      '200',
      ...Array.from({ length: ADMINS - 1 }, () => '409 client_change'),
    ]);
    const [stored] = await rows(`select note, version from clients where id = '${id}'`);
    expect(stored).toEqual({ note: `Note ${codes.indexOf('200')}`, version: 1 });
  }
});

test('effacé pendant que le centre réserve pour lui : réservé pour lui, ou refusé', async () => {
  // CLI-06, BOOK-31
  const seen = new Set<number>();
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    await i.sql.query('truncate reservations cascade');
    const id = await newClient();
    const [erased, ...booked] = await Promise.all([
      i.call(0, `/api/clients/${id}`, undefined, 'DELETE'),
      ...[1, 2, 3].map((who) =>
        i.call(who, '/api/reservations', booking(who, { pour: { user_id: id } })),
      ),
    ]);
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    for (const { status, body } of booked) {
      seen.add(status);
      if (status === 201) {
        expect([body.user_id, await seatOf(body.id)]).toEqual([id, [null]]);
      } else expect([status, body.code]).toEqual([404, 'client_introuvable']);
    }
    expect(await rows('select id from reservations')).toHaveLength(
      booked.filter(({ status }) => status === 201).length,
    );
  }
  process.stdout.write(`  réservé pendant l'effacement : ${[...seen].join(', ')}\n`);
});

test('un compte, effacé pendant que le centre réserve pour lui : de même', async () => {
  // BOOK-31
  const seen = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query('truncate reservations, courriels cascade');
    const { id } = await i.newPerson();
    const [erased, ...booked] = await Promise.all([
      i.call(0, `/api/users/${id}`, undefined, 'DELETE'),
      ...[1, 2, 3].map((who) =>
        i.call(who, '/api/reservations', booking(who, { pour: { user_id: id } })),
      ),
    ]);
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    for (const { status, body } of booked) {
      seen.add(status);
      if (status === 201) expect([body.user_id, await seatOf(body.id)]).toEqual([id, [null]]);
      else expect([status, body.code]).toEqual([404, 'client_introuvable']);
    }
    expect(await rows(`select id from clients where id = '${id}'`)).toEqual([]);
  }
  process.stdout.write(`  un compte, pendant son effacement : ${[...seen].join(', ')}\n`);
});

test('effacé pendant qu’on réserve pour son nom : à lui, donc à personne, ou à un nouveau client', async () => {
  // CLI-02, CLI-06
  const seen = { lui: 0, nouveau: 0 };
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    await i.sql.query('truncate reservations cascade');
    await i.sql.query('delete from clients where nom is not null');
    const id = (
      await i.call(0, '/api/reservations', booking(0, { pour: { nom: 'Jeanne Dupont' } }))
    ).body.user_id;
    const [erased, ...booked] = await Promise.all([
      i.call(0, `/api/clients/${id}`, undefined, 'DELETE'),
      ...[1, 2, 3].map((who) =>
        i.call(who, '/api/reservations', booking(who, { pour: { nom: 'jeanne dupont' } })),
      ),
    ]);
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    const left = await rows('select id from clients where nom is not null');
    for (const { status, body } of booked) {
      expect(status, JSON.stringify(body)).toBe(201);
      const isNew = body.user_id !== id;
      seen[isNew ? 'nouveau' : 'lui'] += 1;
      expect(await seatOf(body.id)).toEqual([isNew ? body.user_id : null]);
      if (isNew) expect(left).toEqual([{ id: body.user_id }]);
    }
  }
  process.stdout.write(`  pour son nom, pendant l'effacement : ${JSON.stringify(seen)}\n`);
});

test('effacé pendant que le centre lui donne une place, ou répète sa leçon : jamais une erreur', async () => {
  // RIDE-03, SERIE-02
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    await i.sql.query('truncate reservations cascade');
    const id = await newClient();
    const [given, own] = [
      (await i.call(0, '/api/reservations', booking(0))).body,
      (await i.call(1, '/api/reservations', booking(1, { pour: { user_id: id } }))).body,
    ];
    const [edit, repeated, erased] = await Promise.all([
      i.call(1, `/api/reservations/${given.id}`, { ...given, comptes: [id] }, 'PUT'),
      i.call(2, `/api/reservations/${own.id}/repetition`, {
        version: 0,
        rythme: 7,
        dates: [8, 15, 22].map((days) => ({ date: addDays(JOUR, days), type_piste: 'interieure' })),
      }),
      i.call(3, `/api/clients/${id}`, undefined, 'DELETE'),
    ]);
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    if (edit.status !== 200)
      expect([edit.status, edit.body.code]).toEqual([404, 'client_introuvable']);
    // A lesson without remarks keeps its version, so that it may also be repeated as nobody's.
    expect(repeated.status, JSON.stringify(repeated.body)).toBe(201);
    expect(await seatOf(given.id)).toEqual([edit.status === 200 ? null : i.people[0]!.id]);
    expect(
      await rows('select distinct user_id from participants where user_id is not null'),
    ).toEqual(edit.status === 200 ? [] : [{ user_id: i.people[0]!.id }]);
    expect(await rows('select id from reservations')).toHaveLength(5);
    seen.add(`${edit.status} ${repeated.status}`);
  }
  process.stdout.write(`  place donnée et leçon répétée : ${[...seen].join(', ')}\n`);
});

test('plusieurs bureaux donnent les places d’un même nom, pendant que d’autres modifient ces leçons : un seul client, chaque place une fois', async () => {
  // CLI-12
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query('truncate reservations cascade');
    await i.sql.query('delete from clients where nom is not null');
    const lessons = await Promise.all(
      [0, 1, 2].map(async (days) => (await i.call(0, '/api/reservations', booking(days))).body),
    );
    await i.sql.query(
      'with seats as (update participants set user_id = null) update reservations set user_id = null',
    );
    const give = (who: number) =>
      i.call(who, '/api/reservations/sans-client/attribution', { nom: 'Zoé', client: null });
    const [edit, ...given] = await Promise.all([
      i.call(3, `/api/reservations/${lessons[1].id}`, { ...lessons[1], remarques: 'Poney' }, 'PUT'),
      give(0),
      give(1),
      give(2),
    ]);
    expect(given.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([
      200,
      'places_attribuees',
      'places_attribuees',
    ]);
    expect([200, 409]).toContain(edit.status);
    seen.add(String(edit.status));
    const clients = await rows('select id from clients where nom is not null');
    expect(clients).toHaveLength(1);
    expect(await rows('select distinct user_id as id from participants')).toEqual(clients);
    expect(
      (await rows('select version from reservations')).map(({ version }) => version).toSorted(),
    ).toEqual(edit.status === 200 ? [1, 1, 2] : [1, 1, 1]);
  }
  process.stdout.write(
    `  modifiée pendant que ses places sont données : ${[...seen].join(', ')}\n`,
  );
});

test('des cavaliers ajoutés à un client pendant que ses leçons se réservent : vingt, et chaque leçon', async () => {
  // CLI-25, RIDE-21
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query('truncate reservations cascade');
    const client = await newClient();
    const nom = (k: number) => `Cavalier ${'abcdefghijklmnopqrstuvwx'[k]}`;
    const [added, booked] = await Promise.all([
      Promise.all(
        Array.from({ length: 24 }, (_, k) =>
          i.call(k % ADMINS, `/api/clients/${client}/cavaliers`, {
            nom: nom(k),
            annee_naissance: null,
            note: null,
          }),
        ),
      ),
      Promise.all(
        Array.from({ length: 12 }, (_, k) =>
          i.call(
            k,
            '/api/reservations',
            booking(k, { pour: { user_id: client }, noms_participants: [nom(k)] }),
          ),
        ),
      ),
    ]);
    expect(added.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(20).fill(201),
      ...Array<number>(4).fill(409),
    ]);
    expect(booked.map(({ status }) => status)).toEqual(Array<number>(12).fill(201));
  }
});

test("PostgreSQL n'a compté aucun interblocage dans cette base", async () => {
  // A connection has reported its counts at the latest when it has ended.
  await Promise.all(i.servers.splice(0).map((server) => server.stop()));
  await expect
    .poll(
      async () =>
        (
          await rows(
            'select count(*)::int as n from pg_stat_activity where datname = current_database()',
          )
        )[0].n,
      { timeout: 60_000 },
    )
    .toBeLessThanOrEqual(2);
  expect(
    await rows(
      'select 1 from pg_stat_database where datname = current_database() and deadlocks > 0',
    ),
  ).toEqual([]);
});
