/**
 * Profile photos (PEOPLE-15, PEOPLE-16): what is accepted, what is served, and files that only look
 * like a picture.
 */
import { sql } from 'drizzle-orm';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CodeRefus, REFUS } from '../../../src/domain/errors/errors.ts';
import { ORIGIN, useTestApp } from '../../support/app.ts';
import {
  BLUE,
  colourAt,
  emptyPng,
  isNear,
  noise,
  quarters,
  RED,
  twoColours,
  twoFrames,
  flat,
} from '../../support/images.ts';

const t = useTestApp();
const MAX = 5 * 1024 * 1024;

type Rider = Awaited<ReturnType<typeof t.as>>;

async function put(rider: Rider, payload: Buffer | Readable, type: string | null = 'image/jpeg') {
  const { statusCode, body } = await t.app.inject({
    method: 'PUT',
    url: '/api/profil/photo',
    payload,
    headers: {
      host: 'localhost:3000',
      origin: ORIGIN,
      cookie: rider.cookie,
      ...(type !== null && { 'content-type': type }),
    },
  });
  return { status: statusCode, body: JSON.parse(body) };
}

const refusal = (code: CodeRefus) => ({
  status: REFUS[code].status,
  body: { code, ...REFUS[code] },
});

async function photosOf({ id }: { id: string }): Promise<number> {
  const { rows } = await t.services.db.execute(
    sql`select count(*)::int as n from photos where user_id = ${id}`,
  );
  return Number(rows[0]?.['n']);
}

/** The bytes at an address, as every browser receives them. */
async function served(url: string) {
  const { statusCode, headers, rawPayload } = await t.app.inject({ method: 'GET', url });
  return { status: statusCode, headers, bytes: rawPayload };
}

const padded = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);

