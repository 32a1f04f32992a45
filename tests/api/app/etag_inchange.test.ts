/**
 * Lists that are not read if the caller's copy is still valid: only if they would be the same (API-22).
 */
import { getTableColumns } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as schema from '../../../src/server/platform/schema/schema.ts';
import { type Answer, book, type Caller, put, useTestApp } from '../../support/app.ts';
import { startWire, type Wire } from '../../support/wire.ts';

let wire: Wire;
// after the application, whose hook is registered later and runs first
afterAll(() => wire.close());
const t = useTestApp({
  reach: async (url) => {
    wire = await startWire(url);
    return wire.url;
  },
});

type Person = Caller & { id: string };
let [admin, rider, other, desk]: [Person, Person, Person, Person] = [{}, {}, {}, {}] as never;
let outside: pg.Client;
beforeAll(async () => {
  const named = { prenom: 'Camille', nom: 'Lambert' };
  [admin, rider, other, desk] = [
    await t.as({ role: 'admin' }),
    await t.as(named),
    await t.as({ prenom: 'Zoé', nom: 'Laurent' }),
    await t.as({ role: 'admin' }),
  ];
  outside = new pg.Client({ connectionString: t.url });
  await outside.connect();
  // so that SQL may change each column of a closure by itself
  await outside.query('alter table fermetures disable trigger user');
});
afterAll(() => outside.end());

const WEEK = 'du=2026-11-23&au=2026-11-29';
const LISTS = (): [Caller, string][] => [
  [admin, `/api/planning?${WEEK}`],
  [rider, `/api/disponibilites?${WEEK}`],
  [admin, `/api/reservations?${WEEK}`],
  [admin, `/api/reservations?${WEEK}&statut=confirmee&type_piste=interieure&sort=heure_debut`],
  [rider, '/api/reservations'],
  [other, `/api/reservations?${WEEK}`],
];
const read = ([caller, path]: [Caller, string], etag?: string): Promise<Answer> =>
  caller('GET', path, undefined, etag === undefined ? {} : { 'if-none-match': etag });
const etagOf = ({ headers }: Answer): string => headers['etag'] as string;

let lecon: string;
let shared: string;
beforeEach(async () => {
  await outside.query('delete from reservations; delete from fermetures');
  await outside.query(`update types_lecons set ouverte = true where value = 'collective'`);
  ({ id: lecon } = await book(rider, {
    date_reservation: '2026-11-24',
    type_piste: 'interieure',
    remarques: 'Poney calme',
  }));
  ({ id: shared } = await book(rider, {
    date_reservation: '2026-11-25',
    type_piste: 'interieure',
    type_lecon: 'collective',
    noms_participants: ['Camille Lambert'],
    nombre_personnes: 1,
    remarques: null,
  }));
  const joined = await other('POST', '/api/reservations/places', {
    date_reservation: '2026-11-25',
    type_piste: 'interieure',
    heure_debut: '10:00',
    type_lecon: 'collective',
    nombre_personnes: 1,
    noms_participants: ['Zoé Laurent'],
    remarques: null,
  });
  if (joined.status >= 300) throw new Error(JSON.stringify(joined.body));
  await outside.query(
    `insert into fermetures (pistes, du, au, heure_debut, heure_fin, motif) values ('{exterieure}', '2026-11-26', '2026-11-27', '08:00', '12:00', 'Sol gelé') returning id`,
  );
  const { id: cancelled } = await book(rider, { date_reservation: '2026-11-27' });
  await outside.query(
    `begin; delete from occupations where reservation_id = '${cancelled}';
     update reservations set statut = 'annulee', annulee_at = '2026-11-20T10:00:00Z', annulee_par = '${desk.id}' where id = '${cancelled}'; commit`,
  );
  // booked before
  await outside.query(`update reservations set created_at = '2026-11-20T08:00:00Z'`);
});

/** A new name and telephone. */
const PROFIL = { prenom: 'Zoé', nom: 'Autre', telephone: '0470 12 34 56', adresse: null };

