import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, test } from 'vitest';
import { EnvError, readEnv, secretFor } from './env.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'manege-env-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

/** The number of simultaneous starts. */
const ENSEMBLE = 2;

const SECRET = 'trente-deux caractères au moins, pas un de moins';

const read = (env: Record<string, string> = {}) => readEnv({ DATA_DIR, ...env });

test("sans rien, le service a tout ce qu'il lui faut", () => {
  expect(read()).toMatchObject({
    PORT: 3000,
    CENTRE_NAME: 'Manège',
    CENTRE_TOWN: 'Gembloux',
    LOG_LEVEL: 'info',
    production: false,
    trustProxy: false,
  });
});

test('le secret est tiré une fois, gardé pour le propriétaire seul, et retrouvé', () => {
  const secret = read().secret ?? '';
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(read().secret).toBe(secret);
  expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(DATA_DIR, 'secret'), 'utf8')).toBe(secret);
});

test.skipIf(process.getuid?.() !== 0)(
  'sous root, un umask strict ne ferme pas au compte de PostgreSQL le dossier qui est créé',
  () => {
    const before = process.umask(0o077);
    try {
      read({ DATA_DIR: join(DATA_DIR, 'strict', 'manege') });
    } finally {
      process.umask(before);
    }
    expect(
      ['strict', 'strict/manege', 'strict/manege/secret'].map((path) =>
        (statSync(join(DATA_DIR, path)).mode & 0o777).toString(8),
      ),
    ).toEqual(['755', '755', '600']);
  },
);

test.each([
  ['manque', null],
  ['est vide', '\n'],
])("un secret qui %s à côté d'une base : refusé s'il y a des comptes, tiré sinon", (_, left) => {
  // SET-35
  const dossier = join(DATA_DIR, `perdu${left?.length ?? 0}`);
  const file = join(dossier, 'secret');
  const { secret } = readEnv({ DATA_DIR: dossier });
  mkdirSync(join(dossier, 'postgresql/base-18'), { recursive: true });
  expect(readEnv({ DATA_DIR: dossier }).secret).toBe(secret);
  if (left === null) rmSync(file);
  else writeFileSync(file, left);
  const env = readEnv({ DATA_DIR: dossier });
  expect(env.secret).toBeNull();
  expect(() => secretFor(env, true)).toThrow(
    `Le fichier ${file} manque ou est vide, et la base de données a des comptes`,
  );
  expect(existsSync(file) && readFileSync(file, 'utf8').trim() !== '').toBe(false);
  const drawn = secretFor(env, false);
  expect(drawn.length).toBeGreaterThanOrEqual(32);
  expect(readEnv({ DATA_DIR: dossier }).secret).toBe(drawn);
});

test('des processus qui démarrent ensemble sur un dossier neuf lisent le même secret', async () => {
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const script = `
    const { workerData: { ready, env, dossiers }, parentPort } = require('node:worker_threads');
    import(env).then(({ readEnv }) => dossiers.map((DATA_DIR, n) => {
      Atomics.add(ready, 0, 1);
      while (Atomics.load(ready, 0) < (n + 1) * ${ENSEMBLE}); // all of them, in the same moment
      try { return readEnv({ DATA_DIR }).secret; } catch (error) { return String(error); }
    })).then((secrets) => parentPort.postMessage(secrets));`;
  const dossiers = Array.from({ length: 40 }, (_, n) => join(DATA_DIR, `neuf${n}`));
  const answers = await Promise.all(
    Array.from({ length: ENSEMBLE }, async () => {
      const worker = new Worker(script, {
        eval: true,
        workerData: { ready, env: new URL('./env.ts', import.meta.url).href, dossiers },
      });
      const [secrets] = (await once(worker, 'message')) as [string[]];
      await worker.terminate();
      return secrets;
    }),
  );
  for (const [n, dossier] of dossiers.entries()) {
    const secret = readFileSync(join(dossier, 'secret'), 'utf8');
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(answers.map((secrets) => secrets[n])).toEqual(Array(ENSEMBLE).fill(secret));
    expect(readdirSync(dossier)).toEqual(['secret']);
  }
});

