/**
 * A server whose clock is far ahead: irreversible deletions wait until the clock is right again, or
 * until an administrator confirms that it is right.
 */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Courriel } from '../../../src/server/stores/emails/courriels.ts';
import { tidy } from '../../../src/server/housekeeping.ts';
import { openServices } from '../../../src/server/platform/services.ts';
import { DEMANDE, MORNING } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';
import { createPerson } from '../../support/people.ts';

const c = useCourrier();
const REMINDER = {
  sorte: 'rappel',
  nom: 'Camille Lambert',
  lecon: {
    reservation_id: '11111111-1111-4111-8111-111111111111',
    version: 0,
    type: 'Leçon collective',
    date_reservation: '2026-11-23',
    heure_debut: '10:00',
    heure_fin: '11:00',
    type_piste: 'interieure',
    noms_participants: ['Camille Lambert'],
    remarques: null,
    en_attente: false,
  },
} as unknown as Courriel['contenu'];
const ONE_YEAR = new Date('2027-11-21T08:30:00Z');
const ALWAYS = new Date('2030-01-01T00:00:00Z');

const db = () => c.t.services.db;
const set = (heartbeat: Date | null) =>
  db().execute(sql`update horloge set battement_at = ${heartbeat?.toISOString() ?? null}`);
const statuts = async () => (await c.rows()).map(({ sorte, statut }) => [sorte, statut]);

/** An administrator whose session is valid at every time used in these tests. */
async function enter() {
  const admin = await c.t.as({ role: 'admin' });
  await db().execute(
    sql`update sessions set expires_at = ${ALWAYS.toISOString()} where user_id = ${admin.id}`,
  );
  return admin;
}

/**
 * The data that a wrong clock would delete or send: a waiting reminder, an old session, an email of
 * the log.
 */
async function store(): Promise<string> {
  const { id } = await createPerson(db());
  await db().execute(
    sql`insert into sessions (empreinte, user_id, expires_at) values (${`ancienne ${id}`}, ${id}, ${new Date('2026-12-20').toISOString()})`,
  );
  await c.write(
    { sorte: 'essai', nom: '' },
    { cause: 'a journal', perime_apres: new Date('2026-11-22') },
  );
  await db().execute(sql`update courriels set statut = 'envoye'`);
  await c.write(REMINDER, {
    cause: 'b rappel',
    envoyer_apres: new Date('2026-11-22T09:00:00Z'),
    perime_apres: new Date('2026-11-23T10:00:00Z'),
  });
  return id;
}
const sessionsOf = async (id: string) =>
  (await db().execute(sql`select 1 from sessions where user_id = ${id}`)).rows.length;

beforeEach(() => set(MORNING));
afterEach(async () => {
  await db().execute(sql`delete from users`);
});

test('une installation neuve ne doute de rien', async () => {
  await set(null);
  c.t.clock.now = new Date();
  await tidy(c.t.services);
  const { rows } = await db().execute<{ battement: string }>(
    sql`select battement_at::text as battement from horloge`,
  );
  expect(new Date(rows[0]!.battement).getTime()).toBe(c.t.clock.now.getTime());
});

test("une horloge un an en avance n'efface, ne périme et ne rappelle rien ; le reste part, et tout reprend quand elle revient", async () => {
  // SET-16, LIM-28
  const admin = await enter();
  const rider = await store();
  await tidy(c.t.services);
  c.t.clock.now = ONE_YEAR;
  await tidy(c.t.services);
  await c.write({ sorte: 'essai', nom: 'Camille' }, { cause: 'c essai' });
  await c.write(REMINDER, { cause: 'd rappel' });
  await c.round();
  expect(await statuts()).toEqual([
    ['essai', 'envoye'],
    ['rappel', 'en_attente'],
    ['essai', 'envoye'],
    ['rappel', 'en_attente'],
  ]);
  expect(await sessionsOf(rider)).toBe(1);
  expect((await admin('GET', '/api/horloge')).body).toEqual({
    juste: false,
    maintenant: ONE_YEAR.toISOString(),
    dernier: MORNING.toISOString(),
  });
  expect(
    (await admin('POST', '/api/reservations', { ...DEMANDE, date_reservation: '2027-11-23' }))
      .status,
  ).toBe(201);

  c.t.clock.now = new Date('2026-11-22T09:30:00Z');
  expect((await admin('GET', '/api/horloge')).body).toMatchObject({ juste: true });
  await tidy(c.t.services);
  await c.round();
  expect((await statuts())[1]).toEqual(['rappel', 'envoye']);
  expect((await admin('GET', '/api/horloge')).body.dernier).toBe('2026-11-22T09:30:00.000Z');
});

test("« L'horloge est juste » : chaque instance fait de nouveau son ménage, et les écrans l'apprennent", async () => {
  const admin = await enter();
  const rider = await store();
  const other = await openServices({
    ...c.t.services,
    databaseUrl: c.t.url,
    secret: 'un-secret-de-test-assez-long-pour-servir',
    smtp: null,
    now: () => c.t.clock.now,
  });
  const heard: string[] = [];
  const stop = new AbortController();
  const listening = (async () => {
    for await (const { changed } of other.live.subscribe(stop.signal)) heard.push(...changed);
  })();
  const hear = async (noun: string) => {
    await expect.poll(() => heard, { timeout: 10_000 }).toContain(noun);
    heard.length = 0;
  };
  try {
    await tidy(c.t.services);
    c.t.clock.now = ONE_YEAR;
    await tidy(c.t.services);
    await hear('horloge');
    expect(await sessionsOf(rider)).toBe(1);
    expect((await admin('POST', '/api/horloge/confirmation')).body).toEqual({
      juste: true,
      maintenant: ONE_YEAR.toISOString(),
      dernier: ONE_YEAR.toISOString(),
    });
    await hear('horloge');
    await tidy(other);
    await c.round();
    expect(await sessionsOf(rider)).toBe(0);
    expect(await statuts()).toEqual([['rappel', 'echoue']]);
  } finally {
    stop.abort();
    await listening;
    await other.close();
  }
});

test("sans battement, ce qui est le plus récent en base en tient lieu, quoi qu'on y écrive ensuite", async () => {
  const admin = await enter();
  await set(null);
  await db().execute(sql`update users set created_at = '2026-10-01', updated_at = '2026-10-02'`);
  await db().execute(sql`update mots_de_passe set updated_at = '2026-09-02'`);
  for (const table of ['sessions', 'verifications'])
    await db().execute(
      sql`update ${sql.identifier(table)} set created_at = '2026-09-01', updated_at = '2026-09-02'`,
    );
  for (const table of ['prix', 'courriels', 'reservations'])
    await db().execute(sql`update ${sql.identifier(table)} set created_at = '2026-09-01'`);
  await db().execute(sql`delete from essais`);
  const isTrusted = async () => (await admin('GET', '/api/horloge')).body.juste as boolean;
  // 45 days after the newest existing row, to the second.
  c.t.clock.now = new Date('2026-11-16T00:00:00Z');
  expect(await isTrusted()).toBe(true);
  c.t.clock.now = new Date('2026-11-16T00:00:01Z');
  expect(await isTrusted()).toBe(false);
  await tidy(c.t.services);
  await createPerson(db()); // stored now
  await tidy(c.t.services);
  expect((await admin('GET', '/api/horloge')).body).toMatchObject({
    juste: false,
    dernier: '2026-10-02T00:00:00.000Z',
  });
});
