/**
 * A flood of sign-ins: nobody waits inside the database, the queue for hashing stays short, and
 * honest people can sign in.
 */
import { sql } from 'drizzle-orm';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { REFUS } from '#domain/errors/errors.ts';
import { openPool } from '#server/platform/db.ts';
import { lockKeyAtStart } from '#server/platform/locks.ts';
import { MORNING, useTestApp } from '../support/app.ts';
import { createPerson, PASSWORD } from '../support/people.ts';
import { type Server, startServer } from '../support/server.ts';

const t = useTestApp({ trustProxy: 1 });

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from essais`);
});

const from = (ip: string, email: string, password = 'pas le bon') =>
  t.anonymous('POST', '/api/auth/sign-in/email', { email, password }, { 'x-forwarded-for': ip });

const clients: pg.Client[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(clients.splice(0).map((client) => client.end()));
});

/** A connection in addition to the server's own. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: t.url });
  clients.push(client);
  await client.connect();
  return client;
}

/** Holds the key of a limit on a separate connection, as another instance does while it counts. */
async function hold(key: string): Promise<() => Promise<unknown>> {
  const client = await connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 7241))', [key]);
  return () => client.query('rollback');
}

const nombre = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;

test('les fils qui hachent cèdent le processeur à celui qui répond', async ({ skip }) => {
  // ACC-35, ADR-016
  skip(process.platform !== 'linux', 'threads have a priority of their own on Linux only');
  const server = await startServer({
    DATABASE_URL: t.url,
    SECRET: 'un-secret-de-test-assez-long-pour-servir',
  });
  onTestFinished(async () => {
    await server.stop();
  });
  const own = getPriority();
  const tasks = `/proc/${server.child.pid}/task`;
  // The 19th field of proc_pid_stat(5), counted from after the name.
  const threads = readdirSync(tasks).map(
    (id) =>
      /\((?<name>.*)\) (?:\S+ ){16}(?<nice>\S+)/.exec(readFileSync(`${tasks}/${id}/stat`, 'utf8'))
        ?.groups,
  );
  expect(
    threads.filter((one) => one?.['name'] === 'libuv-worker').map((one) => one?.['nice']),
  ).toEqual(['10', '10', '10', '10']);
  expect(
    /\) (?:\S+ ){16}(\S+)/.exec(readFileSync(`/proc/${server.child.pid}/stat`, 'utf8'))?.[1],
  ).toBe(String(own));
});

describe('un compte que beaucoup essaient', () => {
  test("quand un autre tient son compte, soixante essais reçoivent 429, aucun n'attend dans la base, et les autres entrent", async () => {
    // ACC-35
    const [target, other] = [await createPerson(t.services.db), await createPerson(t.services.db)];
    const watcher = await connect();
    const release = await hold(`compte ${target.email}`);
    // the shortest pause between two attempts to get the key
    vi.spyOn(Math, 'random').mockReturnValue(0);
    let over = false;
    let waiting = 0;
    const essais = Promise.all(
      Array.from({ length: 60 }, (_, n) => from(`198.51.100.${n % 6}`, target.email)),
    ).finally(() => {
      over = true;
    });
    expect((await from('203.0.113.1', other.email, PASSWORD)).status).toBe(200);
    while (!over) {
      const {
        rows: [row],
      } = await watcher.query<{ n: number }>(
        "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
      );
      waiting = Math.max(waiting, row?.n ?? 0);
    }
    expect((await essais).map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(60).fill('429 trop_d_essais'),
    );
    expect(waiting).toBe(0);
    await release();
    expect((await from('203.0.113.2', target.email, PASSWORD)).status).toBe(200);
  });

  test("65 000 échecs gardés : on n'en lit que ce qu'il faut, et la personne entre sur un appareil connu", async () => {
    // ACC-44, ACC-56
    const { email } = await createPerson(t.services.db);
    const cookie = String((await from('203.0.113.1', email, PASSWORD)).headers['set-cookie']).match(
      /manege\.appareil=[\w-]+/,
    )![0];
    await t.services.db.execute(sql`
      insert into essais (cle, survenu_at) select ${`compte ${email}`}, ${MORNING.toISOString()}::timestamptz - n * interval '10 milliseconds' from generate_series(1, 65000) as n`);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    expect(
      (
        await t.anonymous(
          'POST',
          '/api/auth/sign-in/email',
          { email, password: PASSWORD },
          { 'x-forwarded-for': '203.0.113.1', cookie },
        )
      ).status,
    ).toBe(200);
    expect((await from('203.0.113.2', email)).status).toBe(429);
    const answers = await Promise.all(
      query.mock.results.map(async ({ value }) => value as unknown as pg.QueryResult | undefined),
    );
    expect(Math.max(...answers.map((answer) => answer?.rows?.length ?? 0))).toBeLessThan(20);
  });

  test('sur deux instances à la fois : dix essais en tout, et de chez elle la personne entre encore', async () => {
    // ACC-34, ACC-44
    const { email } = await createPerson(t.services.db);
    const servers: Server[] = [];
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });
    for (let n = 0; n < 2; n += 1)
      servers.push(
        await startServer({
          DATABASE_URL: t.url,
          SECRET: 'un-secret-de-test-assez-long-pour-servir',
          TRUST_PROXY: '1',
        }),
      );
    const signIn = async (n: number, ip: string, who: string, password: string): Promise<number> =>
      (
        await fetch(`${servers[n % 2]!.url}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            origin: servers[n % 2]!.url,
            'x-forwarded-for': ip,
          },
          body: JSON.stringify({ email: who, password }),
        })
      ).status;
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        signIn(n, `198.51.100.${Math.floor(n / 10)}`, email, `essai ${n}`),
      ),
    );
    expect([nombre(statuses, 401), nombre(statuses, 429)]).toEqual([10, 30]);
    expect(await signIn(0, '203.0.113.1', email, PASSWORD)).toBe(200);
    // Ten honest people behind one address, at the same time. An instance that is delayed holds the
    // key of their address for longer than the other one tries, so a person who is refused asks
    // again.
    const enter = async (who: string, n: number): Promise<number> => {
      const status = await signIn(n, '203.0.113.9', who, PASSWORD);
      return status === 429 ? enter(who, n) : status;
    };
    const family = await Promise.all(
      Array.from({ length: 10 }, async () => (await createPerson(t.services.db)).email),
    );
    expect(await Promise.all(family.map(enter))).toEqual(Array(10).fill(200));
  });
});

