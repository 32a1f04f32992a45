/** What Prometheus reads, and who may read it (OPS-61, OPS-62). */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../src/server/app.ts';
import { openMetrics } from '../../../src/server/metrics.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { book, DEMANDE, MORNING, useTestApp } from '../../support/app.ts';
import { type Proxy, startProxy } from '../../support/proxy.ts';

const TOKEN = 'un-jeton-de-vingt-caracteres-au-moins';

let proxy: Proxy;
const t = useTestApp({ reach: async (url) => (proxy = await startProxy(url)).url });
afterAll(() => proxy.close());

let watch: Awaited<ReturnType<typeof openMetrics>>;
/** A second application on the same database, with metrics. */
let app: Awaited<ReturnType<typeof createApp>>;
beforeAll(async () => {
  watch = await openMetrics(t.services, { port: null, host: '127.0.0.1', token: TOKEN });
  app = await createApp(t.services, {
    webRoot: '/nonexistent',
    trustProxy: false,
    watch,
    logger: createLog('silent'),
  });
});
afterAll(() => app.close());

const read = (headers: Record<string, string> = {}) => app.inject({ url: '/metrics', headers });
const scrape = async () => {
  const { statusCode, body } = await read({ authorization: `Bearer ${TOKEN}` });
  expect(statusCode).toBe(200);
  return body;
};
/** The value of a series. Null if it does not exist. */
const valueOf = (text: string, series: string): number | null => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};
/** A call on the application with metrics. */
const callAs = (
  { cookie }: { cookie: string },
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
) =>
  app.inject({
    method,
    url,
    headers: { cookie, host: 'localhost:3000', origin: 'http://localhost:3000' },
    ...(payload && { payload }),
  });

test('deux réservations, un créneau déjà pris : deux, et un', async () => {
  // OPS-61
  const rider = await t.as();
  const answers = [];
  for (const change of [{}, { type_piste: 'exterieure' }, {}])
    answers.push(
      (await callAs(rider, 'POST', '/api/reservations', { ...DEMANDE, ...change })).statusCode,
    );
  expect(answers).toEqual([201, 201, 409]);
  await callAs(
    rider,
    'GET',
    `/api/reservations/${(await book(rider, { heure_debut: '14:00' }))['id']}`,
  );
  for (const url of [
    '/api/nulle-part/1',
    '/api/nulle-part/2',
    '/quelque-page',
    '/assets/a.js',
    '/wp-login.php',
  ])
    await app.inject({ url });
  await app.inject({ method: 'PROPFIND' as 'GET', url: '/api/centre' });

  const text = await scrape();
  expect(valueOf(text, 'manege_reservations_created_total')).toBe(2);
  expect(valueOf(text, 'manege_reservation_conflicts_total')).toBe(1);
  expect(
    valueOf(
      text,
      'manege_http_requests_total{method="POST",route="/api/reservations",status="2xx"}',
    ),
  ).toBe(2);
  expect(
    valueOf(
      text,
      'manege_http_requests_total{method="POST",route="/api/reservations",status="4xx"}',
    ),
  ).toBe(1);
  expect(
    valueOf(text, 'manege_http_request_duration_seconds_count{route="/api/reservations"}'),
  ).toBe(3);
  expect(
    valueOf(
      text,
      'manege_http_requests_total{method="GET",route="/api/reservations/{id}",status="2xx"}',
    ),
  ).toBe(1);
  expect(
    valueOf(text, 'manege_http_requests_total{method="GET",route="/api/*",status="4xx"}'),
  ).toBe(2);
  expect(valueOf(text, 'manege_http_requests_total{method="GET",route="page",status="4xx"}')).toBe(
    3,
  );
  // No address, id or method chosen by a caller becomes part of the name of a series.
  expect(text).not.toMatch(/nulle-part|wp-login|PROPFIND|[0-9a-f]{8}-[0-9a-f]{4}|@|Lambert/);
  expect(valueOf(text, 'manege_pool_connections')).toBeGreaterThan(0);
  expect(valueOf(text, 'manege_live_streams')).toBe(0);
  expect(text).toMatch(
    /^manege_build_info\{version="1\.0\.0",node="24\.[\d.]+",postgresql="18\.4"\} 1$/m,
  );
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
  ])
    expect(valueOf(text, name)).not.toBeNull();
});