test.each([0, 1, 2, 3, 4, 5])('liste %i : inchangée, elle ne se lit plus', async (n) => {
  const list = LISTS()[n]!;
  const first = await read(list);
  expect(first.body).not.toEqual([]);
  // the instance learns what the list is made of
  expect((await read(list, etagOf(first))).status).toBe(304);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const trips = wire.trips();
  expect(await read(list, etagOf(first))).toMatchObject({
    status: 304,
    body: '',
    headers: { etag: etagOf(first), 'cache-control': 'private, no-cache' },
  });
  expect(wire.trips() - trips).toBe(2);
  // without those of the connection that announces, perhaps what was stored before
  const statements = query.mock.calls
    .flatMap(([one]) => (one as { name?: string }).name ?? [])
    .filter((name) => name !== 'notify');
  query.mockRestore();
  expect(statements).toEqual(['session_by_empreinte', expect.stringMatching(/^stamp /)]);
  expect((await read(list)).body).toEqual(first.body);
});

/** For each column of a table, SQL that changes it so that everything stays as the database demands. */
const CHANGES = (): Record<string, Record<string, string>> => {
  const one = `where id = '${lecon}'`;
  const set = (what: string) => `update reservations set ${what} ${one}`;
  const held = (what: string) =>
    `begin; ${set(what)}; update occupations set ${what.replace('date_reservation', 'jour').replace('type_piste', 'ressource_id')} where reservation_id = '${lecon}'; commit`;
  const seat = (what: string) =>
    `update participants set ${what} where reservation_id = '${shared}' and user_id = '${other.id}'`;
  const account = (what: string, whose = rider) =>
    `update users set ${what} where id = '${whose.id}'`;
  const closure = (what: string) => `update fermetures set ${what}`;
  const type = (what: string) => `update types_lecons set ${what} where value = 'collective'`;
  return {
    reservations: {
      id: `begin; with autre as (
          insert into reservations (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, user_id)
          select noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, 'annulee', user_id from reservations ${one} returning id
        ) insert into participants (reservation_id, position, user_id, nom) select autre.id, s.position, s.user_id, s.nom from autre, participants s where s.reservation_id = '${lecon}';
        delete from reservations ${one}; commit`,
      user_id: `begin; ${set(`user_id = '${other.id}'`)}; update participants set user_id = '${other.id}' where reservation_id = '${lecon}'; commit`,
      noms_participants: `begin; ${set(`noms_participants = '{Autre,Nom}'`)}; update participants set nom = case position when 1 then 'Autre' else 'Nom' end where reservation_id = '${lecon}'; commit`,
      nom_client: set(`nom_client = 'Un autre'`),
      date_reservation: held(`date_reservation = '2026-11-27'`),
      heure_debut: held(`heure_debut = '09:00'`),
      heure_fin: held(`heure_fin = '12:00'`),
      type_piste: held(`type_piste = 'exterieure'`),
      type_lecon: set(`type_lecon = 'saut'`),
      nombre_personnes: `begin; ${set(`nombre_personnes = 1, noms_participants = '{Camille Lambert}'`)}; delete from participants where reservation_id = '${lecon}' and position = 2; commit`,
      statut: set(`statut = 'en_attente'`),
      remarques: set('remarques = null'),
      version: set('version = version + 1'),
      created_at: set('created_at = now()'),
      annulee_at: `begin; delete from occupations where reservation_id = '${lecon}'; ${set(`statut = 'annulee', annulee_at = '2026-11-20T10:00:00Z'`)}; commit`,
      annulee_par: `begin; delete from occupations where reservation_id = '${lecon}'; ${set(`statut = 'annulee', annulee_at = '2026-11-20T10:00:00Z', annulee_par = '${admin.id}'`)}; commit`,
      raison: set(`raison = 'Sol gelé'`),
      serie_id: set(`serie_id = gen_random_uuid(), serie_jours = 7`),
      serie_jours: set(`serie_id = gen_random_uuid(), serie_jours = 14`),
      tient: `begin; delete from occupations where reservation_id = '${lecon}'; ${set(`statut = 'annulee'`)}; commit`,
    },
    participants: {
      id: seat('id = gen_random_uuid()'),
      position: seat('position = 3'),
      user_id: seat('user_id = null'),
      nom: `begin; ${seat(`nom = 'Zoé L.'`)}; update reservations set noms_participants = '{Camille Lambert,Zoé L.}' where id = '${shared}'; commit`,
      cavalier_id: `begin; insert into cavaliers (id, user_id, nom) values ('${shared}', '${other.id}', 'Zoé Laurent'); ${seat(`cavalier_id = '${shared}'`)}; commit`,
      remarques: seat(`remarques = 'Grand cheval'`),
      pris_at: seat(`pris_at = '2026-11-20T09:00:00Z'`),
      centimes: seat('centimes = 4200'),
      presence: seat(`presence = 'absente'`),
      notee: seat('notee = true'),
      facturee: seat('facturee = false'),
      reservation_id: `begin; delete from participants where reservation_id = '${lecon}' and position = 2;
        update reservations set nombre_personnes = 2, noms_participants = '{Camille Lambert,Zoé Laurent}' where id = '${lecon}'; update participants set reservation_id = '${lecon}' where reservation_id = '${shared}' and user_id = '${other.id}';
        update reservations set nombre_personnes = 1, noms_participants = '{Camille Lambert}' where id = '${shared}'; commit`,
    },
    'users that booked': {
      full_name: account(`full_name = 'Camille Autre', nom = 'Autre'`),
      telephone: account(`telephone = '0470 99 88 77'`),
    },
    'users with a seat': {
      full_name: account(`full_name = 'Zoé Autre', nom = 'Autre'`, other),
      telephone: account(`telephone = '0470 11 22 33'`, other),
    },
    'users that cancelled': {
      full_name: account(`full_name = 'Autre Bureau', nom = 'Bureau'`, desk),
    },
    fermetures: {
      id: closure('id = gen_random_uuid()'),
      pistes: closure(`pistes = '{interieure}'`),
      du: closure(`du = '2026-11-27'`),
      au: closure(`au = '2026-11-28'`),
      heure_debut: closure(`heure_debut = '07:00'`),
      heure_fin: closure(`heure_fin = '11:00'`),
      motif: closure(`motif = 'Travaux'`),
      publique: closure('publique = false'),
      created_at: closure('created_at = now()'),
      cree_par: closure(`cree_par = '${admin.id}'`),
    },
    types_lecons: {
      value: `begin; delete from prix where type_lecon = 'collective'; ${type(`value = 'groupe'`)}; commit`,
      label: type(`label = 'Autre'`),
      icon: type(`icon = 'x'`),
      color: type('color = color'),
      max_personnes: type('max_personnes = 2'),
      duree_minutes: type('duree_minutes = 30'),
      ordre: type('ordre = 9'),
      actif: type('actif = false'),
      ouverte: type('ouverte = false'),
    },
    ressources: {
      actif: `update ressources set actif = false where id = 'exterieure'`,
      ordre: `update ressources set ordre = 3 - ordre`,
    },
  };
};

