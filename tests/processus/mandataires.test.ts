/**
 * The proxy recipes of deploy/: senders that never finish, plain http, and the account that HAProxy
 * runs as (OPS-77).
 */
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { ask } from '../support/http.ts';
import { useInstances } from '../support/instances.ts';
import { ownerQuery } from '../support/postgres.ts';
import {
  type FrontProxy,
  freePort,
  needs,
  startCaddy,
  startHaproxy,
  startHaproxyForPostgres,
  startNginx,
} from '../support/proxies.ts';

const i = useInstances({ count: 1 });
const SLOW = 2_050;

/** A sender that continues its headers, one line from time to time, and never ends them. */
function sendSlowly(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  const more = setInterval(() => socket.write('X-Encore: 1\r\n'), 4_000);
  socket
    .on('error', () => undefined)
    .on('close', () => clearInterval(more))
    .resume();
  socket.write('GET /api/centre HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  return socket;
}

/** The answer to a caller at another address. */
const stranger = async (url: string) =>
  (await ask(`${url}/api/centre`, { localAddress: '127.0.0.2' })).status;

test.for([
  ['haproxy', startHaproxy],
  ['nginx', startNginx],
  ['caddy', ([url = '']: readonly string[]) => startCaddy(url)],
] as const)(
  `derrière %s, ${SLOW} demandes qui ne finissent pas sont fermées, et les autres reçoivent leur réponse`,
  async ([name, startProxy], context) => {
    // OPS-77
    needs(context, name);
    const proxy = await startProxy(i.servers.map(({ url }) => url));
    const sockets: Socket[] = [];
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy();
      await proxy.stop();
    });
    for (let n = 0; n < SLOW; n += 1) {
      sockets.push(sendSlowly(Number(new URL(proxy.url).port)));
      if (n % 200 === 0) expect([n, await stranger(proxy.url)]).toEqual([n, 200]);
    }
    expect(await stranger(proxy.url)).toBe(200);
    // The limit ends only hanging requests: none of the three proxies closes such a sender by
    // itself, or only after a minute or more.
    await expect
      .poll(() => sockets.filter(({ closed }) => !closed).length, {
        timeout: 50_000,
        interval: 500,
      })
      .toBe(0);
    expect(await stranger(proxy.url)).toBe(200);
  },
);

test.for([
  ['haproxy', startHaproxy],
  ['nginx', startNginx],
] as const)('%s mène de http à https', async ([name, startProxy], context) => {
  // OPS-77
  needs(context, name);
  const proxy = await startProxy(i.servers.map(({ url }) => url));
  onTestFinished(() => proxy.stop());
  const { status, headers } = await ask(`${proxy.redirection}/app/reservation?semaine=2`);
  expect([status, headers.location]).toEqual([
    301,
    `https://127.0.0.1${name === 'haproxy' ? `:${new URL(proxy.redirection).port}` : ''}/app/reservation?semaine=2`,
  ]);
});

/** In front of the PostgreSQL of the run, which its script identifies as the primary. */
async function startBeforePostgres(context: Pick<TestContext, 'skip'>): Promise<FrontProxy> {
  context.skip(spawnSync('psql', ['--version']).status !== 0, 'psql is not installed');
  await ownerQuery("create role manege_haproxy login password 'essai' in role pg_monitor");
  onTestFinished(() => ownerQuery('drop role manege_haproxy'));
  return startHaproxyForPostgres([Number(new URL(i.database.url).port)], 'essai');
}

test.for([
  ['devant les instances', () => startHaproxy(i.servers.map(({ url }) => url))],
  ['devant PostgreSQL', startBeforePostgres],
] as const)('%s, HAProxy ne tourne pas sous le compte root', async ([, startProxy], context) => {
  // OPS-77
  needs(context, 'haproxy');
  const proxy = await startProxy(context);
  onTestFinished(() => proxy.stop());
  const { stdout } = spawnSync('ps', ['-o', 'user=', '-p', String(proxy.pid)], {
    encoding: 'utf8',
  });
  expect(stdout.trim()).not.toMatch(/^(root)?$/);
});

test("HAProxy n'écarte pas une instance dont deux réponses à la sonde manquent", async (context) => {
  // OPS-60
  needs(context, 'haproxy');
  let asked = 0;
  const port = await freePort();
  const instance = createServer(({ url }, response) => {
    if (url !== '/api/health/ready') return response.end('ok');
    asked += 1;
    response.writeHead(asked % 4 < 2 ? 503 : 200).end(); // two failures in a row, then two answers
  }).listen(port, '127.0.0.1');
  const proxy = await startHaproxy([`http://127.0.0.1:${port}`]);
  onTestFinished(async () => {
    await proxy.stop();
    instance.close();
    instance.closeAllConnections();
  });
  const statuses = new Set<number>();
  while (asked < 10) statuses.add((await ask(`${proxy.url}/api/centre`)).status);
  expect([...statuses]).toEqual([200]);
});
