/**
 * Calendar feeds, as a calendar program reads them (RIDE-40 to RIDE-45; RFC 5545). The clock shows
 * Saturday 21 November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { book, DEMANDE, MORNING, ORIGIN, put, useTestApp } from '../../support/app.ts';
import { jetonsOf } from '../../support/jetons.ts';
import { confirmSessions, PASSWORD } from '../../support/people.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, zoe, hugo]: [Person, Person, Person] = [] as never;

const set = (assignments: ReturnType<typeof sql>) =>
  t.services.db.execute(sql`update parametres set ${assignments}`);

beforeAll(async () => {
  [admin, zoe, hugo] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Zoé', nom: 'Willems' }),
    await t.as({ prenom: 'Hugo', nom: 'Dubois' }),
  ];
});

beforeEach(async () => {
  t.clock.now = MORNING;
  for (const table of ['reservations', 'flux_calendrier', 'essais', 'journal'])
    await t.services.db.execute(sql.raw(`delete from ${table}`));
  await set(sql`"calendarFeeds" = true`);
  await t.services.db.execute(
    sql`update users set role = 'admin', statut = 'actif' where id = ${admin.id}`,
  );
  await t.services.db.execute(sql`update types_lecons set ouverte = value = 'collective'`);
});

/** Creates an address and returns its path. */
async function draw(person: Person, type_piste: string | null = null): Promise<string> {
  // ACC-100
  if (type_piste !== null) await confirmSessions(t.services.db, t.clock.now);
  const { status, body } = await person('POST', '/api/profil/calendriers', { type_piste });
  expect(status, body.message).toBe(200);
  expect(body.adresse).toMatch(/^http:\/\/localhost:3000\/calendrier\/[\w-]{43}\.ics$/);
  return body.adresse.slice(ORIGIN.length);
}

const get = (
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
  remoteAddress = '198.51.100.7',
) => t.app.inject({ method, url, headers, remoteAddress });

/** The events of a feed, as a reference parser reads them. */
function eventsOf(file: string): {
  uid: string;
  sequence: number;
  status: string;
  summary: string;
  description: string;
  location: string;
  du: string;
  au: string;
}[] {
  return new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one);
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: String(one.getFirstPropertyValue('status')),
      summary: event.summary,
      description: event.description,
      location: event.location,
      du: event.startDate.toString(),
      au: event.endDate.toString(),
    };
  });
}

const DEAD = { code: 'adresse_introuvable', status: 404 };

test("le flux d'un cavalier : ses leçons, ses noms seulement ; celui d'une piste : tout", async () => {
  // RIDE-02, RIDE-41
  const shared = await book(zoe, { noms_participants: ['Zoé', 'Léa'], remarques: 'Poney de Zoé' });
  expect(
    (
      await hugo('POST', '/api/reservations/places', {
        ...DEMANDE,
        noms_participants: ['Hugo'],
        nombre_personnes: 1,
        remarques: 'Poney de Hugo',
      })
    ).status,
  ).toBe(201);
  const cancelled = await book(zoe, { heure_debut: '14:00' });
  await put(admin, cancelled, { statut: 'annulee' });
  await book(zoe, { heure_debut: '16:00', type_piste: 'exterieure' });
  const waiting = await book(hugo, {
    date_reservation: '2026-11-24',
    noms_participants: ['Hugo', 'Tom'],
  });
  await put(admin, waiting, { statut: 'en_attente' });

  const file = await get(await draw(hugo));
  expect(file.statusCode).toBe(200);
  expect(eventsOf(file.body)).toEqual([
    {
      uid: shared['id'],
      sequence: 1,
      status: 'CONFIRMED',
      summary: 'Leçon collective, Manège',
      description: 'Hugo',
      location: 'Piste Intérieure, Manège, Gembloux',
      du: '2026-11-23T09:00:00Z',
      au: '2026-11-23T10:00:00Z',
    },
    {
      uid: waiting['id'],
      sequence: 1,
      status: 'TENTATIVE',
      summary: 'Leçon collective, Manège',
      description: 'Hugo, Tom',
      location: 'Piste Intérieure, Manège, Gembloux',
      du: '2026-11-24T09:00:00Z',
      au: '2026-11-24T10:00:00Z',
    },
  ]);
  expect(file.body).not.toMatch(/Zo|Léa|Poney/);
  const arena = await get(await draw(admin, 'interieure'));
  expect(eventsOf(arena.body).map(({ summary, description }) => [summary, description])).toEqual([
    ['Leçon collective : Zoé, Léa, Hugo', 'Zoé, Léa, Hugo\nPoney de Zoé\nPoney de Hugo'],
    ['Leçon collective : Hugo, Tom', 'Hugo, Tom\nPoney calme'],
  ]);
  const root = new ICAL.Component(ICAL.parse(arena.body));
  expect(
    ['method', 'x-wr-calname', 'refresh-interval', 'x-published-ttl'].map((name) =>
      String(root.getFirstPropertyValue(name)),
    ),
  ).toEqual(['PUBLISH', 'Piste Intérieure, Manège', 'PT1H', 'PT1H']);
});

