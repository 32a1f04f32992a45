/**
 * An instance that stops finishes its requests, and refuses new ones in a way that sends their
 * callers to another instance.
 */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { slotsFrom } from '../../support/bookings.ts';
import { ask } from '../../support/http.ts';
import { useInstances } from '../../support/instances.ts';
import { needs, startHaproxy, startNginx } from '../../support/proxies.ts';
import { rounds } from '../../support/rounds.ts';
import { startServer } from '../../support/server.ts';

const SOON = { timeout: 30_000 };
/** How many lessons are booked before an instance is stopped. */
const BOOKED = rounds(15, 50);

const i = useInstances({ role: 'admin', env: { LOG_LEVEL: 'info' } });

const jour = (n: number): string => addDays(momentAt(new Date()).jour, n);
const slots = slotsFrom(jour(3));
const auth = (): Record<string, string> => ({ authorization: `Bearer ${i.tokens[0]}` });

test("pendant l'arrêt, qui est déjà là reçoit sa réponse, puis « Connection: close » ; la santé dit de ne plus venir", async () => {
  // API-13, LIM-42
  const server = await startServer(i.env);
  onTestFinished(async () => {
    await server.stop();
  });
  const { port } = new URL(server.url);
  const open = async () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    let text = '';
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    const say = (path: string) => {
      text = '';
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${i.tokens[0]}\r\n\r\n`,
      );
    };
    return { socket, say, text: () => text };
  };
  const [reader, health, ready, alive, late] = await Promise.all([
    open(),
    open(),
    open(),
    open(),
    open(),
  ]);
  for (const one of [reader, health, ready, alive]) {
    one.say('/api/centre');
    await expect.poll(() => one.text(), SOON).toContain('"ville"');
    expect(one.text()).not.toMatch(/connection: close/i);
  }
  const turn = new Agent({ keepAlive: false });
  // It listens as long as requests arrive (LIM-42). Without them, its 300 ms would be over before a
  // busy machine has sent the next ones.
  let asking = true;
  onTestFinished(() => {
    asking = false;
  });
  const others = Promise.all(
    [1, 2, 3].map(async () => {
      while (asking)
        await ask(`${server.url}/api/nulle-part`, { agent: turn }).catch(() => setTimeout(20));
    }),
  );
  const stopped = server.stop();
  await expect
    .poll(async () => (await ask(`${server.url}/api/health`, { agent: turn })).status, {
      ...SOON,
      interval: 20,
    })
    .toBe(503);
  reader.say('/api/nulle-part');
  health.say('/api/health');
  ready.say('/api/health/ready');
  alive.say('/api/health/live');
  late.say('/api/reservations?miennes=1');
  await expect
    .poll(
      () => [reader, health, ready, alive, late].every(({ socket }) => socket.readableEnded),
      SOON,
    )
    .toBe(true);
  asking = false;
  await others;
  expect(reader.text()).toMatch(
    /^HTTP\/1\.1 404 [^]*connection: close[^]*"code":"adresse_introuvable"/i,
  );
  expect(health.text()).toMatch(
    /^HTTP\/1\.1 503 [^]*connection: close[^]*"code":"service_occupe"/i,
  );
  // OPS-60
  expect(ready.text()).toMatch(/^HTTP\/1\.1 503 [^]*connection: close[^]*"code":"service_occupe"/i);
  expect(alive.text()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*"status":"ok"/i);
  expect(late.text()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*\r\n\r\n\[/i);
  expect(await stopped).toBe(0);
  // The balancer recognises a stop, so it is not a failure.
  expect(server.output()).not.toMatch(/"level":[56]0/);
});

test("avec DRAIN_SECONDS, l'instance qui s'arrête dit d'abord de ne plus venir, et sert encore comme avant", async () => {
  // OPS-74
  const server = await startServer({ ...i.env, DRAIN_SECONDS: '2' });
  const stream = await fetch(`${server.url}/api/live`, { headers: auth() });
  let open = true;
  const ended = (async () => {
    for await (const _ of stream.body!);
    open = false;
  })();
  const stopped = server.stop();
  await expect
    .poll(async () => (await ask(`${server.url}/api/health/ready`)).status, {
      ...SOON,
      interval: 20,
    })
    .toBe(503);
  expect((await ask(`${server.url}/api/health/live`)).status).toBe(200);
  const { status, headers } = await ask(`${server.url}/api/reservations?miennes=1`, {
    headers: auth(),
  });
  expect(status).toBe(200);
  expect(headers.connection).not.toBe('close');
  expect(open).toBe(true); // streams last longest
  expect(await stopped).toBe(0);
  await ended;
});

const PROXIES = [
  ['haproxy', startHaproxy],
  ['nginx', startNginx],
] as const;

test.for(PROXIES.slice(0, rounds(1, PROXIES.length)))(
  "derrière %s, deux instances redémarrées l'une après l'autre sous la charge ne manquent aucune demande",
  async ([name, startProxy], context) => {
    // API-13
    needs(context, name);
    const proxy = await startProxy(i.servers.map(({ url }) => url));
    onTestFinished(() => proxy.stop());
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const answers: Record<string, number> = {};
    const booked: string[] = [];
    let running = true;
    const count = (what: string): void => {
      answers[what] = (answers[what] ?? 0) + 1;
    };
    const caller = async (books: boolean): Promise<void> => {
      while (running) {
        const call = books
          ? ask(`${proxy.url}/api/reservations`, {
              method: 'POST',
              agent,
              headers: { ...auth(), 'content-type': 'application/json' },
              body: JSON.stringify(slots.next().value),
            })
          : ask(`${proxy.url}/api/disponibilites?du=${jour(3)}&au=${jour(4)}`, {
              agent,
              headers: auth(),
            });
        try {
          const { status, text } = await call;
          count(`${books ? 'POST' : 'GET'} ${status}`);
          if (status === 201) booked.push(JSON.parse(text).id);
          await setTimeout(40); // as people who read do
        } catch (error) {
          count(String(error));
        }
      }
    };
    const callers = Promise.all([false, false, false, true, true].map(caller));
    try {
      for (let n = 0; n < i.servers.length; n += 1) {
        const before = booked.length;
        // it stops while it works, not while it is idle
        await expect.poll(() => booked.length, SOON).toBeGreaterThan(before + BOOKED);
        const old = i.servers[n]!;
        expect(await old.stop()).toBe(0);
        i.servers[n] = await startServer({ ...i.env, PORT: new URL(old.url).port });
        await expect.poll(() => i.servers[n]!.output(), SOON).toContain('/api/disponibilites');
      }
    } finally {
      running = false;
      await callers;
    }
    expect(Object.keys(answers).toSorted()).toEqual(['GET 200', 'POST 201']);
    expect(answers['POST 201']).toBeGreaterThan(2 * BOOKED);
    const { rows } = await i.sql.query(
      'select count(*)::int as n from reservations where id = any($1)',
      [booked],
    );
    expect(rows).toEqual([{ n: booked.length }]);
  },
);
