/** A backup restored into an installation that is still empty, while it runs (OPS-30 to OPS-35). */
import { mkdirSync, readdirSync, readFileSync, writeFileSync, utimesSync } from 'node:fs';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../src/server/app.ts';
import { sweepLeftovers } from '../../../src/server/platform/backup/alone.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { openServices } from '../../../src/server/platform/services.ts';
import { book, createTestApp, type TestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/people.ts';
import { folder, PASSPHRASE, query, readAll, save } from '../../support/sauvegardes.ts';

const RESTORE = '/api/installation/restauration';
const CLOSED = {
  status: 404,
  body: expect.objectContaining({
    code: 'installation_close',
    message: "Ce lien d'installation n'est plus valable.",
  }),
};
const SOPHIE = {
  prenom: 'Sophie',
  nom: 'Delvaux',
  email: 'sophie@essai.example',
  password: PASSWORD,
  telephone: '',
  adresse: '',
};
const NAME = 'manege-2026-11-22T10-00-00Z.sauvegarde';

/**
 * A centre with an administrator, a rider and a lesson: the bytes of its backup, without and with a
 * passphrase.
 */
const centre = { admin: '', rider: '', file: Buffer.alloc(0), locked: Buffer.alloc(0) };

beforeAll(async () => {
  const t = await createTestApp();
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await book(rider);
  const { dir } = t.services.sauvegardes;
  Object.assign(centre, {
    admin: admin.email,
    rider: rider.email,
    file: readFileSync((await save(t.url, dir)).path),
    locked: readFileSync((await save(t.url, dir, { passphrase: PASSPHRASE })).path),
  });
  await t.close();
});

async function empty(): Promise<TestApp> {
  const t = await createTestApp();
  onTestFinished(() => t.close());
  return t;
}

/** The installation call. Returns the lines of its answer. */
async function restore(
  t: TestApp,
  payload: Buffer | undefined,
  {
    query: search = '',
    headers,
    app = t.app,
  }: { query?: string; headers?: Record<string, string>; app?: TestApp['app'] } = {},
) {
  const { statusCode: status, body: text } = await app.inject({
    method: 'POST',
    url: `${RESTORE}${search}`,
    ...(payload && { payload }),
    headers: {
      host: 'localhost:3000',
      authorization: `Bearer ${t.services.auth.installationToken}`,
      'content-type': 'application/octet-stream',
      ...headers,
    },
  });
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { status, body: lines.at(-1), lines };
}

const verification = async (t: TestApp) =>
  (
    await t.anonymous('POST', '/api/installation/verification', {
      jeton: t.services.auth.installationToken,
    })
  ).body;
const install = (t: TestApp) =>
  t.anonymous('POST', '/api/installation', { jeton: t.services.auth.installationToken, ...SOPHIE });
const signIn = (t: TestApp, email: string) =>
  t.anonymous('POST', '/api/auth/sign-in/email', { email, password: PASSWORD });
const RESTORED = { status: 200, body: { restaure: { reservations: 1, comptes: 2 } } };

/** Values that the service updates by itself do not count as a change. */
async function stateOf(t: TestApp) {
  const { horloge: _beats, essais: _attempts, ...rest } = await readAll(t.url);
  return rest;
}

describe('restaurer pendant que le service tourne', () => {
  test('un fichier envoyé : le même service sert aussitôt le centre, et le lien ne sert plus', async () => {
    // OPS-30, OPS-34
    const t = await empty();
    // The statements of these calls are prepared before and used after the restore.
    expect(await verification(t)).toEqual({ ouverte: true, sauvegardes: [] });
    expect((await signIn(t, centre.rider)).status).toBe(401);

    const { lines, ...answer } = await restore(t, centre.file);
    expect(answer).toEqual(RESTORED);
    expect(lines[0]).toEqual({ part: 0 });

    expect((await t.as()).id).toBeTruthy();
    const { status, headers } = await signIn(t, centre.rider);
    expect(status).toBe(200);
    const cookie = [headers['set-cookie']]
      .flat()
      .map((one) => String(one).split(';')[0])
      .join('; ');
    const { body } = await t.anonymous(
      'GET',
      '/api/reservations?du=2026-11-01&au=2026-11-30',
      undefined,
      { cookie },
    );
    expect(body).toEqual([
      expect.objectContaining({
        date_reservation: '2026-11-23',
        noms_participants: ['Camille Lambert', 'Hugo Dubois'],
      }),
    ]);
    expect(await verification(t)).toEqual({ ouverte: false, sauvegardes: null });
    expect(await install(t)).toMatchObject(CLOSED);
    expect(await restore(t, centre.file)).toMatchObject(CLOSED);
    expect(readdirSync(t.services.sauvegardes.dir)).toEqual([]);
  });

  test('tout est annoncé, aussi à une autre instance', async () => {
    // OPS-34
    const t = await empty();
    const other = await openServices({
      ...t.services,
      databaseUrl: t.url,
      secret: 'un-secret-de-test-assez-long-pour-servir',
      smtp: null,
    });
    onTestFinished(async () => {
      await other.live.stop();
      await other.close();
    });
    const heard = new Set<string>();
    const stop = new AbortController();
    const listening = (async () => {
      for await (const { changed } of other.live.subscribe(stop.signal))
        for (const noun of changed) heard.add(noun);
    })();
    expect(await restore(t, centre.file)).toMatchObject(RESTORED);
    for (const noun of ['parametres', 'pistes', 'reservations', 'users', 'types_lecons'])
      await expect.poll(() => [...heard]).toContain(noun);
    stop.abort();
    await listening.catch(() => undefined);
  });

  test("un fichier du dossier des sauvegardes, chiffré : la liste le dit, la phrase l'ouvre", async () => {
    // OPS-31
    const t = await empty();
    const { dir } = t.services.sauvegardes;
    mkdirSync(dir);
    writeFileSync(join(dir, NAME), centre.locked);
    writeFileSync(join(dir, 'manege-2026-11-21T10-00-00Z.sauvegarde'), centre.file);
    writeFileSync(join(dir, 'manege-2026-11-20T10-00-00Z.sauvegarde'), 'autre chose');
    writeFileSync(join(dir, 'notes.txt'), 'à moi');
    expect((await verification(t)).sauvegardes).toEqual([
      {
        nom: NAME,
        creee_at: '2026-11-22T10:00:00.000Z',
        octets: centre.locked.length,
        chiffree: true,
      },
      {
        nom: 'manege-2026-11-21T10-00-00Z.sauvegarde',
        creee_at: '2026-11-21T10:00:00.000Z',
        octets: centre.file.length,
        chiffree: false,
      },
    ]);
    expect(
      await restore(t, undefined, {
        query: `?fichier=${NAME}`,
        headers: { 'x-phrase-de-passe': encodeURIComponent(PASSPHRASE) },
      }),
    ).toMatchObject(RESTORED);
    expect(readdirSync(dir)).toHaveLength(4);
  });

  test("qui part avant la fin : la restauration va jusqu'au bout", async () => {
    // OPS-32
    const t = await empty();
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as AddressInfo;
    const sent = request({
      port,
      host: '127.0.0.1',
      path: RESTORE,
      method: 'POST',
      headers: {
        authorization: `Bearer ${t.services.auth.installationToken}`,
        'content-length': centre.file.length,
      },
    });
    sent.end(centre.file);
    const [response] = await once(sent, 'response');
    response.once('error', () => undefined);
    response.destroy();
    // A failed sign-in counts towards a limit, so it is not the call that is repeated.
    await expect.poll(async () => (await verification(t)).ouverte, { timeout: 20_000 }).toBe(false);
    expect((await signIn(t, centre.rider)).status).toBe(200);
  });

  test("une connexion perdue pendant l'envoi : rien ne reste, et le fichier peut être renvoyé", async () => {
    // OPS-32
    const t = await empty();
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as AddressInfo;
    const { requestTimeout } = t.app.server;
    const sent = request({
      port,
      host: '127.0.0.1',
      path: RESTORE,
      method: 'POST',
      headers: {
        authorization: `Bearer ${t.services.auth.installationToken}`,
        'content-length': centre.file.length,
      },
    });
    sent.on('error', () => undefined);
    sent.write(centre.file.subarray(0, 2000));
    const { dir } = t.services.sauvegardes;
    await expect
      .poll(() => {
        try {
          return readdirSync(dir).length;
        } catch {
          return 0;
        }
      })
      .toBe(1);
    expect(await restore(t, centre.file)).toMatchObject({
      status: 409,
      body: {
        message:
          'Une restauration est déjà en cours. Attendez quelques minutes, puis rechargez la page.',
      },
    });
    sent.destroy();
    await expect.poll(() => readdirSync(dir)).toEqual([]);
    expect(t.app.server.requestTimeout).toBe(requestTimeout);
    expect(await restore(t, centre.file)).toMatchObject(RESTORED);
  });
});

describe('refusé par une phrase, et rien ne change', () => {
  // OPS-09, OPS-35
  test("sans le jeton du lien, avec un autre, d'un autre site, ou par une autre méthode", async () => {
    const t = await empty();
    const before = await stateOf(t);
    for (const authorization of [
      '',
      'Bearer',
      'Bearer un-autre-jeton',
      t.services.auth.installationToken,
    ]) {
      expect(
        await restore(t, centre.file, {
          headers: { authorization, origin: 'http://localhost:3000' },
        }),
      ).toMatchObject(CLOSED);
    }
    expect(
      await restore(t, centre.file, {
        headers: { cookie: 'a=b', origin: 'https://ailleurs.example' },
      }),
    ).toMatchObject({ status: 403, body: { code: 'origine_refusee' } });
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect(
        (
          await t.anonymous(method, RESTORE, undefined, {
            authorization: `Bearer ${t.services.auth.installationToken}`,
          })
        ).status,
      ).toBe(404);
    }
    expect(await stateOf(t)).toEqual(before);
  });

  test.each([
    [
      'un corps vide',
      Buffer.alloc(0),
      {},
      400,
      "Aucun fichier n'est arrivé, ou sa taille n'est pas annoncée.",
    ],
    [
      'autre chose',
      Buffer.from('bonjour\n'),
      {},
      400,
      "Ce fichier n'est pas une sauvegarde de Manège, ou son début est abîmé. Rien n'a été changé.",
    ],
    [
      'du JSON',
      Buffer.from('{"jeton":"x"}'),
      { 'content-type': 'application/json' },
      400,
      "Ce fichier n'est pas une sauvegarde de Manège, ou son début est abîmé. Rien n'a été changé.",
    ],
    [
      'un fichier de plus de 4 Go', // LIM-95
      Buffer.from('x'),
      { 'content-length': String(4 * 1024 ** 3 + 1) },
      413,
      'Ce fichier dépasse 4 Go. Déposez-le dans le dossier des sauvegardes du serveur, puis choisissez-le dans la liste.',
    ],
    [
      'une phrase de passe illisible',
      Buffer.from('x'),
      { 'x-phrase-de-passe': '%zz' },
      400,
      'Les données envoyées ne sont pas valables.',
    ],
  ])('%s', async (_name, payload, headers, status, message) => {
    const t = await empty();
    const before = await stateOf(t);
    expect(await restore(t, payload, { headers })).toMatchObject({ status, body: { message } });
    expect(await stateOf(t)).toEqual(before);
    expect(await verification(t)).toMatchObject({ ouverte: true, sauvegardes: [] });
  });

  test('un fichier coupé, et un chiffré sans sa phrase ou avec une autre', async () => {
    const t = await empty();
    const before = await stateOf(t);
    expect(await restore(t, centre.file.subarray(0, -1))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Ce fichier est abîmé ou incomplet') },
    });
    expect(await restore(t, centre.locked)).toMatchObject({
      status: 400,
      body: {
        code: 'sauvegarde_chiffree',
        message: 'Cette sauvegarde est chiffrée : indiquez sa phrase de passe.',
      },
    });
    expect(
      await restore(t, centre.locked, { headers: { 'x-phrase-de-passe': 'une autre phrase' } }),
    ).toMatchObject({
      status: 400,
      body: {
        message: "La phrase de passe n'est pas celle de cette sauvegarde. Rien n'a été changé.",
      },
    });
    expect(await stateOf(t)).toEqual(before);
    expect(readdirSync(t.services.sauvegardes.dir)).toEqual([]);
  });

  test("un nom qui n'est pas celui d'une sauvegarde du dossier", async () => {
    // OPS-31
    const t = await empty();
    for (const fichier of [NAME, `../${NAME}`, '/etc/passwd', '', 'notes.txt']) {
      expect(
        await restore(t, undefined, { query: `?fichier=${encodeURIComponent(fichier)}` }),
      ).toMatchObject({ status: 404, body: { code: 'sauvegarde_introuvable' } });
    }
  });

  test("dès qu'il y a un compte, même en attente", async () => {
    // OPS-33
    const t = await empty();
    expect((await t.anonymous('POST', '/api/auth/sign-up/email', SOPHIE)).status).toBe(201);
    expect(await verification(t)).toEqual({ ouverte: true, sauvegardes: null });
    const before = await stateOf(t);
    expect(await restore(t, centre.file)).toMatchObject(CLOSED);
    expect(await stateOf(t)).toEqual(before);
  });
});