test('lue quarante fois au même instant, une adresse vivante répond quarante fois', async () => {
  // RIDE-43
  await book(zoe);
  const path = await draw(zoe);
  const answers = await Promise.all(Array.from({ length: 40 }, () => get(path)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(40).fill(200));
  expect(new Set(answers.map(({ body }) => eventsOf(body).length))).toEqual(new Set([1]));
});

test("trente jours en arrière, deux ans en avant, à la bonne heure autour des changements d'heure", async () => {
  // LIM-140
  await t.services.db.execute(sql`
    select id from importer_lecons((select jsonb_agg(l) from (
    select ${zoe.id}, '{Zoé}', 'Zoé', jour, '10:00', '11:00', 'interieure', 'longe', 1
    from unnest('{2026-10-21,2026-10-22,2027-03-27,2027-03-28,2027-10-31,2028-11-21,2028-11-22}'::date[]) jour
    ) as l (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes))) as id`);
  expect(eventsOf((await get(await draw(zoe))).body).map(({ du }) => du)).toEqual([
    '2026-10-22T08:00:00Z',
    '2027-03-27T09:00:00Z',
    '2027-03-28T08:00:00Z',
    '2027-10-31T09:00:00Z',
    '2028-11-21T09:00:00Z',
  ]);
});

test('sans cookie, en GET et en HEAD, revalidé par son ETag', async () => {
  await book(zoe);
  const path = await draw(zoe);
  const file = await get(path, { cookie: 'manege.session=rien' });
  expect(file.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=900',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    etag: expect.stringMatching(/^W\/"/),
  });
  expect(file.headers['set-cookie']).toBeUndefined();
  const { etag } = file.headers;
  t.clock.now = new Date(MORNING.getTime() + 600_000);
  expect([
    (await get(path, { 'if-none-match': String(etag) })).statusCode,
    (await get(path)).headers.etag,
  ]).toEqual([304, etag]);
  const head = await get(path, {}, 'HEAD');
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag]);
  await book(zoe, { heure_debut: '15:00' });
  expect((await get(path, { 'if-none-match': String(etag) })).statusCode).toBe(200);
});

test("une nouvelle adresse remplace l'ancienne ; seule l'empreinte est gardée ; supprimée, elle ne répond plus", async () => {
  // RIDE-40
  const first = await draw(zoe);
  const second = await draw(zoe);
  expect([(await get(first)).json(), (await get(second)).statusCode]).toMatchObject([DEAD, 200]);
  const { rows } = await t.services.db.execute(
    sql`select row_to_json(f)::text as stored from flux_calendrier f`,
  );
  expect(rows).toHaveLength(1);
  const jeton = second.slice('/calendrier/'.length, -'.ics'.length);
  expect(JSON.stringify(rows)).not.toContain(jeton);
  const {
    body: [listed],
  } = await zoe('GET', '/api/profil/calendriers');
  expect(Object.keys(listed).toSorted()).toEqual(['created_at', 'id', 'lu_at', 'type_piste']);
  expect((await hugo('DELETE', `/api/profil/calendriers/${listed.id}`)).status).toBe(404);
  expect((await zoe('DELETE', `/api/profil/calendriers/${listed.id}`)).body).toEqual({
    success: true,
  });
  expect((await get(second)).json()).toMatchObject(DEAD);
  expect((await zoe('GET', '/api/profil/calendriers')).body).toEqual([]);
  const { rows: journal } = await t.services.db.execute(
    sql`select action, details from journal where acteur_id = ${zoe.id} and action like 'calendrier.%' order by id`,
  );
  expect(journal).toEqual(
    ['cree', 'cree', 'supprime'].map((word) => ({
      action: `calendrier.${word}`,
      details: { type_piste: null },
    })),
  );
});