test('emails et sauvegardes, lus de la base ; quand elle se tait, le reste se lit encore', async () => {
  // OPS-61
  const { db } = t.services;
  await db.execute(sql`delete from courriels`);
  const courriel = (statut: string, minutes: number) =>
    db.execute(sql`
    insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, statut, envoyer_apres, perime_apres)
    values (${`essai ${statut} ${minutes}`}, 'libre', 'camille@essai.example', 'Camille', '{"sorte":"libre","sujet":"a","html":"b"}', ${statut}, ${new Date(MORNING.getTime() + minutes * 60_000)}, '2030-01-01')`);
  for (const [statut, minutes] of [
    ['en_attente', -10],
    ['en_attente', -2],
    ['en_attente', 60],
    ['echoue', -5],
    ['envoye', -5],
  ] as const)
    await courriel(statut, minutes);
  await db.execute(sql`insert into sauvegardes (debut_at, fin_at, fichier, octets, erreur) values
    ('2026-11-20T01:30:00Z', '2026-11-20T01:31:00Z', '/a', 1234, null), ('2026-11-21T01:30:00Z', '2026-11-21T01:31:00Z', null, null, 'Le disque est plein')`);
  // The figures of a scrape are reused for 5 s.
  await expect
    .poll(async () => valueOf(await scrape(), 'manege_backup_size_bytes'), {
      timeout: 10_000,
      interval: 500,
    })
    .toBe(1234);
  const text = await scrape();
  const figures = [
    'database_up',
    'emails_waiting',
    'emails_oldest_waiting_seconds',
    'emails_failed',
    'backup_last_success_timestamp_seconds',
    'backup_verified',
    'backup_failed',
    'backup_late',
  ];
  const figuresOf = (from: string) => figures.map((name) => valueOf(from, `manege_${name}`));
  expect(figuresOf(text)).toEqual([
    1,
    2,
    600,
    1,
    Date.parse('2026-11-20T01:31:00Z') / 1000,
    1,
    1,
    1,
  ]);

  expect(valueOf(text, 'manege_writable')).toBe(1);
  expect(valueOf(text, 'manege_disk_free_bytes{disk="sauvegardes"}')).toBeGreaterThan(0);
  proxy.mute = true;
  proxy.swallow();
  // the result of the write check is reused for 5 s
  t.clock.now = new Date(MORNING.getTime() + 60_000);
  let silent = '';
  await expect
    .poll(async () => valueOf((silent = await scrape()), 'manege_database_up'), {
      timeout: 10_000,
      interval: 500,
    })
    .toBe(0);
  await expect
    .poll(async () => valueOf(await scrape(), 'manege_writable'), {
      timeout: 10_000,
      interval: 500,
    })
    .toBe(0);
  expect(figuresOf(silent)).toEqual([0, null, null, null, null, null, null, null]);
  expect(valueOf(silent, 'manege_reservations_created_total')).toBe(2);
  t.clock.now = MORNING;
  proxy.mute = false;
});

describe('qui lit', () => {
  test('sur le port du service : personne sans configuration, ensuite qui a le jeton', async () => {
    // OPS-62
    expect((await t.anonymous('GET', '/metrics')).status).toBe(404);
    expect(
      (await t.anonymous('GET', '/metrics', undefined, { authorization: `Bearer ${TOKEN}` }))
        .status,
    ).toBe(404);
    for (const authorization of [
      '',
      'Bearer ',
      TOKEN,
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(0, -1)}`,
    ]) {
      const { statusCode, body } = await read({ authorization });
      expect([statusCode, body]).toEqual([401, '']);
    }
  });

  test('sur un port à elles, les mesures ne sont pas sur celui du service', async () => {
    // OPS-62
    const apart = await openMetrics(t.services, { port: 0, host: '127.0.0.1', token: null });
    onTestFinished(apart.stop);
    const url = `http://127.0.0.1:${apart.port}`;
    expect([(await fetch(`${url}/metrics`)).status, (await fetch(`${url}/`)).status]).toEqual([
      200, 404,
    ]);
    const beside = await createApp(t.services, {
      webRoot: '/nonexistent',
      trustProxy: false,
      watch: apart,
      logger: createLog('silent'),
    });
    expect((await beside.inject({ url: '/metrics' })).statusCode).toBe(404);
    await beside.close();

    const guarded = await openMetrics(t.services, { port: 0, host: '127.0.0.1', token: TOKEN });
    onTestFinished(guarded.stop);
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${guarded.port}/metrics`, { headers })).status;
    expect([await ask({}), await ask({ authorization: `Bearer ${TOKEN}` })]).toEqual([401, 200]);
    await expect(
      openMetrics(t.services, { port: guarded.port ?? 0, host: '127.0.0.1', token: null }),
    ).rejects.toThrow('METRICS_PORT : le port');
  });
});
