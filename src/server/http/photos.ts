/**
 * The two routes of profile photos (PEOPLE-15, PEOPLE-16): the upload, which has its own limits,
 * and the public URL of a photo.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { profil } from '#contract/profil.ts';
import { Refus } from '#domain/errors/errors.ts';
import { PHOTOS } from '../platform/photos.ts';
import { createQueue } from '../platform/queue.ts';
import type { Services } from '../platform/services.ts';
import { getPhoto } from '../stores/people/photos.ts';
import { refuseSlow } from './body.ts';
import { readCaller, refuseForeignOrigin, refuseUnless } from './caller.ts';
import type { Answer } from './mount.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/** Uploads that are read or encoded at once; others wait before their first byte is read. */
const SLOTS = 4;

/** `Retry-After` in seconds for a caller who got no slot. */
const RETRY_AFTER = 5;

/**
 * How long an upload waits for a slot, in milliseconds; the time-out of a request leaves twice as
 * long for its bytes.
 */
const PATIENCE_MS = 10_000;

/** The upload. `answer` is the handler of the contract, which receives the body as a file. */
export function receivePhotos(app: FastifyInstance, services: Services, answer: Answer): void {
  const { route, meta } = profil.setPhoto['~orpc'];
  /** Slots for uploads; a person has one at a time. */
  const slots = createQueue(SLOTS);
  /** The function that releases the slot, while the body is being received. */
  const reading = new WeakMap<FastifyRequest, () => void>();

  /** Makes all checks that do not need the body, then waits for a slot. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    refuseForeignOrigin(services, request);
    const caller = await readCaller(services, request, reply);
    refuseUnless(meta.who, caller);
    if (!/^image\//i.test(request.headers['content-type'] ?? '')) throw new Refus('photo_invalide');
    if (Number(request.headers['content-length']) > MAX_BYTES) throw new Refus('photo_trop_grande');
    const release = await slots
      .take([caller.personne?.id ?? ''], AbortSignal.timeout(PATIENCE_MS))
      .catch(() => {
        throw new Refus('service_occupe', { retryAfter: RETRY_AFTER });
      });
    reading.set(request, release);
    const giveBack = (): void => {
      if (reading.delete(request)) release();
    };
    reply.raw.once('close', giveBack);
    if (!reply.raw.destroyed) return;
    giveBack();
    throw new Refus('photo_invalide'); // the caller left while waiting, so nobody reads this answer
  }

  app.register(async (upload) => {
    upload.removeAllContentTypeParsers();
    upload.addContentTypeParser(
      /^image\//,
      { parseAs: 'buffer' },
      (_request, body: Buffer<ArrayBuffer>, done) => done(null, new File([body], 'photo')),
    );
    upload.setErrorHandler((error: Error & { statusCode?: number }) => {
      throw error.statusCode === 413
        ? new Refus('photo_trop_grande')
        : error.statusCode === 415
          ? new Refus('photo_invalide')
          : error;
    });
    upload.put(
      `/api${route.path}`,
      {
        bodyLimit: MAX_BYTES,
        onRequest: admit,
        preParsing: async (_request, _reply, payload) => refuseSlow(payload, 'photo_trop_lente'),
      },
      async (request, reply) => {
        // From here on the slot is held until the photo is encoded, even if the caller leaves.
        const release = reading.get(request);
        reading.delete(request);
        try {
          return await answer(request, reply);
        } finally {
          release?.();
        }
      },
    );
  });
}

/** Serves photos. The URL changes with the photo, so an hour in a cache never shows an old one. */
export function servePhotos(app: FastifyInstance, { db }: Services): void {
  app.get<{ Params: { userId: string; fichier: string } }>(
    `${PHOTOS}/:userId/:fichier`,
    async ({ params: { userId, fichier } }, reply) => {
      const known =
        /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(userId) &&
        /^[1-9]\d{0,14}\.webp$/.test(fichier);
      const photo = known ? await getPhoto(db, userId, Number.parseInt(fichier, 10)) : null;
      if (!photo) throw new Refus('photo_introuvable');
      return reply.header('cache-control', 'public, max-age=3600').type('image/webp').send(photo);
    },
  );
}