test("morte : réglage coupé, compte inactif, administrateur qui ne l'est plus, compte effacé ; comme une adresse inconnue", async () => {
  // RIDE-42
  const [own, arena] = [await draw(admin), await draw(admin, 'exterieure')];
  const both = async () =>
    (await Promise.all([own, arena].map((path) => get(path)))).map(({ statusCode }) => statusCode);
  expect(await both()).toEqual([200, 200]);
  await set(sql`"calendarFeeds" = false`);
  expect(await both()).toEqual([404, 404]);
  expect((await admin('POST', '/api/profil/calendriers', { type_piste: null })).body.code).toBe(
    'calendriers_fermes',
  );
  await set(sql`"calendarFeeds" = true`);
  await t.services.db.execute(sql`update users set statut = 'inactif' where id = ${admin.id}`);
  expect(await both()).toEqual([404, 404]);
  await t.services.db.execute(
    sql`update users set statut = 'actif', role = 'utilisateur' where id = ${admin.id}`,
  );
  expect(await both()).toEqual([200, 404]);

  const [other, pupil] = [await t.as({ role: 'admin' }), await t.as({ role: 'admin' })];
  await confirmSessions(t.services.db, t.clock.now);
  const [mine, his] = [await draw(pupil), await draw(pupil, 'interieure')];
  for (const role of ['utilisateur', 'admin'])
    await other('PATCH', `/api/users/${pupil.id}`, { role });
  expect([(await get(mine)).statusCode, (await get(his)).statusCode]).toEqual([200, 404]);
  for (const statut of ['inactif', 'actif'])
    await other('PATCH', `/api/users/${pupil.id}`, { statut });
  expect((await get(mine)).statusCode).toBe(404);
  const last = await draw(pupil);
  await other('DELETE', `/api/users/${pupil.id}`);
  const [dead, unknown] = [await get(last), await get(`/calendrier/${'A'.repeat(43)}.ics`)];
  expect([dead.json(), dead.headers['x-robots-tag']]).toEqual([
    unknown.json(),
    unknown.headers['x-robots-tag'],
  ]);
  expect(dead.json()).toMatchObject(DEAD);
});

test('un nouveau mot de passe, changé ou réinitialisé, termine les adresses de son compte seul', async () => {
  // RIDE-42
  const pupil = await t.as({ role: 'admin' });
  const dead = async (paths: string[]) => {
    for (const path of paths) expect((await get(path)).json()).toMatchObject(DEAD);
  };
  const [kept, ...first] = [await draw(zoe), await draw(pupil), await draw(pupil, 'interieure')];
  expect(
    (
      await pupil('PUT', '/api/profil/mot-de-passe', {
        password: PASSWORD,
        newPassword: 'une bombe et des guêtres',
      })
    ).status,
  ).toBe(200);
  await dead(first);
  expect((await pupil('GET', '/api/profil/calendriers')).body).toEqual([]);
  const again = await draw(pupil);
  await t.anonymous('POST', '/api/auth/request-password-reset', { email: pupil.email });
  await answerDemandes(t.services);
  const [token] = await jetonsOf(t.services, pupil.email);
  expect(
    (
      await t.anonymous('POST', '/api/auth/reset-password', {
        token,
        newPassword: 'un licol et une longe',
      })
    ).status,
  ).toBe(200);
  await dead([again]);
  expect((await get(kept)).statusCode).toBe(200);
});

test("le flux d'une piste est pour les administrateurs", async () => {
  expect(
    (await zoe('POST', '/api/profil/calendriers', { type_piste: 'interieure' })).body.code,
  ).toBe('role_insuffisant');
  expect((await zoe('POST', '/api/profil/calendriers', { type_piste: 'manège' })).status).toBe(400);
});

test.each([
  '',
  'x.ics',
  'A'.repeat(43),
  `${'A'.repeat(44)}.ics`,
  `${'A'.repeat(300)}.ics`,
  '%E0%A4%A.ics',
  `../api/${'A'.repeat(43)}.ics`,
])("l'adresse %j n'est celle d'aucun flux", async (name) => {
  const { statusCode, headers } = await get(`/calendrier/${name}`);
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
});