/** What was changed and is undone, because other tests need it. */
const UNDO = `update types_lecons set value = 'collective' where value = 'groupe'; update types_lecons set label = 'Cours collectif', actif = true, max_personnes = 4, duree_minutes = 60, ouverte = true where value = 'collective'; insert into prix (type_lecon) values ('collective') on conflict do nothing;
  update ressources set actif = true, ordre = case id when 'interieure' then 1 else 2 end`;

/**
 * Reads each list until its instance has learned what it is made of, makes the change, and returns the
 * lists that differ afterwards. Nobody may be told then that nothing has changed.
 */
async function changedBy(change: () => Promise<unknown>): Promise<number[]> {
  const lists = LISTS();
  const before: Answer[] = [];
  for (const list of lists) {
    const first = await read(list);
    for (let n = 0; n < 2; n += 1) expect((await read(list, etagOf(first))).status).toBe(304);
    before.push(first);
  }
  await change();
  const changed: number[] = [];
  for (const [n, list] of lists.entries()) {
    const again = await read(list, etagOf(before[n]!));
    const now = await read(list);
    if (now.status === 401) continue; // the account is gone
    if (JSON.stringify(now.body) === JSON.stringify(before[n]!.body)) continue;
    changed.push(n);
    expect([again.status, again.body], list[1]).toEqual([200, now.body]);
  }
  return changed;
}

test('chaque colonne dont une liste dépend a son changement', () => {
  const { reservations, participants, fermetures, typesLecons: types_lecons } = schema;
  for (const [name, table] of Object.entries({
    reservations,
    participants,
    fermetures,
    types_lecons,
  }))
    expect(Object.keys(CHANGES()[name] ?? {}).toSorted()).toEqual(
      Object.keys(getTableColumns(table)).toSorted(),
    );
});

