/**
 * The checks of the service, each with its cause actually present (OPS-63 to OPS-68). Which facts
 * lead to which result is tested in `domain/health/controles.test.ts`.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, createServer as createPipe } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Controle } from '../../../src/domain/health/controles.ts';
import { check, type Lieu } from '../../../src/server/actions/health/controles.ts';
import { createApp } from '../../../src/server/app.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { createMailer, type Mailer } from '../../../src/server/platform/mail/mailer.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { adminQuery, ownerUrl } from '../../support/postgres.ts';
import { database, folder, query } from '../../support/sauvegardes.ts';
import { startDns } from '../../support/dns.ts';
import { startSmtp } from '../../support/smtp.ts';

let t: TestApp;
/** The service with its defaults, at its own address. */
let lieu: Lieu;
/** The same service, reached without a proxy but configured to trust one. */
let believing: string;
/** A mail server that accepts everything. */
let relay: Mailer;

const open = async (app: TestApp['app']): Promise<string> =>
  app.listen({ port: 0, host: '127.0.0.1' });

beforeAll(async () => {
  t = await createTestApp({ now: new Date() });
  // The domain of the sender of these tests.
  const dns = await startDns({
    'manege.example': { txt: ['v=spf1 -all'], mx: ['mx.manege.example'] },
    '_dmarc.manege.example': { txt: ['v=DMARC1; p=reject'] },
  });
  const trusting = await createApp(t.services, {
    webRoot: '/nonexistent',
    trustProxy: 1,
    logger: createLog('silent'),
  });
  believing = await open(trusting);
  lieu = {
    ...t.services,
    publicUrl: await open(t.app),
    given: { publicUrl: true, trustProxy: false, mailFrom: true },
    dns: [dns.server],
    now: () => new Date(),
  };
  await query(
    t.url,
    "insert into sauvegardes (debut_at, fin_at, fichier, octets) values (now() - interval '2 h', now() - interval '1 h', '/a', 1)",
  );
  const smtp = await startSmtp();
  relay = createMailer({ url: smtp.url, requireTls: false }, t.services.expediteur);
  return async () => {
    await trusting.close();
    await smtp.stop();
    dns.stop();
  };
});
afterAll(() => t.close());

const of = async (
  change: Partial<Lieu>,
  nom: string,
): Promise<Pick<Controle, 'etat' | 'constat'>> => {
  const found = (await check({ ...lieu, ...change })).find((one) => one.nom === nom);
  if (!found) throw new Error(`${nom} is not checked`);
  return { etat: found.etat, constat: found.constat };
};
const is = (etat: Controle['etat'], constat: RegExp) => ({
  etat,
  constat: expect.stringMatching(constat),
});

/** A server with the given answers, at its own address. */
async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy that sets these headers, and passes the caller's other headers on. */
const proxyTo = (url: string, headers: Record<string, string>) =>
  serve((incoming, answer) => {
    request(
      `${url}${incoming.url}`,
      { headers: { ...incoming.headers, ...headers } },
      (response) => {
        answer.writeHead(response.statusCode ?? 500);
        response.pipe(answer);
      },
    ).end();
  });

test('tout va bien : douze lignes, et rien à faire', async () => {
  // OPS-63
  const found = await check({ ...lieu, mailer: relay });
  expect(found.filter(({ etat }) => etat !== 'ok')).toEqual([]);
  expect(found.map(({ nom }) => nom)).toEqual([
    'Base de données',
    'Extension',
    'Migrations',
    'Horloge',
    'Dernière sauvegarde',
    'Emails',
    'Disque des sauvegardes',
    'Adresse du site',
    'Mandataire',
    'Version',
    "Serveur d'envoi",
    'Expéditeur',
  ]);
  expect(found.find(({ nom }) => nom === 'Adresse du site')?.constat).toContain(
    'mène à ce service',
  );
});

