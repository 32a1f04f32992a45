/**
 * The application inside the test's process, on a separate database, at an instant that the test
 * chooses.
 */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Etape, Role, StatutUser } from '#domain/people/users.ts';
import { createApp } from '#server/app.ts';
import { createLog } from '#server/platform/log.ts';
import { secondsFacteurs, sessions, users } from '#server/platform/schema/schema.ts';
import { openServices, type Services } from '#server/platform/services.ts';
import { createPerson, PASSWORD } from './people.ts';
import { createDatabase } from './postgres.ts';
import { SECRET } from './totp.ts';

export const ORIGIN = 'http://localhost:3000';

export type Answer = { status: number; body: any; headers: Record<string, unknown> };
/** The cookies that an answer sets, as a browser sends them: `name=value`. */
export const cookiesOf = ({ headers }: Pick<Answer, 'headers'>): string[] =>
  ([headers['set-cookie'] ?? []].flat() as string[]).map((one) => one.split(';')[0] ?? '');

export type Caller = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export type TestApp = {
  app: FastifyInstance;
  services: Services;
  url: string;
  /** The clock: assign to change the time. */
  clock: { now: Date };
  /** Calls without a session. */
  anonymous: Caller;
  /** The header of a bearer call in the session of a cookie. */
  bearer(cookie: string): Promise<{ authorization: string }>;
  /**
   * Stores a person and calls as them, in a separate session. With an `etape`: in a sign-in that
   * waits for it, and with an authenticator application (`SECRET`).
   */
  as(person?: {
    role?: Role;
    statut?: StatutUser;
    etape?: Etape;
    prenom?: string;
    nom?: string;
  }): Promise<Caller & { id: string; email: string; cookie: string }>;
  close(): Promise<void>;
};

/** Saturday 21 November 2026, 09:30 in Brussels. */
export const MORNING = new Date('2026-11-21T08:30:00Z');

export async function createTestApp({
  smtpUrl = null,
  now = MORNING,
  trustProxy = false,
  publicUrl = ORIGIN,
  reach = (url) => url,
}: {
  smtpUrl?: string | null;
  now?: Date;
  trustProxy?: false | 1;
  publicUrl?: string;
  /** The address by which the application reaches its database. */
  reach?: (url: string) => string | Promise<string>;
} = {}): Promise<TestApp> {
  const database = await createDatabase();
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'application-'));
  const dir = join(folder, 'sauvegardes'); // created by the first backup
  const clock = { now };
  const log = createLog('silent');
  const services = await openServices({
    databaseUrl: await reach(database.url),
    database: { nom: 'PostgreSQL', version: '18.4' },
    secret: 'un-secret-de-test-assez-long-pour-servir',
    publicUrl,
    given: { publicUrl: true, trustProxy: trustProxy !== false, mailFrom: true },
    smtp: smtpUrl === null ? null : { url: smtpUrl, requireTls: false },
    expediteur: { name: 'Manège', address: 'no-reply@manege.example' },
    version: '1.0.0',
    production: false,
    centre: { nom: 'Manège', ville: 'Gembloux' },
    sauvegardes: { dir, command: null, passphrase: null, base: null },
    now: () => clock.now,
    log,
  });
  const app = await createApp(services, { webRoot: '/nonexistent', trustProxy, logger: log });

  const caller =
    (own: Record<string, string>): Caller =>
    async (method, path, body, headers = {}) => {
      const response = await app.inject({
        method,
        url: path,
        remoteAddress: '192.0.2.1',
        headers: {
          host: 'localhost:3000',
          origin: ORIGIN,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...own,
          ...headers,
        },
        ...(body === undefined
          ? {}
          : {
              payload:
                typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
            }),
      });
      return { status: response.statusCode, body: parse(response.body), headers: response.headers };
    };

  return {
    app,
    services,
    clock,
    url: database.url,
    anonymous: caller({}),
    async bearer(cookie) {
      const { body } = await caller({ cookie })('POST', '/api/auth/token', undefined, {
        origin: publicUrl,
      });
      return { authorization: `Bearer ${body.token}` };
    },
    async as(person) {
      const { statut = 'actif', etape = 'ouverte', ...rest } = person ?? {};
      const { id, email } = await createPerson(services.db, rest);
      const { headers } = await caller({})(
        'POST',
        '/api/auth/sign-in/email',
        { email, password: PASSWORD },
        { origin: publicUrl },
      );
      const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      if (etape !== 'ouverte') {
        await services.db
          .update(sessions)
          .set({ etape, expires_at: new Date(clock.now.getTime() + 600_000) })
          .where(eq(sessions.user_id, id));
        const secret = Buffer.from(services.coffres.totp.seal(SECRET, id));
        await services.db
          .insert(secondsFacteurs)
          .values({ user_id: id, secret, actif_at: etape === 'second_facteur' ? clock.now : null });
      }
      if (statut !== 'actif')
        await services.db.update(users).set({ statut }).where(eq(users.id, id));
      return Object.assign(caller({ cookie }), { id, email, cookie });
    },
    async close() {
      await services.live.stop();
      await app.close();
      await services.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One application for a whole test file. */
export function useTestApp(options?: Parameters<typeof createTestApp>[0]): TestApp {
  const handle = {} as TestApp;
  beforeAll(async () => {
    Object.assign(handle, await createTestApp(options));
  });
  afterAll(() => handle.close());
  return handle;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A booking that is never refused: Monday 23 November 2026, 10:00, indoors. */
export const DEMANDE = {
  type_lecon: 'collective',
  nombre_personnes: 2,
  noms_participants: ['Camille Lambert', 'Hugo Dubois'],
  date_reservation: '2026-11-23',
  type_piste: 'interieure',
  heure_debut: '10:00',
  remarques: 'Poney calme',
};

export type Stored = Record<string, any>;

/** The planned reminders, as an administrator reads them: recipient and instant. */
export const planned = async (admin: Caller): Promise<string[]> =>
  (await admin('GET', '/api/courriels?statut=planifie')).body.map(
    ({ destinataire: recipient, envoyer_apres: at }: Stored) => `${recipient} ${at.slice(0, 16)}`,
  );

/** Stores that lesson, with some changes. */
export async function book(caller: Caller, change: object = {}): Promise<Stored> {
  const { status, body } = await caller('POST', '/api/reservations', { ...DEMANDE, ...change });
  expect(status, body.message).toBe(201);
  return body;
}

/** Sends a lesson back as it was read, with some changes. */
export const put = (admin: Caller, stored: Stored, change: object = {}): Promise<Answer> =>
  admin('PUT', `/api/reservations/${stored['id']}`, { ...stored, ...change });