describe('une photo acceptée', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    '%s : elle est servie à tous, carrée, en WebP de 512 pixels',
    async (format) => {
      // PEOPLE-16, LIM-19, LIM-44
      const rider = await t.as();
      const { status, body } = await put(
        rider,
        await twoColours(900, 700)[format]().toBuffer(),
        `image/${format}`,
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: rider.id,
        email: rider.email,
        profile_image_url: `/storage/profile-images/${rider.id}/${t.clock.now.getTime()}.webp`,
      });
      const { status: ok, headers, bytes } = await served(body.profile_image_url);
      expect(ok).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
      });
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'webp',
        width: 512,
        height: 512,
      });
      expect(
        isNear(await colourAt(bytes, 0, 0.5), RED) && isNear(await colourAt(bytes, 1, 0.5), BLUE),
      ).toBe(true);
      expect((await rider('GET', '/api/profil')).body.profile_image_url).toBe(
        body.profile_image_url,
      );
    },
  );

  test('elle est redressée, et ne dit plus ni où, ni quand, ni par qui elle a été prise', async () => {
    const rider = await t.as();
    const photo = await twoColours(800, 600)
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Artist: 'Photographe Secret' },
        IFD3: { GPSLatitude: '50/1 33/1 40/1', GPSLatitudeRef: 'N' },
      })
      .jpeg()
      .toBuffer();
    expect(photo.includes('Photographe Secret')).toBe(true);
    const { bytes } = await served((await put(rider, photo)).body.profile_image_url);
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({});
    expect(bytes.includes('Secret') || bytes.includes('EXIF')).toBe(false);
    // After a quarter turn to the right, the left side is at the top.
    expect(
      isNear(await colourAt(bytes, 0.5, 0), RED) && isNear(await colourAt(bytes, 0.5, 1), BLUE),
    ).toBe(true);
  });

  test.each(['gif', 'webp'] as const)('une animation %s est sa première image', async (format) => {
    const rider = await t.as();
    const frames = twoFrames(200);
    const animation = await frames[format]({ delay: [100, 100] }).toBuffer();
    const { body } = await put(rider, animation, `image/${format}`);
    const { bytes } = await served(body.profile_image_url);
    expect((await sharp(bytes).metadata()).pages).toBeUndefined();
    expect(isNear(await colourAt(bytes, 0.5, 0.5), RED)).toBe(true);
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    "une longue photo %s montre son milieu, droit, de quelque façon que l'appareil ait été tenu",
    async (format) => {
      const rider = await t.as();
      for (const orientation of [1, 4, 6, 7]) {
        // Reduced or cut before it is turned: the result is the same as for a reader of the whole
        // picture.
        const turned = quarters(1_200, 400).withMetadata({ orientation });
        const photo = await turned[format]({ quality: 90 }).toBuffer();
        const whole = await sharp(photo)
          .autoOrient()
          .resize(512, 512, { fit: 'cover' })
          .png()
          .toBuffer();
        const { bytes } = await served((await put(rider, photo)).body.profile_image_url);
        for (const [x, y] of [
          [0.1, 0.1],
          [0.9, 0.1],
          [0.1, 0.9],
          [0.9, 0.9],
        ] as const) {
          expect(
            isNear(await colourAt(bytes, x, y), await colourAt(whole, x, y)),
            `${orientation}: ${x}, ${y}`,
          ).toBe(true);
        }
      }
    },
  );

  test('à 5 Mo juste elle passe, un octet de plus et elle est trop grande, annoncé ou non', async () => {
    const rider = await t.as();
    const photo = await twoColours(600, 600).jpeg().toBuffer();
    expect((await put(rider, padded(photo, MAX))).status).toBe(200);
    const more = padded(photo, MAX + 1);
    expect(await put(rider, more)).toEqual(refusal('photo_trop_grande'));
    expect(await put(rider, Readable.from([more.subarray(0, MAX), more.subarray(MAX)]))).toEqual(
      refusal('photo_trop_grande'),
    );
    expect(REFUS.photo_trop_grande.message).toBe("La taille de l'image ne doit pas dépasser 5MB");
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    [
      "la photo d'un téléphone de 48 mégapixels",
      () =>
        sharp({ create: { width: 8064, height: 6048, channels: 3, background: '#7a5' } })
          .jpeg()
          .toBuffer(),
    ],
    [
      "celle d'un téléphone de 50 mégapixels tenu droit",
      () => flat(8_160, 6_144, 6).jpeg().toBuffer(),
    ],
    ["le panorama d'un téléphone", () => flat(16_384, 3_900, 6).jpeg().toBuffer()],
    ['un PNG de 64 mégapixels', () => emptyPng(8_000, 8_000)],
    ['un PNG entrelacé de 24 mégapixels', () => emptyPng(6_000, 4_000, { interlaced: true })],
    ['une bande de 16 000 pixels sur un', () => emptyPng(16_000, 1)],
  ])('%s passe', async (_, make) => {
    expect((await put(await t.as(), await make())).status).toBe(200);
  });
});

