/**
 * Edge cases of request bodies: an announced body that never arrives, and bodies above the limit,
 * sent as by a proxy that keeps its connections.
 */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { REFUS } from '../../../src/domain/errors/errors.ts';
import { slotsFrom } from '../../support/bookings.ts';
import { ask } from '../../support/http.ts';
import { useInstances } from '../../support/instances.ts';
import { needs, startNginx } from '../../support/proxies.ts';

/** The most bytes of a call, and of a photo. */
const [CALL, PHOTO] = [256 * 1024, 5 * 1024 * 1024];

const i = useInstances({ role: 'admin' });

describe('un corps vide annoncé comme du JSON', () => {
  test.each([
    ['sans longueur', {}],
    ['de longueur nulle', { 'content-length': '0' }],
  ])("%s n'empêche pas de supprimer", async (_, headers) => {
    const { body } = await i.call(0, '/api/reservations', slotsFrom('2027-03-01').next().value);
    const removed = await ask(`${i.urlOf(0)}/api/reservations/${body.id}`, {
      method: 'DELETE',
      headers: {
        authorization: `Bearer ${i.tokens[0]}`,
        'content-type': 'application/json',
        ...headers,
      },
    });
    expect([removed.status, removed.text]).toEqual([200, JSON.stringify({ success: true })]);
  });

  test('où il en faut un se refuse en français', async () => {
    const { status, text } = await ask(`${i.urlOf(0)}/api/reservations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${i.tokens[0]}`, 'content-type': 'application/json' },
    });
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { code: 'donnees_invalides', ...REFUS.donnees_invalides },
    ]);
  });
});

/** Requests too large for their endpoint: their headers and their refusals. */
const TOO_LARGE = [
  ['un appel', 'POST /api/auth/sign-in/email', 'application/json', CALL + 1, 'requete_trop_grande'],
  [
    'un appel de plusieurs mégaoctets',
    'POST /api/auth/sign-in/email',
    'application/json',
    4 * 1024 * 1024,
    'requete_trop_grande',
  ],
  ['une photo', 'PUT /api/profil/photo', 'image/jpeg', PHOTO + 1, 'photo_trop_grande'],
] as const;

const head = (line: string, type: string, framing: string): string =>
  `${line} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${i.tokens[0]}\r\ncontent-type: ${type}\r\n${framing}\r\n\r\n`;

/** The data that a socket receives from now on, and whether it was closed. */
function listen(socket: Socket): { text: () => string; closed: () => boolean } {
  let [text, closed] = ['', false];
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1');
  });
  socket.on('close', () => {
    closed = true;
  });
  socket.on('error', () => undefined);
  return { text: () => text, closed: () => closed };
}

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Writes like a slow proxy: a part at a time, whatever it receives. */
async function writeSlowly(socket: Socket, length: number, chunked: boolean): Promise<void> {
  const part = 'x'.repeat(64 * 1024);
  for (let left = length; left > 0 && !socket.destroyed; left -= part.length) {
    const words = part.slice(0, left);
    socket.write(chunked ? `${words.length.toString(16)}\r\n${words}\r\n` : words);
    await setTimeout(2);
  }
  if (chunked) socket.write('0\r\n\r\n');
}

describe('un corps trop grand est refusé sans perdre la connexion', () => {
  // API-11, LIM-40
  describe.each([
    ['de longueur annoncée', false],
    ['en morceaux', true],
  ])('%s', (_, chunked) => {
    test.each(TOO_LARGE)('%s', async (__, line, type, length, code) => {
      const socket = await open(i.urlOf(0));
      const heard = listen(socket);
      socket.write(
        head(line, type, chunked ? 'transfer-encoding: chunked' : `content-length: ${length}`),
      );
      await writeSlowly(socket, length, chunked);
      socket.write('GET /api/centre HTTP/1.1\r\nhost: localhost\r\n\r\n');
      await expect
        .poll(() => heard.closed() || heard.text().includes('"ville"'), { timeout: 20_000 })
        .toBe(true);
      expect(heard.text()).toMatch(/^HTTP\/1\.1 413 /);
      expect(heard.text()).toContain(`"code":"${code}"`);
      expect(heard.text()).toContain('"ville":"Gembloux"');
      expect(heard.text()).not.toMatch(/connection: close/i);
    });
  });

  test("jusqu'à une limite : qui annonce ou envoie sans fin est coupé", async () => {
    for (const framing of [`content-length: ${1024 ** 3}`, 'transfer-encoding: chunked']) {
      const socket = await open(i.urlOf(0));
      const heard = listen(socket);
      socket.write(head('POST /api/auth/sign-in/email', 'application/json', framing));
      const sending = writeSlowly(socket, 1024 ** 3, framing.startsWith('transfer'));
      await expect.poll(heard.closed, { timeout: 30_000 }).toBe(true);
      expect(heard.text()).toMatch(/^HTTP\/1\.1 413 /);
      expect(socket.bytesWritten).toBeLessThan(64 * 1024 * 1024);
      await sending;
    }
  });
});

describe('derrière nginx, des corps trop grands', () => {
  test.for([
    ["lus en entier d'abord", true],
    ['passés à mesure', false],
  ] as const)(
    "%s, ne mettent aucune des deux instances à l'écart",
    async ([, buffered], context) => {
      needs(context, 'nginx');
      const nginx = await startNginx(
        i.servers.map(({ url }) => url),
        { buffered },
      );
      // an early answer makes nginx close its own connection to the caller
      const agent = new Agent({ keepAlive: false });
      onTestFinished(async () => {
        agent.destroy();
        await nginx.stop();
      });
      for (let n = 0; n < 8; n += 1) {
        const { status, text } = await ask(`${nginx.url}/api/auth/sign-in/email`, {
          method: 'POST',
          agent,
          headers: { 'content-type': 'application/json' },
          body: Buffer.alloc(4 * 1024 * 1024, 'x'),
        });
        expect([n, status, text]).toEqual([
          n,
          413,
          JSON.stringify({ code: 'requete_trop_grande', ...REFUS.requete_trop_grande }),
        ]);
        const photo = await ask(`${nginx.url}/api/profil/photo`, {
          method: 'PUT',
          agent,
          headers: {
            authorization: `Bearer ${i.tokens[0]}`,
            'content-type': 'image/jpeg',
            'transfer-encoding': 'chunked',
          },
          body: Buffer.alloc(PHOTO + 300_000, 'x'),
        });
        expect([n, photo.status, JSON.parse(photo.text).code]).toEqual([
          n,
          413,
          'photo_trop_grande',
        ]);
        expect((await ask(`${nginx.url}/api/centre`, { agent })).status).toBe(200);
      }
      expect(nginx.log()).toBe('');
    },
  );
});