test("DATA_DIR qui n'est pas un dossier se dit", () => {
  const file = join(DATA_DIR, 'fichier');
  writeFileSync(file, '');
  for (const dir of [file, join(file, 'dessous')])
    expect(() => read({ DATA_DIR: dir })).toThrow(
      new EnvError(`DATA_DIR doit être un dossier : ${dir} n'en est pas un.`),
    );
});

test('une valeur vide compte pour absente', () => {
  // SET-27
  expect(read({ PORT: '', SMTP_URL: '', HOST: '' })).toMatchObject({ PORT: 3000 });
});

describe('une valeur fausse arrête le démarrage et se nomme', () => {
  // SET-27
  test.each([
    ['PORT', { PORT: 'trois mille' }, 'PORT doit être un nombre.'],
    ['PORT', { PORT: '70000' }, 'PORT doit être entre 0 et 65535.'],
    [
      'DATABASE_DIRECT_URL',
      {
        DATABASE_URL: 'postgres://localhost:6432/manege',
        DATABASE_DIRECT_URL: 'postgres://localhost/manege',
      },
      "DATABASE_DIRECT_URL n'existe plus : donnez l'adresse de PostgreSQL lui-même dans DATABASE_URL, sans pgbouncer, et retirez cette variable.",
    ],
    [
      'DATABASE_URL',
      { DATABASE_URL: 'mysql://localhost/manege' },
      'DATABASE_URL doit commencer par postgres://.',
    ],
    [
      'PUBLIC_URL',
      { PUBLIC_URL: 'manege.be' },
      'PUBLIC_URL doit commencer par http:// ou https://.',
    ],
    ['SECRET', { SECRET: 'court' }, 'SECRET doit compter au moins 32 caractères.'],
    [
      'SMTP_URL',
      { SMTP_URL: 'http://courrier' },
      'SMTP_URL doit commencer par smtp:// ou smtps://.',
    ],
    ['SMTP_REQUIRE_TLS', { SMTP_REQUIRE_TLS: 'non' }, 'SMTP_REQUIRE_TLS doit être 0 ou 1.'],
    [
      'MAIL_FROM',
      { MAIL_FROM: 'Les Écuries' },
      "MAIL_FROM doit être une adresse email, ou un nom suivi d'une adresse entre < et >.",
    ],
    [
      'ADMIN_EMAIL',
      { ADMIN_EMAIL: 'admin', ADMIN_PASSWORD: 'secret1' },
      'ADMIN_EMAIL doit être une adresse email.',
    ],
    [
      'ADMIN_PASSWORD',
      { ADMIN_EMAIL: 'admin@centre.be' },
      'ADMIN_PASSWORD va de pair avec ADMIN_EMAIL.',
    ],
    [
      'ADMIN_NAME',
      { ADMIN_EMAIL: 'admin@centre.be', ADMIN_PASSWORD: 'secret1', ADMIN_NAME: '12' },
      'ADMIN_NAME doit être un nom.',
    ],
    ['ADMIN_NAME', { ADMIN_NAME: 'Sophie Delvaux' }, 'ADMIN_NAME va avec ADMIN_EMAIL.'],
    [
      'TRUST_PROXY',
      { TRUST_PROXY: 'proxy.local' },
      'TRUST_PROXY doit être 1, ou des adresses et des réseaux séparés par des virgules.',
    ],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/40' }, 'TRUST_PROXY doit être 1'],
    ['METRICS_HOST', { METRICS_HOST: '10.0.0.1' }, 'METRICS_HOST va avec METRICS_PORT.'],
    [
      'METRICS_TOKEN',
      { METRICS_TOKEN: 'trop-court' },
      'METRICS_TOKEN doit compter au moins 20 caractères',
    ],
    [
      'BACKUP_PASSPHRASE', // LIM-82
      { BACKUP_PASSPHRASE: 'x'.repeat(19) },
      'BACKUP_PASSPHRASE doit compter au moins 20 caractères.',
    ],
    ['DEMO', { DEMO: 'oui' }, 'DEMO doit être 0 ou 1.'],
    [
      'LOG_LEVEL',
      { LOG_LEVEL: 'bavard' },
      'LOG_LEVEL doit être fatal, error, warn, info, debug, trace ou silent.',
    ],
    ['NODE_ENV', { NODE_ENV: 'prod' }, 'NODE_ENV doit être production, development ou test.'],
    ['SECRET en production', { NODE_ENV: 'production' }, /^SECRET est demandé en production/],
    [
      'PUBLIC_URL en production',
      { NODE_ENV: 'production', SECRET },
      'PUBLIC_URL est demandée en production',
    ],
    [
      'PUBLIC_URL en production',
      { NODE_ENV: 'production', SECRET, PUBLIC_URL: 'http://manege.be' },
      'PUBLIC_URL doit commencer par https:// en production, sauf pour cette machine (localhost, 127.0.0.1 ou [::1]).',
    ],
    [
      'PUBLIC_URL en production',
      { NODE_ENV: 'production', SECRET, PUBLIC_URL: 'http://localhost.manege.be' },
      'PUBLIC_URL doit commencer par https:// en production',
    ],
  ] as const)('%s', (_, env, sentence) => {
    expect(() => read(env)).toThrow(EnvError);
    expect(() => read(env)).toThrow(sentence);
  });
});

