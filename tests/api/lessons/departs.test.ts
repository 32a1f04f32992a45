/**
 * Callers who disconnect before they are answered are no failure of the service: the log does not
 * report them.
 */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { ask } from '../../support/http.ts';
import { useInstances } from '../../support/instances.ts';
import { startServer } from '../../support/server.ts';

const i = useInstances({ count: 1 });
beforeAll(async () => {
  i.servers.push(await startServer({ ...i.env, TRUST_PROXY: '127.0.0.1' }));
});

const json = (path: string, length: number, body: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${i.tokens[0]}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`;
const get = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${i.tokens[0]}\r\n\r\n`;

/**
 * Sends a request and disconnects immediately, with or without a proper close. `accepted`: only
 * after the server has accepted the connection.
 */
async function leave(
  url: string,
  words: string,
  { politely = false, accepted = false } = {},
): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  // Connections are accepted in order, so this one must be new.
  if (accepted) await ask(`${url}/api/health`, { agent: new Agent({ keepAlive: false }) });
  await new Promise<void>((resolve) => {
    socket.write(words, 'latin1', () => resolve());
  });
  if (politely) socket.destroy();
  else socket.resetAndDestroy();
}

test.each([
  ['directement', () => i.servers[0]!],
  ['derrière un mandataire', () => i.servers[1]!],
])(
  'qui part avant sa réponse, %s, ne laisse aucune erreur dans le journal',
  async (_, serverOf) => {
    const server = serverOf();
    const requests = [
      get('/api/auth/get-session'),
      get('/api/reservations'),
      get('/api/live'),
      get('/api/health'),
      get('/api/openapi.json'),
      get('/'),
      get('/assets/absent.js'),
      json(
        '/api/auth/sign-in/email',
        60,
        '{"email":"personne@essai.example","password":"une phrase"}  ',
      ),
      json('/api/auth/sign-in/email', 100, '{"email":'),
      json('/api/reservations', 4_000, '{"type_lecon":"longe"'),
      json('/api/reservations', 400_000, 'x'.repeat(60_000)),
      `PUT /api/profil/photo HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${i.tokens[0]}\r\ncontent-type: image/jpeg\r\ncontent-length: 4000000\r\n\r\n\xff\xd8`,
      `POST /api/reservations HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${i.tokens[0]}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":`,
    ];
    for (const words of requests) {
      for (const politely of [true, false])
        await Promise.all(Array.from({ length: 6 }, () => leave(server.url, words, { politely })));
    }
    // When each of these is answered, the previous request has been handled.
    for (let n = 0; n < 5; n += 1) {
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
      await setTimeout(100); // the test asserts that nothing is logged afterwards
    }
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; msg: string });
    // The sign-ins with a wrong password among the requests are security events, whether or not
    // their caller waits.
    expect(lines.filter(({ level, msg }) => level >= 40 && msg !== 'security')).toEqual([]);
  },
);

test("des mots de passe faux comptent aussi quand leur auteur n'attend pas la réponse", async () => {
  await i.sql.query('delete from essais');
  const body = JSON.stringify({ email: 'personne@essai.example', password: 'une phrase' });
  // The session is looked up first: by then the caller has disconnected.
  const words = `POST /api/auth/sign-in/email HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer inconnu\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const keys = async () =>
    (
      await i.sql.query<{ cle: string }>("select cle from essais where cle like '%reseau%'")
    ).rows.map(({ cle: key }) => key.slice(key.lastIndexOf(' ') + 1));
  for (let n = 1; n <= 4; n += 1) {
    await leave(i.urlOf(0), words, { accepted: true });
    await expect
      .poll(async () => (await keys()).length, { timeout: 10_000 })
      .toBeGreaterThanOrEqual(n);
  }
  expect(new Set(await keys())).toEqual(new Set(['127.0.0.1']));
});