describe('ce qui ressemble à une image', () => {
  // PEOPLE-15
  const SCRIPT = '<script>alert(document.cookie)</script>';
  const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${SCRIPT}</svg>`;
  const made: Record<string, () => Promise<Buffer> | Buffer> = {
    'un SVG': () => Buffer.from(SVG),
    'une page': () => Buffer.from(`<!doctype html><html>${SCRIPT}</html>`),
    'un PDF': () => Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\n%%EOF'),
    'un texte': () => Buffer.from('Bonjour, je suis une photo.'),
    rien: () => Buffer.alloc(0),
    'un début de JPEG, puis une page': () => Buffer.from(`\xff\xd8\xff\xe0${SCRIPT}`, 'latin1'),
    'un JPEG coupé': async () => cut(await noise(300, 300).jpeg().toBuffer()),
    'un PNG coupé': async () => cut(await noise(300, 300).png().toBuffer()),
    'un WebP coupé': async () => cut(await noise(300, 300).webp().toBuffer()),
    'un GIF coupé': async () => cut(await noise(300, 300).gif().toBuffer()),
    'un AVIF': () => twoColours(64, 64).avif({ effort: 0 }).toBuffer(),
    'un TIFF': () => twoColours(64, 64).tiff().toBuffer(),
    'un PNG de 900 mégapixels': () => emptyPng(30_000, 30_000),
    'une bande de 65 000 pixels en quatre couleurs de 16 bits': () =>
      flat(65_000, 100, 6, 4).toColourspace('rgb16').png().toBuffer(),
    'un PNG entrelacé de 36 mégapixels': () => emptyPng(6_000, 6_000, { interlaced: true }),
  };
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length * 0.6));

  test.each(Object.entries(made))(
    "%s est refusé, sous quelque nom d'image que ce soit",
    async (_, make) => {
      const rider = await t.as();
      const bytes = await make();
      for (const type of ['image/jpeg', 'image/png', 'image/svg+xml'])
        expect(await put(rider, bytes, type)).toEqual(refusal('photo_invalide'));
      expect((await rider('GET', '/api/profil')).body.profile_image_url).toBe(null);
      expect(await photosOf(rider)).toBe(0);
    },
  );

  test.each([
    'application/json',
    'text/html',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'image/',
    'image/png/x',
    'images',
    '',
    null,
  ])('une vraie photo annoncée « %s » est refusée', async (type) => {
    expect(await put(await t.as(), await twoColours(64, 64).jpeg().toBuffer(), type)).toEqual(
      refusal('photo_invalide'),
    );
  });

  test.each([
    ['GIF', 'gif', `/*`, `*/=1;alert(document.cookie)//${SCRIPT}`],
    ['JPEG', 'jpeg', '', SCRIPT],
    ['PNG', 'png', '', `<?php system($_GET[0]) ?>${SCRIPT}`],
  ] as const)('un %s qui porte un script est servi sans lui', async (_, format, before, after) => {
    const rider = await t.as();
    const { status, body } = await put(
      rider,
      Buffer.concat([await twoColours(64, 64)[format]().toBuffer(), Buffer.from(before + after)]),
      `image/${format}`,
    );
    expect(status).toBe(200);
    const { bytes } = await served(body.profile_image_url);
    expect(bytes.subarray(0, 4).toString() + bytes.subarray(8, 12).toString()).toBe('RIFFWEBP');
    expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length); // nothing follows the picture
    expect(bytes.includes('alert') || bytes.includes('script') || bytes.includes('<?php')).toBe(
      false,
    );
  });
});