describe('la base de données', () => {
  test('arrêtée, ou fermée à ce mot de passe : le reste est vérifié', async () => {
    // OPS-63
    const wrong = Object.assign(new URL(t.url), { password: 'faux' }).href;
    expect(await of({ databaseUrl: wrong }, 'Base de données')).toEqual(
      is('panne', /mot de passe est refusé/),
    );
    const found = await check({
      ...lieu,
      mailer: relay,
      databaseUrl: 'postgres://manege@127.0.0.1:1/manege',
    });
    expect(found.filter(({ etat }) => etat !== 'ok').map(({ nom, etat }) => [nom, etat])).toEqual([
      ['Base de données', 'panne'],
      ['Extension', 'attention'],
      ['Migrations', 'attention'],
      ['Horloge', 'attention'],
      ['Dernière sauvegarde', 'attention'],
      ['Emails', 'attention'],
    ]);
  });

  test('figée : elle est nommée, et dite après 5 s', async () => {
    // OPS-63
    const mute = createPipe((near) => near.resume()).listen(0, '127.0.0.1');
    onTestFinished(() => void mute.close());
    await once(mute, 'listening');
    const databaseUrl = `postgres://manege@127.0.0.1:${(mute.address() as AddressInfo).port}/manege`;
    expect(await of({ databaseUrl }, 'Base de données')).toEqual({
      etat: 'panne',
      constat: "La base de données n'a pas répondu en 5 s.",
    });
  });

  test("en lecture seule ; par un superutilisateur ; en clair d'une autre machine", async () => {
    // OPS-63
    const url = await database();
    const name = new URL(url).pathname.slice(1);
    await adminQuery(`alter database ${name} set default_transaction_read_only = on`);
    expect(await of({ databaseUrl: url }, 'Base de données')).toEqual(is('panne', /lecture seule/));
    expect(await of({ databaseUrl: ownerUrl(t.url) }, 'Base de données')).toEqual(
      is('attention', /superutilisateur/),
    );
    // 127.0.0.2 stands for another machine.
    const { port } = new URL(t.url);
    const pipe = createPipe((near) => {
      const far = connect(Number(port), '127.0.0.1');
      for (const socket of [near, far]) socket.on('error', () => undefined);
      near.pipe(far).pipe(near);
    }).listen(0, '127.0.0.2');
    onTestFinished(() => void pipe.close());
    await once(pipe, 'listening');
    const far = Object.assign(new URL(t.url), {
      hostname: '127.0.0.2',
      port: String((pipe.address() as AddressInfo).port),
    }).href;
    expect(await of({ databaseUrl: far }, 'Base de données')).toEqual(is('attention', /en clair/));
  });

  test('avec une fonction remplacée, un déclencheur éteint ou un autre ôté : chacun par son nom', async () => {
    // OPS-47
    const url = await database();
    expect(await of({ databaseUrl: url }, 'Migrations')).toEqual(is('ok', /à jour/));
    await query(
      url,
      "create or replace function importer_lecons(lecons jsonb) returns setof uuid language sql as 'select null::uuid'",
    );
    const named = (names: string) => is('attention', new RegExp(`la base : ${names}\\.$`));
    expect(await of({ databaseUrl: url }, 'Migrations')).toEqual(named('importer_lecons'));
    await query(url, 'alter table participants disable trigger participants_conformes');
    await query(url, 'drop trigger reservations_conformes on reservations');
    expect(await of({ databaseUrl: url }, 'Migrations')).toEqual(
      named('participants_conformes, importer_lecons, reservations_conformes'),
    );
  });

  test("sans sa contrainte, sans son extension, sans une migration, ou d'une version plus récente", async () => {
    // OPS-63
    const url = await database();
    await query(url, 'alter table occupations drop constraint occupations_sans_chevauchement');
    expect(await of({ databaseUrl: url }, 'Extension')).toEqual(is('panne', /deux leçons/));
    await query(url, 'drop extension btree_gist');
    expect(await of({ databaseUrl: url }, 'Extension')).toEqual(is('panne', /btree_gist manque/));
    await query(
      url,
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('demain', 4102444800000)",
    );
    expect(await of({ databaseUrl: url }, 'Migrations')).toEqual(is('panne', /plus récente/));
    await query(
      url,
      'delete from drizzle.__drizzle_migrations where created_at >= (select created_at from drizzle.__drizzle_migrations order by created_at desc offset 1 limit 1)',
    );
    expect(await of({ databaseUrl: url }, 'Migrations')).toEqual(
      is('attention', /Une migration attend/),
    );
    await query(url, 'drop table sauvegardes');
    expect(await of({ databaseUrl: url }, 'Dernière sauvegarde')).toEqual(
      is('attention', /Pas vérifié.*42P01/),
    );
  });

  test('son horloge, et la dernière sauvegarde', async () => {
    // OPS-63, SET-16
    const ahead = (seconds: number) => ({ now: () => new Date(Date.now() + seconds * 1000) });
    expect(await of(ahead(20), 'Horloge')).toEqual(is('attention', /(19|20|21) s d'avance/));
    expect(await of(ahead(-600), 'Horloge')).toEqual(is('panne', /de retard/));
    await query(t.url, 'update horloge set battement_at = now()');
    expect(await of(ahead(46 * 86_400), 'Horloge')).toEqual(is('panne', /dernière activité/));
    expect(await of(ahead(37 * 3600), 'Dernière sauvegarde')).toEqual(
      is('panne', /La dernière qui a réussi/),
    );
    await query(
      t.url,
      "insert into sauvegardes (debut_at, fin_at, erreur) values (now(), now(), 'Le disque est plein.')",
    );
    expect(await of({}, 'Dernière sauvegarde')).toEqual(is('panne', /Le disque est plein/));
    await query(t.url, 'delete from sauvegardes where erreur is not null');
  });
});

test('un disque plein', async () => {
  // OPS-63
  const { sauvegardes } = lieu;
  expect(
    await of(
      { sauvegardes: { ...sauvegardes, dir: '/proc/sauvegardes' } },
      'Disque des sauvegardes',
    ),
  ).toMatchObject({ etat: 'panne' });
});

test("BACKUP_COMMAND qui n'existe pas, et des sauvegardes sur le disque de la base", async () => {
  // OPS-63
  const { sauvegardes } = lieu;
  const of2 = (change: Partial<Lieu['sauvegardes']>, nom: string) =>
    of({ sauvegardes: { ...sauvegardes, ...change } }, nom);
  const plain = join(folder(), 'copie.sh');
  writeFileSync(plain, '', { mode: 0o600 });
  for (const command of ['rclone copy', '/nulle/part', plain, '/etc'])
    expect(await of2({ command }, 'Copie des sauvegardes')).toEqual(
      is('panne', /n'existe pas, ou ne peut pas être lancé/),
    );
  for (const command of ['true', '/bin/true'])
    expect(await of2({ command }, 'Copie des sauvegardes')).toEqual(is('ok', /true\.$/));
  const here = { base: '/tmp', dir: '/tmp/sauvegardes-à-créer' };
  expect(await of2(here, 'Disque des sauvegardes')).toEqual(
    is('attention', /sur le disque de la base : un disque perdu emporte les deux/),
  );
  expect((await of2({ ...here, command: 'true' }, 'Disque des sauvegardes')).constat).not.toMatch(
    /sur le disque/,
  );
  expect(
    (await of2({ base: '/dev/shm', dir: '/tmp' }, 'Disque des sauvegardes')).constat,
  ).not.toMatch(/sur le disque/);
});

describe("l'adresse du site", () => {
  test('où personne ne répond, où un autre site répond, qui mène ailleurs', async () => {
    // OPS-65
    expect(await of({ publicUrl: 'http://127.0.0.1:1' }, 'Adresse du site')).toEqual(
      is('panne', /ECONNREFUSED/),
    );
    expect(await of({ publicUrl: 'http://127.0.0.1:1' }, 'Mandataire')).toEqual(
      is('attention', /Pas vérifié/),
    );
    const site = await serve((_, answer) => answer.end('<!doctype html>'));
    expect(await of({ publicUrl: site }, 'Adresse du site')).toEqual(
      is('panne', /répond 200, et ce n'est pas Manège/),
    );
    let visits = 0;
    const elsewhere = await serve((_, answer) => {
      visits += 1;
      answer.end('{}');
    });
    const moved = await serve((_, answer) => answer.writeHead(301, { location: elsewhere }).end());
    expect(await of({ publicUrl: moved }, 'Adresse du site')).toEqual(is('panne', /mène ailleurs/));
    expect(visits).toBe(0);
  });

  test("d'un service d'une autre version : la base la connaît, l'adresse ne la dit à personne", async () => {
    // OPS-63, API-12
    expect(await of({}, 'Version')).toEqual(is('ok', /^Manège 1\.0\.0, Node/));
    expect(await of({ version: '1.1.0' }, 'Version')).toEqual(
      is('attention', /^Manège 1\.1\.0, .* ; le service qui tourne est en 1\.0\.0\.$/),
    );
    for (const probe of ['echo', 'live', 'ready'])
      expect(await (await fetch(`${lieu.publicUrl}/api/health/${probe}`)).text()).not.toMatch(
        /\d\.\d/,
      );
  });

  test("d'un autre Manège", async () => {
    // OPS-65
    const url = await database();
    expect(await of({ databaseUrl: url }, 'Adresse du site')).toEqual(
      is('panne', /un autre Manège, ou à une autre base/),
    );
  });
});

test('le mandataire : absent, inconnu, crédule, bien réglé', async () => {
  // OPS-66
  const trusting = { given: { publicUrl: true, trustProxy: true, mailFrom: true } };
  expect(await of({}, 'Mandataire')).toEqual(is('ok', /Aucun mandataire/));
  // Every caller is trusted as if it were the proxy.
  expect(await of({ ...trusting, publicUrl: believing }, 'Mandataire')).toEqual(
    is('panne', /N'importe qui/),
  );
  const unnamed = await proxyTo(lieu.publicUrl, { 'x-forwarded-for': '198.51.100.7' });
  expect(await of({ publicUrl: unnamed }, 'Mandataire')).toEqual(
    is('attention', /TRUST_PROXY ne le nomme pas/),
  );
  const right = await proxyTo(believing, {
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-proto': 'https',
  });
  expect(await of({ ...trusting, publicUrl: right }, 'Mandataire')).toEqual(is('ok', /il est cru/));
});

test("le serveur d'envoi : rien n'est envoyé", async () => {
  // OPS-67
  const smtp = await startSmtp();
  onTestFinished(() => smtp.stop());
  const mailer = (url: string, requireTls = false) => ({
    mailer: createMailer(
      { url, requireTls },
      { name: 'Manège', address: 'no-reply@manege.example' },
    ),
  });
  expect(await of(mailer(smtp.url), "Serveur d'envoi")).toEqual(
    is('ok', /127\.0\.0\.1:\d+ répond/),
  );
  expect(await of(mailer('smtp://127.0.0.1:1'), "Serveur d'envoi")).toEqual(
    is('panne', /ne répond pas/),
  );
  expect(await of(mailer(smtp.url, true), "Serveur d'envoi")).toEqual(is('panne', /STARTTLS/));
  expect(smtp.essais).toBe(0);
});

test('un administrateur demande la liste ; ceux qui demandent ensemble ont la même', async () => {
  // OPS-68
  const [admin, rider] = await Promise.all([t.as({ role: 'admin' }), t.as()]);
  expect((await rider('POST', '/api/controles')).status).toBe(403);
  const [first, second] = await Promise.all([
    admin('POST', '/api/controles'),
    admin('POST', '/api/controles'),
  ]);
  expect([first.status, second.body]).toEqual([200, first.body]);
  expect(first.body[0]).toEqual({
    nom: 'Base de données',
    etat: 'ok',
    constat: expect.stringContaining('PostgreSQL'),
    remede: null,
  });
});