test("de deux instances qui restaurent et d'un premier administrateur au même moment, un seul gagne", async () => {
  // OPS-33
  for (let turn = 0; turn < 3; turn += 1) {
    const t = await empty();
    const services = await openServices({
      ...t.services,
      databaseUrl: t.url,
      secret: 'un-secret-de-test-assez-long-pour-servir',
      smtp: null,
      sauvegardes: { ...t.services.sauvegardes, dir: folder() },
    });
    const app = await createApp(services, {
      webRoot: '/nonexistent',
      trustProxy: false,
      logger: createLog('silent'),
    });
    const [one, other, admin] = await Promise.all([
      restore(t, centre.file),
      restore(t, centre.file, { app }),
      turn === 0 ? null : install(t),
    ]);
    await services.live.stop();
    await app.close();
    await services.close();
    const restored = [one, other].filter(({ body }) => body.restaure).length;
    expect([restored, admin?.status === 201], JSON.stringify([one, other, admin])).toEqual(
      admin?.status === 201 ? [0, true] : [1, false],
    );
    expect(
      (await query<{ email: string }>(t.url, 'select email from users order by email')).map(
        ({ email }) => email,
      ),
    ).toEqual(restored ? [centre.admin, centre.rider].toSorted() : [SOPHIE.email]);
    for (const { body } of [one, other])
      if (!body.restaure) expect(body.message).toMatch(/n'est plus valable|momentanément occupé/);
  }
});

test("ce qu'une restauration tuée laisse dans le dossier est retiré une heure plus tard", async () => {
  // OPS-32
  const t = await empty();
  const { dir } = t.services.sauvegardes;
  mkdirSync(dir);
  const upload = join(dir, '.manege-televersee-0b7c0d0e.sauvegarde.en-cours');
  writeFileSync(upload, 'à moitié');
  await sweepLeftovers(t.url, dir, async () => undefined);
  expect(readdirSync(dir)).toHaveLength(1); // it may still be arriving
  const before = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(upload, before, before);
  await sweepLeftovers(t.url, dir, async () => undefined);
  expect(readdirSync(dir)).toEqual([]);
});