/** Columns that no list shows. */
const NOT_SHOWN = new Set([
  'fermetures.id',
  'participants.centimes',
  'participants.cavalier_id',
  'fermetures.created_at',
  'fermetures.cree_par',
  'types_lecons.label',
  'types_lecons.icon',
  'types_lecons.color',
  'types_lecons.duree_minutes',
  'types_lecons.ordre',
]);

test.each(
  Object.entries(CHANGES()).flatMap(([table, all]) =>
    Object.keys(all).map((column) => ({ table, column })),
  ),
)(
  '$table.$column, changé par SQL : une liste qui en change est renvoyée entière',
  async ({ table, column }) => {
    const changed = await changedBy(() => outside.query(CHANGES()[table]?.[column] ?? ''));
    await outside.query(UNDO);
    expect(changed.length === 0).toBe(NOT_SHOWN.has(`${table}.${column}`));
  },
);

test('de même, changée par des appels', async () => {
  const done = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
  };
  const stored = async () => (await admin('GET', `/api/reservations/${lecon}`)).body;
  let booked = '';
  const calls: [() => Promise<unknown>, number[]][] = [
    [
      async () => {
        booked = (await book(rider, { heure_debut: '14:00', remarques: null }))['id'];
      },
      [0, 1, 2, 3, 4],
    ],
    [async () => done(put(admin, await stored(), { remarques: 'Grand cheval' })), [0, 2, 3, 4]],
    [async () => done(put(admin, await stored(), { statut: 'en_attente' })), [0, 1, 2, 3, 4]],
    [() => done(admin('DELETE', `/api/reservations/${booked}`)), [0, 1, 2, 3, 4]],
    [() => done(other('PATCH', '/api/profil', PROFIL)), [0, 2, 3]],
    [() => done(admin('PATCH', '/api/types-lecons/collective', { max_personnes: 2 })), [1]],
  ];
  for (const [n, [call, lists]] of calls.entries())
    expect(await changedBy(call), `appel ${n}`).toEqual(expect.arrayContaining(lists));
  await outside.query(UNDO);
});

test("ce qui n'est plus récent : sans que rien ne s'écrive", async () => {
  // BOOK-08: two minutes
  await outside.query(
    `update reservations set created_at = now() - interval '118 seconds' where id = '${lecon}'`,
  );
  const recent = ({ body }: Answer) => body.some(({ recente }: { recente: boolean }) => recente);
  const list = LISTS()[1]!;
  const first = await read(list);
  expect(recent(first)).toBe(true);
  expect((await read(list, etagOf(first))).status).toBe(304);
  expect((await read(list, etagOf(first))).status).toBe(304);
  await outside.query('select pg_sleep(2.2)');
  const again = await read(list, etagOf(first));
  expect([again.status, recent(again)]).toEqual([200, false]);
});

test('un changement fait pendant la lecture, puis défait, ne trompe personne', async () => {
  const list = LISTS()[0]!;
  const first = await read(list);
  // stores a lesson as soon as the stamp was read
  const { value: query } = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query') as {
    value: (...all: unknown[]) => Promise<unknown>;
  };
  let between: string | null = null;
  vi.spyOn(
    pg.Client.prototype as unknown as { query: (...all: unknown[]) => Promise<unknown> },
    'query',
  ).mockImplementation(async function (this: unknown, ...args: unknown[]) {
    const rows = await query.apply(this, args);
    const [{ name }] = args as [{ name?: string }];
    if (name?.startsWith('stamp') && between === null) {
      between = '';
      between = (await book(rider, { date_reservation: '2026-11-28' }))['id'];
    }
    return rows;
  });
  const learned = await read(list, etagOf(first));
  vi.restoreAllMocks();
  expect(between).toMatch(/-/);
  // The state before the booking. Now it is read, then undone.
  expect(learned.status).toBe(304);
  const during = await read(list, etagOf(first));
  expect([during.status, etagOf(during) === etagOf(first)]).toEqual([200, false]);
  expect((await read(list, etagOf(during))).status).toBe(304);
  await outside.query(`delete from reservations where id = '${between}'`);
  const after = await read(list, etagOf(during));
  expect([after.status, after.body]).toEqual([200, first.body]);
});

test("un compte effacé : ses leçons n'ont plus de compte", async () => {
  const gone = () => outside.query(`delete from users where id = '${other.id}'`);
  expect(await changedBy(gone)).toEqual(expect.arrayContaining([0, 2]));
});