describe('des adresses inventées', () => {
  test("au-delà de cinquante qui attendent, et de quelques-unes par réseau, 503 aussitôt, avec le temps d'attendre", async () => {
    // ACC-35, ADR-007
    const { email } = await createPerson(t.services.db);
    const { auth } = t.services;
    const real = auth.checkPassword.bind(auth);
    const release: (() => void)[] = [];
    vi.spyOn(auth, 'checkPassword').mockImplementation((stored, password) =>
      password === PASSWORD
        ? real(stored, password)
        : new Promise((resolve) => {
            release.push(() => resolve(false));
          }),
    );
    /**
     * Sends all of them. Resolves once those that were not refused immediately are being hashed.
     */
    const flood = async (n: number, ipOf: (i: number) => string) => {
      const answers: { status: number; body: unknown; retryAfter: number }[] = [];
      const all = Array.from({ length: n }, async (_, i) => {
        const { status, body, headers } = await from(
          ipOf(i),
          `invente${i}.${ipOf(i)}@essai.example`,
        );
        answers.push({ status, body, retryAfter: Number(headers['retry-after']) });
      });
      await expect.poll(() => answers.length + release.length, { timeout: 240_000 }).toBe(n);
      return {
        answers: [...answers],
        inside: release.length,
        end: async () => {
          for (const one of release.splice(0)) one();
          await Promise.all(all);
        },
      };
    };
    const oneNetwork = await flood(400, () => '198.51.100.1');
    expect([oneNetwork.inside, oneNetwork.answers.length]).toEqual([20, 380]);
    for (const { status, body, retryAfter } of oneNetwork.answers)
      expect({ status, body, attend: retryAfter > 0 }).toEqual({
        status: 503,
        body: { code: 'service_occupe', ...REFUS.service_occupe },
        attend: true,
      });
    expect((await from('203.0.113.1', email, PASSWORD)).status).toBe(200); // at the same time
    await oneNetwork.end();

    const many = await flood(400, (i) => `198.51.101.${i % 40}`);
    expect([
      many.inside,
      many.answers.filter(({ status, retryAfter }) => status === 503 && retryAfter > 0).length,
    ]).toEqual([53, 347]);
    await many.end();
    // Nothing was counted for those who found no place in the queue.
    expect(
      (
        await t.services.db.execute(
          sql`select count(*)::int as n from essais where cle like 'compte invente%' and cle not like '% reseau %'`,
        )
      ).rows,
    ).toEqual([{ n: 73 }]);
    expect((await from('203.0.113.2', email, PASSWORD)).status).toBe(200);
  });

  test("un /56 et un /48 supportent plus qu'un /64, mais pas sans fin", async () => {
    // ACC-36
    const victims = await Promise.all(
      Array.from({ length: 42 }, async () => (await createPerson(t.services.db)).email),
    );
    let n = 0;
    /** Ten wrong passwords for one account, each from another /64 of the same /56. */
    const ten = async (net56: string): Promise<number[]> => {
      const email = victims[Math.floor(n / 10)]!;
      return Promise.all(
        Array.from({ length: 10 }, async () => {
          n += 1;
          return (
            await from(`2001:db8:1:${net56}${(n % 256).toString(16).padStart(2, '0')}::1`, email)
          ).status;
        }),
      );
    };
    for (let i = 0; i < 20; i += 1) expect(await ten('aa')).toEqual(Array(10).fill(401));
    expect(await ten('aa')).toEqual(Array(10).fill(429));
    for (let i = 0; i < 20; i += 1) expect(await ten('bb')).toEqual(Array(10).fill(401));
    const { email } = await createPerson(t.services.db);
    expect((await from('2001:db8:1:cc00::1', email, PASSWORD)).status).toBe(429);
    expect((await from('2001:db8:2::1', email, PASSWORD)).status).toBe(200);
  });

  test("un compte qui a eu ses dix échecs n'offre pas un essai à chaque /64 d'un même /48", async () => {
    // ACC-44, ACC-36
    const { email } = await createPerson(t.services.db);
    for (let i = 0; i < 10; i += 1) expect((await from(`198.51.100.${i}`, email)).status).toBe(401);
    const hash = vi.spyOn(t.services.auth, 'checkPassword');
    for (let i = 0; i < 30; i += 1)
      expect(
        (await from(`2001:db8:3:${(i * 256 + i).toString(16)}::1`, email, `essai ${i}`)).status,
      ).toBe(429);
    expect(hash).toHaveBeenCalledTimes(4);
    expect((await from('2001:db8:4::1', email, PASSWORD)).status).toBe(200);
  });
});

test('au démarrage, un verrou tenu plus longtemps que ne vit une connexion muette est attendu', async () => {
  const release = await hold('essai de démarrage');
  const { pool, db } = openPool(t.url, () => undefined, { silenceMs: 3_000 });
  onTestFinished(() => pool.end());
  const locked = db.transaction((tx) => lockKeyAtStart(tx, 'essai de démarrage'));
  await setTimeout(9_000); // three times as long as a silent connection is kept
  await release();
  await expect(locked).resolves.toBeUndefined();
});