test('les adresses inconnues sont comptées par réseau ; une adresse vivante répond toujours', async () => {
  // RIDE-43, LIM-141
  const path = await draw(zoe);
  const unknown = () =>
    get(`/calendrier/${crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x')}.ics`);
  const answers = await Promise.all(Array.from({ length: 104 }, unknown));
  expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(100);
  const refused = await unknown();
  expect([refused.statusCode, refused.json().code, Number(refused.headers['retry-after'])]).toEqual(
    [429, 'trop_de_calendriers', 3600],
  );
  expect((await get(path)).statusCode).toBe(200);
  expect(
    (await get(`/calendrier/${'B'.repeat(43)}.ics`, {}, 'GET', '198.51.100.8')).statusCode,
  ).toBe(404);
});

test('la dernière lecture est notée une fois par heure, et annoncée', async () => {
  // RIDE-45
  const path = await draw(zoe);
  const lu = async () => (await zoe('GET', '/api/profil/calendriers')).body[0].lu_at;
  expect(await lu()).toBeNull();
  await get(path);
  expect(await lu()).toBe('2026-11-21T08:30:00.000Z');
  t.clock.now = new Date('2026-11-21T09:29:00Z');
  await get(path);
  expect(await lu()).toBe('2026-11-21T08:30:00.000Z');
  t.clock.now = new Date('2026-11-21T09:31:00Z');
  await get(path, {}, 'HEAD');
  expect(await lu()).toBe('2026-11-21T09:31:00.000Z');
});

test('ce que chacun télécharge dit quand ses adresses ont été créées, sans empreinte', async () => {
  await draw(zoe);
  const { body } = await zoe('GET', '/api/profil/donnees');
  expect(body.calendriers).toEqual([{ piste: null, creee_le: expect.any(String), lue_le: null }]);
  expect(JSON.stringify(body)).not.toContain('empreinte');
});

test('aucun nom ne sort de sa ligne, et chacun se relit tel quel', async () => {
  const path = await draw(zoe);
  const hostile = fc
    .array(
      fc.constantFrom(
        'a',
        'é',
        '🐴',
        ',',
        ';',
        ':',
        '\\',
        '"',
        '\\n',
        'BEGIN:VEVENT',
        'END:VCALENDAR',
        ' ',
        '\u2028',
        '\u00a0',
        '=',
        '漢',
      ),
      { minLength: 1, maxLength: 60 },
    )
    .map((parts) => `Z${parts.join('')}Z`.slice(0, 100).toWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 4 }), async (noms) => {
      await t.services.db.execute(sql`delete from reservations`);
      await t.services.db.execute(sql`
      select id from importer_lecons((select jsonb_agg(l) from (
    values (${zoe.id}, ${sql.param(noms)}, 'Zoé', '2026-11-25', '10:00', '11:00', 'interieure', 'longe', ${noms.length})
    ) as l (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes))) as id`);
      const { body } = await get(path);
      expect(eventsOf(body).map(({ description }) => description)).toEqual([noms.join(', ')]);
      expect(
        Math.max(...body.split('\r\n').map((line) => Buffer.byteLength(line))),
      ).toBeLessThanOrEqual(75);
      expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }),
    { numRuns: 60 },
  );
});

test("le flux d'une piste dit ses fermetures, un jour après l'autre ; celui d'un cavalier, aucune", async () => {
  // FERM-04, RIDE-41
  const closed = await admin('POST', '/api/fermetures', {
    pistes: ['interieure'],
    du: '2026-12-01',
    au: '2026-12-02',
    heure_debut: '08:00',
    heure_fin: '12:00',
    motif: 'Entretien, sol',
    publique: false,
    lecons: [],
  });
  const file = await get(await draw(admin, 'interieure'));
  const { id } = closed.body;
  expect(eventsOf(file.body).filter(({ uid }) => uid.startsWith(id))).toEqual(
    ['2026-12-01', '2026-12-02'].map((jour) => ({
      uid: `${id}-${jour}`,
      sequence: 0,
      status: 'CONFIRMED',
      summary: 'Fermé : Entretien, sol',
      description: 'Entretien, sol',
      location: 'Piste Intérieure, Manège, Gembloux',
      du: `${jour}T07:00:00Z`,
      au: `${jour}T11:00:00Z`,
    })),
  );
  for (const piste of ['exterieure', null])
    expect((await get(await draw(admin, piste))).body).not.toContain('Ferm');
  await admin('POST', `/api/fermetures/${id}/rouvrir`, { lecons: [] });
  expect((await get(await draw(admin, 'interieure'))).body).not.toContain('Ferm');
});
