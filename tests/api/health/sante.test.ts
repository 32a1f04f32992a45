/** `/api/health` if nothing can be written, and what people are shown meanwhile. */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp, DEMANDE, MORNING, useTestApp } from '../../support/app.ts';
import { adminQuery, cutConnections } from '../../support/postgres.ts';
import { type Proxy, startProxy } from '../../support/proxy.ts';

const t = useTestApp();
const health = () => t.anonymous('GET', '/api/health');
const READ_ONLY = {
  code: 'lecture_seule',
  status: 503,
  message:
    'Rien ne peut être enregistré pour le moment : la base de données est en lecture seule. Veuillez réessayer dans quelques minutes.',
};

beforeEach(() => {
  t.clock.now = MORNING;
});

const later = (seconds: number): void => {
  t.clock.now = new Date(t.clock.now.getTime() + seconds * 1000);
};

describe('ce que coûte la question', () => {
  afterEach(async () => {
    await t.services.db.execute(sql`drop trigger if exists essai on horloge`);
    await t.services.db.execute(sql`alter table horloge drop column if exists lest`);
  });

  test('cent questions en un instant écrivent une fois, et aucune table ne grandit', async () => {
    // ADR-002
    await t.services.db.execute(sql`create sequence ecrits`);
    await t.services.db.execute(
      sql`create function compte() returns trigger language plpgsql as $$ begin perform nextval('ecrits'); return null; end $$`,
    );
    await t.services.db.execute(
      sql`create trigger essai after insert or update or delete on horloge for each statement execute function compte()`,
    );
    // Eight versions of the row fill a page: ten versions whose space is not reused take at least
    // one more page.
    await t.services.db.execute(
      sql`alter table horloge add column lest text not null default repeat('x', 900), alter column lest set storage plain`,
    );
    const answers = await Promise.all(Array.from({ length: 100 }, health));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(100).fill(200));
    expect(answers[0]!.body).toEqual({ status: 'ok', database: 'PostgreSQL' });
    const written = async () =>
      (
        await t.services.db.execute<{ n: number }>(
          sql`select last_value::int * is_called::int as n from ecrits`,
        )
      ).rows[0]?.n;
    expect(await written()).toBe(1);
    const size = async () =>
      (
        await t.services.db.execute<{ pages: number; lignes: number }>(
          sql`select (pg_relation_size('horloge') / 8192)::int as pages, (select count(*)::int from horloge) as lignes`,
        )
      ).rows[0]!;
    /** How many pages the table grows by while it is written ten times. */
    const growth = async () => {
      const before = (await size()).pages;
      for (let n = 0; n < 10; n += 1) {
        later(10);
        await health();
      }
      return (await size()).pages - before;
    };
    // While a transaction writes in any database of the server, PostgreSQL removes no newer
    // version. Transactions of other test files, and ANALYZE, rarely all pause for a hundred
    // writes.
    await expect.poll(growth, { timeout: 30_000 }).toBe(0);
    expect((await size()).lignes).toBe(1);
    expect(((await written()) ?? 0) % 10).toBe(1);
  });
});

describe('une base en lecture seule', () => {
  const name = () => new URL(t.url).pathname.slice(1);
  const readOnly = (value: 'on' | 'off') =>
    adminQuery(`alter database ${name()} set default_transaction_read_only = ${value}`);
  const cut = () => cutConnections(name());
  const reads = () =>
    Promise.all(Array.from({ length: 12 }, () => t.anonymous('GET', '/api/centre')));

  afterEach(async () => {
    await readOnly('off');
    await cut();
  });

  test("les sondes et les personnes l'apprennent, la lecture continue, et rien d'autre n'est à faire quand elle accepte d'écrire", async () => {
    // API-12, UI-19
    const rider = await t.as();
    expect((await health()).status).toBe(200);
    await readOnly('on');
    await cut();
    later(10);
    expect((await health()).body).toEqual(READ_ONLY);
    expect((await rider('POST', '/api/reservations', DEMANDE)).body).toEqual(READ_ONLY);
    expect(
      (
        await t.anonymous('POST', '/api/auth/sign-in/email', {
          email: rider.email,
          password: 'selle-et-filet',
        })
      ).body,
    ).toEqual(READ_ONLY);
    // A session that is old enough to be extended is read anyway.
    later(2 * 24 * 3600);
    expect((await rider('GET', '/api/reservations?miennes=1')).status).toBe(200);
    t.clock.now = MORNING;

    // As after a failover: the existing connections lead to a server that accepts no writes, new
    // ones to a server that does.
    await reads();
    await readOnly('off');
    expect((await rider('POST', '/api/reservations', DEMANDE)).body).toEqual(READ_ONLY);
    const answers = await Promise.all(
      ['interieure', 'exterieure'].flatMap((type_piste) =>
        ['14:00', '15:00', '16:00', '17:00', '18:00'].map((heure_debut) =>
          rider('POST', '/api/reservations', { ...DEMANDE, type_piste, heure_debut }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(201));
    later(20);
    expect((await health()).status).toBe(200);
  });
});

test('une base qui se tait : la raison est dite', async () => {
  // API-12
  let proxy: Proxy | undefined;
  const silent = await createTestApp({ reach: async (url) => (proxy = await startProxy(url)).url });
  onTestFinished(async () => {
    proxy?.close();
    await silent.close();
  });
  expect((await silent.anonymous('GET', '/api/health')).status).toBe(200);
  silent.clock.now = new Date(MORNING.getTime() + 10_000);
  if (proxy) proxy.mute = true;
  proxy?.swallow();
  expect((await silent.anonymous('GET', '/api/health')).body).toEqual({
    code: 'base_muette',
    status: 503,
    message: 'La base de données ne répond pas. Veuillez réessayer dans quelques minutes.',
  });
});

test('seul un administrateur actif lit la version de Manège et celle de PostgreSQL', async () => {
  // API-12
  const [rider, admin, inactive] = await Promise.all([
    t.as(),
    t.as({ role: 'admin' }),
    t.as({ role: 'admin', statut: 'inactif' }),
  ]);
  for (const stranger of [t.anonymous, rider, inactive]) {
    expect((await stranger('GET', '/api/health')).body).toEqual({
      status: 'ok',
      database: 'PostgreSQL',
    });
    expect((await stranger('GET', '/api/openapi.json')).body.info).toEqual({
      title: 'Manège',
      version: '1',
    });
  }
  expect((await admin('GET', '/api/health')).body).toEqual({
    status: 'ok',
    version: '1.0.0',
    database: 'PostgreSQL 18.4',
  });
});