test('personne ne lit les mesures sans configuration, et leur port est à cette machine', () => {
  // OPS-62
  expect(read().metrics).toBeNull();
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({
    port: 9464,
    host: '127.0.0.1',
    token: null,
  });
});

test('en production, PUBLIC_URL est en https, ou en http pour cette machine seulement', () => {
  // SET-18
  for (const PUBLIC_URL of [
    'https://manege.be',
    'https://localhost',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ]) {
    expect(read({ NODE_ENV: 'production', SECRET, PUBLIC_URL })).toMatchObject({
      production: true,
      PUBLIC_URL,
    });
  }
  expect(read({ PUBLIC_URL: 'http://manege.be' })).toMatchObject({ production: false });
});

test("les mandataires de confiance se nomment, ou il n'y en a qu'un", () => {
  expect(read({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8, ::1, loopback' }).trustProxy).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    '::1',
    'loopback',
  ]);
  expect(read({ TRUST_PROXY: '1' }).trustProxy).toBe(1);
});

test("un serveur d'envoi d'une autre machine doit chiffrer, sauf avis contraire", () => {
  // MAIL-20
  const requires = (SMTP_URL: string, env: Record<string, string> = {}) =>
    read({ SMTP_URL, ...env }).smtp?.requireTls;
  for (const url of [
    'smtp://courrier.be',
    'smtp://127.0.0.1.courrier.be',
    'smtp://10.0.0.1',
    'smtp://localhost@courrier.be',
  ])
    expect(requires(url)).toBe(true);
  for (const url of ['smtp://localhost', 'smtp://moi:mot@127.0.0.1:1025', 'smtp://[::1]'])
    expect(requires(url)).toBe(false);
  expect(requires('smtp://courrier.be', { SMTP_REQUIRE_TLS: '0' })).toBe(false);
  expect(requires('smtp://localhost', { SMTP_REQUIRE_TLS: '1' })).toBe(true);
  expect(read({}).smtp).toBeNull();
});

test("les emails viennent de MAIL_FROM, sinon d'une adresse du site, sous le nom du centre", () => {
  expect(read({ MAIL_FROM: 'Les Écuries <bonjour@ecuries.be>' }).expediteur).toEqual({
    name: 'Les Écuries',
    address: 'bonjour@ecuries.be',
  });
  expect(read({ MAIL_FROM: '"Les Écuries, Gembloux" <bonjour@ecuries.be>' }).expediteur).toEqual({
    name: 'Les Écuries, Gembloux',
    address: 'bonjour@ecuries.be',
  });
  expect(read({ MAIL_FROM: 'bonjour@ecuries.be', CENTRE_NAME: 'Les Écuries' }).expediteur).toEqual({
    name: 'Les Écuries',
    address: 'bonjour@ecuries.be',
  });
  expect(read({ PUBLIC_URL: 'https://manege.be:8443' }).expediteur).toEqual({
    name: 'Manège',
    address: 'no-reply@manege.be',
  });
});
