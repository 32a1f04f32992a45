/**
 * Many photos at the same time, through a real process: all uploads are answered, and everyone else
 * is served meanwhile. Their memory: `bench/photos.ts`.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { REFUS } from '#domain/errors/errors.ts';
import { heavyPictures, phonePhoto, twoColours } from '../support/images.ts';
import { useInstances } from '../support/instances.ts';

const CROWD = 20;
const SLOTS = 4;

const i = useInstances({ count: 1, people: CROWD });

async function put(
  token: string,
  body: Buffer<ArrayBuffer>,
): Promise<{ status: number; body: any }> {
  const response = await fetch(`${i.urlOf(0)}/api/profil/photo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    body,
  });
  return { status: response.status, body: await response.json() };
}

test.each(heavyPictures())(
  '%s, dont la forme ferait tout tenir en mémoire, reçoit sa réponse',
  async (_, picture, status) => {
    expect((await put(i.tokens[0]!, await picture)).status).toBe(status);
  },
);

test('vingt photos de téléphone au même moment : chacune a sa réponse, et les autres sont servis', async () => {
  const photo = await phonePhoto();
  expect([photo.length > 3 * 1024 * 1024, photo.length < 5 * 1024 * 1024]).toEqual([true, true]);
  let waiting = CROWD;
  const answers = Promise.all(
    i.tokens.map(async (token) => {
      const answer = await put(token, photo);
      waiting -= 1;
      return answer;
    }),
  );
  // A person who comes after all of them is answered before the last of them.
  const others = await Promise.all(
    Array.from({ length: CROWD }, async () => {
      const { status } = await fetch(`${i.urlOf(0)}/api/health`);
      return { status, meanwhile: waiting > 0 };
    }),
  );
  expect(others.filter(({ status, meanwhile }) => status === 200 && meanwhile)).toHaveLength(CROWD);
  for (const { status, body } of await answers) {
    if (status !== 200)
      expect({ status, body }).toEqual({
        status: 503,
        body: { code: 'service_occupe', ...REFUS.service_occupe },
      });
  }
  expect((await answers).filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(
    SLOTS,
  );
});

type Upload = { socket: Socket; answer: Promise<string> };
const uploads: Upload[] = [];

afterEach(() => {
  for (const { socket } of uploads.splice(0)) socket.destroy();
});

/** Starts an upload of 4 MB: its headers, then so many bytes every quarter of a second. */
async function trickle(token: string, bytes: number): Promise<Upload> {
  const socket = connect(Number(new URL(i.urlOf(0)).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `PUT /api/profil/photo HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: image/jpeg\r\ncontent-length: 4000000\r\n\r\n\xff\xd8`,
    'latin1',
  );
  // Based on the elapsed time, because on a busy machine the timer is late.
  const since = performance.now();
  let sent = 0;
  const sending = setInterval(() => {
    const due = Math.floor((performance.now() - since) / 250);
    if (bytes > 0) socket.write(Buffer.alloc(bytes * (due - sent)));
    sent = due;
  }, 250);
  socket.once('close', () => clearInterval(sending));
  const upload = { socket, answer: once(socket, 'data').then(([words]) => String(words)) };
  uploads.push(upload);
  return upload;
}

const small = await twoColours(64, 64).jpeg().toBuffer();

test("quatre envois lents d'une personne ne prennent qu'une place : les autres passent", async () => {
  for (let n = 0; n < SLOTS; n += 1) await trickle(i.tokens[0]!, 16_384);
  // Repeated, because the slow uploads ask for their places at different times.
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      i.tokens.slice(1, 1 + SLOTS).map((token) => put(token, small)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(SLOTS).fill(200));
  }
});

test("un envoi qui n'avance presque pas est coupé, avec sa phrase, et rend sa place ; un envoi lent mais régulier continue", async () => {
  // LIM-19
  const dead = await Promise.all(i.tokens.slice(0, 2).map((token) => trickle(token, 0)));
  const slow = await trickle(i.tokens[2]!, 2_048);
  const steady = await trickle(i.tokens[3]!, 8_192);
  expect((await put(i.tokens[5]!, small)).status).toBe(200);
  for (const { answer } of [...dead, slow]) {
    const words = await answer;
    expect(words).toContain('HTTP/1.1 400 ');
    expect(words).toContain(JSON.stringify(REFUS.photo_trop_lente.message));
  }
  await setTimeout(1_000); // the test asserts that it continues
  expect(steady.socket.destroyed).toBe(false);
  expect(await Promise.race([steady.answer, setTimeout(10, 'nothing yet')])).toBe('nothing yet');
});

test("quand tout est pris par des envois lents, le suivant attend, puis l'apprend en français ; les abandons rendent leur place", async () => {
  const slow = await Promise.all(i.tokens.slice(0, SLOTS).map((token) => trickle(token, 6_144)));
  // They take their places at different times: until then a photo is accepted.
  let refused = await put(i.tokens[5]!, small);
  while (refused.status === 200) refused = await put(i.tokens[5]!, small);
  expect(refused).toEqual({
    status: 503,
    body: { code: 'service_occupe', ...REFUS.service_occupe },
  });

  const abandoned = await trickle(i.tokens[6]!, 6_144);
  const patient = put(i.tokens[7]!, small);
  await setTimeout(200); // both then wait for occupied places
  for (const { socket } of [abandoned, ...slow]) socket.destroy();
  expect((await patient).status).toBe(200);
  expect(
    (await Promise.all(i.tokens.slice(0, 2 * SLOTS).map((token) => put(token, small)))).map(
      ({ status }) => status,
    ),
  ).toEqual(Array(2 * SLOTS).fill(200));
});