describe('la photo et son adresse', () => {
  let photo: Buffer;
  beforeAll(async () => {
    photo = await twoColours(64, 64).png().toBuffer();
  });

  test("une nouvelle photo remplace l'ancienne, dont l'adresse ne mène plus à rien, même dans la même milliseconde", async () => {
    const rider = await t.as();
    const addresses: string[] = [];
    for (let n = 0; n < 3; n += 1)
      addresses.push((await put(rider, photo, 'image/png')).body.profile_image_url);
    expect(new Set(addresses).size).toBe(3);
    expect(await Promise.all(addresses.map(async (url) => (await served(url)).status))).toEqual([
      404, 404, 200,
    ]);
    expect(await photosOf(rider)).toBe(1);
  });

  test("de plusieurs photos envoyées au même moment, une reste, et c'est celle du profil", async () => {
    const rider = await t.as();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => put(rider, photo, 'image/png')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await photosOf(rider)).toBe(1);
    expect((await served((await rider('GET', '/api/profil')).body.profile_image_url)).status).toBe(
      200,
    );
  });

  test("on retire sa photo, et personne d'autre ne perd la sienne", async () => {
    const [rider, other] = [await t.as(), await t.as()];
    const [mine, theirs] = [
      (await put(rider, photo, 'image/png')).body.profile_image_url,
      (await put(other, photo, 'image/png')).body.profile_image_url,
    ];
    expect(await rider('DELETE', '/api/profil/photo')).toMatchObject({
      status: 200,
      body: { id: rider.id, profile_image_url: null },
    });
    expect(await rider('DELETE', '/api/profil/photo')).toMatchObject({
      status: 200,
      body: { profile_image_url: null },
    });
    expect([(await served(mine)).status, (await served(theirs)).status]).toEqual([404, 200]);
  });

  test('elle part avec le compte', async () => {
    const [rider, admin] = [await t.as(), await t.as({ role: 'admin' })];
    const { profile_image_url } = (await put(rider, photo, 'image/png')).body;
    expect((await admin('DELETE', `/api/users/${rider.id}`)).status).toBe(200);
    expect((await served(profile_image_url)).status).toBe(404);
    expect(await photosOf(rider)).toBe(0);
  });

  test("personne ne change la photo d'un autre : aucune adresse ne le permet", async () => {
    const [rider, admin] = [await t.as(), await t.as({ role: 'admin' })];
    for (const url of [
      `/api/users/${rider.id}/photo`,
      `/api/profil/${rider.id}/photo`,
      `/storage/profile-images/${rider.id}/1.webp`,
    ]) {
      const { statusCode } = await t.app.inject({
        method: 'PUT',
        url,
        payload: photo,
        headers: {
          host: 'localhost:3000',
          origin: ORIGIN,
          cookie: admin.cookie,
          'content-type': 'image/png',
        },
      });
      expect(statusCode).toBeGreaterThanOrEqual(400);
    }
    await t.app.inject({
      method: 'PUT',
      url: `/api/profil/photo?id=${rider.id}`,
      payload: photo,
      headers: {
        host: 'localhost:3000',
        origin: ORIGIN,
        cookie: admin.cookie,
        'content-type': 'image/png',
      },
    });
    expect([await photosOf(rider), await photosOf(admin)]).toEqual([0, 1]);
  });

  test.each([
    '1.webp',
    '0.webp',
    '01.webp',
    '99999999999999999999.webp',
    '1.png',
    '-1.webp',
    '1.webp.exe',
    '..%2f1.webp',
  ])("l'adresse « %s » d'aucune photo dit qu'il n'y en a pas", async (file) => {
    for (const id of ['6f0a1d1e-3f53-4c0c-9d2c-0d5a1f3f0a11', 'moi', "' or 1=1 --"]) {
      expect(
        await t.anonymous('GET', `/storage/profile-images/${encodeURIComponent(id)}/${file}`),
      ).toMatchObject({
        ...refusal('photo_introuvable'),
        headers: { 'cache-control': 'no-store' },
      });
    }
  });
});

describe('avant le premier octet', () => {
  /** Sends the headers of an upload without its body. Returns the answer. */
  async function knock(headers: Record<string, string>): Promise<string> {
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    const all = {
      host: 'localhost:3000',
      origin: ORIGIN,
      'content-type': 'image/jpeg',
      'content-length': String(MAX),
      ...headers,
    };
    socket.write(
      `PUT /api/profil/photo HTTP/1.1\r\n${Object.entries(all)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString();
  }

  test.each([
    ["quelqu'un sans session", null, {}, 'session_absente'],
    ["quelqu'un qui attend son approbation", { statut: 'en_attente' }, {}, 'compte_en_attente'],
    ["quelqu'un d'inactif", { statut: 'inactif' }, {}, 'compte_inactif'],
    ['un autre site', {}, { origin: 'https://ailleurs.example' }, 'origine_refusee'],
    [
      'une photo annoncée trop grande',
      {},
      { 'content-length': String(MAX + 1) },
      'photo_trop_grande',
    ],
    ["autre chose qu'une image", {}, { 'content-type': 'video/mp4' }, 'photo_invalide'],
  ] as const)('%s : refus', async (_, person, headers, code) => {
    const cookie = person === null ? '' : (await t.as(person)).cookie;
    const answer = await knock({ cookie, ...headers });
    expect(answer).toContain(` ${REFUS[code].status} `);
    expect(answer).toContain(`"${code}"`);
  });
});
