/**
 * Two instances on one database that are replaced by another version, one after the other, and
 * riders who are signed in and keep a screen open on each.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { ask } from './http.ts';
import { ADMIN, signIn } from './load.ts';
import { PASSWORD } from './people.ts';
import { freePort } from './proxies.ts';
import { database, folder } from './sauvegardes.ts';
import { callWith, MAIN, type Server, startServer, tokenFor } from './server.ts';
import type { SmtpServer } from './smtp.ts';
import { changesOf } from './stream.ts';
import { exportVersion, type Version } from './versions.ts';

/** Fewer sign-ups than the administrators hear of in one email, ten minutes later (LIM-38). */
export const RIDERS = 4;

/**
 * `instance`: the one that answered. `waited`: refused while the migrations ran, because a table
 * stayed locked or deadlocks with them ended the request three times (ADR-023). Nothing is stored
 * then.
 */
export type Answer = { status: number; body: any; instance: number; waited: boolean };

/** `heard`: the days of reservations that its stream has told of. */
type Screen = { isOpen: boolean; heard: Set<string> };

type Which = 'ancienne' | 'nouvelle';

export type Play = {
  env: Record<string, string>;
  sql: pg.Client;
  /** The file that starts the earlier version. */
  oldMain: string;
  servers: Server[];
  /** The version of each instance. */
  versions: Which[];
  emails: string[];
  /** The screen of a rider on each instance. */
  screens: Screen[];
  /** While the first instance of the new version starts. */
  isMigrating: boolean;
  /** The instance to which nothing is sent, because it says that it is not ready. */
  out: number | null;
  /**
   * A call of a rider to one instance; to the other one if this one is out or refuses the
   * connection. docs/proxies.md asks the same of a proxy.
   */
  call: (
    rider: number,
    instance: number,
    method: string,
    path: string,
    body?: object,
  ) => Promise<Answer>;
  /** Starts a version in the place of a server that has ended. */
  start: (instance: number, version: Which) => Promise<void>;
  stop: (instance: number) => Promise<void>;
  book: (rider: number, instance: number, slot: object) => Promise<Answer>;
};

/** Two instances of a version on a new database of its schema, and riders who are signed in. */
export async function openVersions(version: Version, smtp: SmtpServer): Promise<Play> {
  smtp.recus.splice(0);
  const oldMain = exportVersion(version, folder());
  const env = {
    ...ADMIN,
    DATABASE_URL: await database({ empty: true }),
    DATA_DIR: folder(),
    SECRET: 'le-meme-secret-pour-toutes-les-instances',
    SMTP_URL: smtp.url,
  };
  const ports = [String(await freePort()), String(await freePort())];
  const sql = new pg.Client({ connectionString: env.DATABASE_URL });
  const cookies: string[] = [];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const it: Play = {
    env,
    sql,
    oldMain,
    screens: [0, 1].map(() => ({ isOpen: false, heard: new Set<string>() })),
    isMigrating: false,
    out: null,
    servers: [],
    versions: [],
    emails: Array.from({ length: RIDERS }, (_, n) => `cavalier${n}@essai.example`),
    async call(rider, instance, method, path, body) {
      const send = async (to: number): Promise<Answer> => {
        const before = it.isMigrating;
        const { status, text } = await ask(`${urls[to]}/api${path}`, {
          method,
          headers: {
            cookie: cookies[rider]!,
            origin: urls[to]!,
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        const answer = JSON.parse(text);
        const waited =
          status === 503 && answer.code === 'service_occupe' && (before || it.isMigrating);
        return { status, body: answer, instance: to, waited };
      };
      if (it.out === instance) return send(1 - instance);
      return send(instance).catch((error: unknown) => {
        // Nothing was sent. Any other error is a lost request.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
        return send(1 - instance);
      });
    },
    async start(instance, which) {
      it.servers[instance] = await startServer(
        { ...env, PORT: ports[instance]! },
        which === 'nouvelle' ? MAIN : oldMain,
      );
      it.versions[instance] = which;
      it.out = null;
    },
    async stop(instance) {
      const ended = it.servers[instance]!.stop();
      const isReady = () => ask(`${urls[instance]}/api/health/ready`).then(({ status }) => status);
      await vi.waitUntil(async () => (await isReady().catch(() => 503)) === 503);
      it.out = instance;
      expect(await ended).toBe(0);
    },
    book: (rider, instance, slot) =>
      it.call(rider, instance, 'POST', '/reservations', {
        type_lecon: 'particuliere',
        nombre_personnes: 1,
        noms_participants: ['Camille'],
        ...slot,
      }),
  };
  onTestFinished(async () => {
    await Promise.all(it.servers.map((server) => server.kill()));
    await sql.end();
  });
  for (const instance of [0, 1]) await it.start(instance, 'ancienne');
  await sql.connect();
  // Through the calls of that version, whose tables may lack columns of this one.
  for (const [n, email] of it.emails.entries())
    await fetch(`${urls[0]}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: urls[0]! },
      body: JSON.stringify({ prenom: `Camille${n}`, nom: 'Lambert', email, password: PASSWORD }),
    });
  await sql.query('update users set email_confirme = true');
  await sql.query(`update parametres set "riderChanges" = true, "riderCancellation" = true`);
  const { rows } = await sql.query<{ id: string }>('select id from users where email = any($1)', [
    it.emails,
  ]);
  const token = await tokenFor(urls[0]!, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  expect(rows).toHaveLength(RIDERS);
  for (const { id } of rows)
    expect(
      await callWith(token, `${urls[0]}/api/users/${id}/approbation`, { role: 'utilisateur' }),
    ).toMatchObject({ status: 200 });
  for (const [n, email] of it.emails.entries()) {
    const headers = await signIn(urls[n % 2]!, { ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD });
    cookies.push(headers['cookie']!);
  }
  for (const instance of [0, 1]) listen(urls[instance]!, cookies[instance]!, it.screens[instance]!);
  return it;
}

/** Keeps the screen of a rider open: opens its stream again after an end, as a browser does. */
function listen(url: string, cookie: string, screen: Screen): void {
  const closed = new AbortController();
  onTestFinished(() => closed.abort());
  const readOne = async (): Promise<void> => {
    const response = await fetch(`${url}/api/live`, {
      headers: { cookie },
      signal: closed.signal,
    });
    for await (const { jours = [] } of changesOf(response)) {
      screen.isOpen = true; // the first message comes at once
      for (const one of jours) screen.heard.add(one);
    }
  };
  void (async () => {
    while (!closed.signal.aborted) {
      await readOne().catch(() => undefined); // the instance is stopping, or not there yet
      screen.isOpen = false;
      await sleep(100);
    }
  })();
}
