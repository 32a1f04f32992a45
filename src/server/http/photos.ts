/** The two doors of profile photos (decision 40): the upload, whose bytes are many, and the address everyone may read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { profil } from '#contract/profil.ts';
import { Refus } from '#domain/errors.ts';
import { PHOTOS } from '../platform/photos.ts';
import type { Services } from '../platform/services.ts';
import { getPhoto } from '../stores/photos.ts';
import { readCaller, refuseForeignOrigin, refuseUnless } from './caller.ts';
import type { Answer } from './mount.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/** Uploads that are read or drawn at the same moment; who comes later waits before the first byte is read. */
const SLOTS = 4;

/** How long one waits for a slot; the time-out of a request leaves the bytes twice as much. */
const PATIENCE_MS = 10_000;

/** The upload. `answer` is the contract's own handler, which receives the body as a file. */
export function receivePhotos(app: FastifyInstance, services: Services, answer: Answer): void {
  const { route, meta } = profil.setPhoto['~orpc'];
  const slots = new Slots();
  const reading = new WeakSet<FastifyRequest>();

  /** Everything that can be refused without the body is. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    refuseForeignOrigin(services, request);
    refuseUnless(meta.who, (await readCaller(services, request, reply)).personne);
    if (!/^image\//i.test(request.headers['content-type'] ?? '')) throw new Refus('photo_invalide');
    if (Number(request.headers['content-length']) > MAX_BYTES) throw new Refus('photo_trop_grande');
    await slots.take();
    reading.add(request);
    const giveBack = (): void => { if (reading.delete(request)) slots.give(); };
    reply.raw.once('close', giveBack);
    if (!reply.raw.destroyed) return;
    giveBack();
    throw new Refus('photo_invalide'); // the caller left while waiting: nobody reads this
  }

  app.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body: Buffer<ArrayBuffer>, done) => done(null, new File([body], 'photo')));
    door.setErrorHandler((error: Error & { statusCode?: number }) => {
      throw error.statusCode === 413 ? new Refus('photo_trop_grande')
        : error.statusCode === 415 ? new Refus('photo_invalide')
        : error;
    });
    door.put(`/api${route.path}`, { bodyLimit: MAX_BYTES, onRequest: admit }, async (request, reply) => {
      // From here on the slot is the drawing's: a caller who leaves does not stop it.
      reading.delete(request);
      try {
        return await answer(request, reply);
      } finally {
        slots.give();
      }
    });
  });
}

/** A photo's address changes with the photo, so that an hour in a cache is never a wrong face. */
export function servePhotos(app: FastifyInstance, { db }: Services): void {
  app.get<{ Params: { userId: string; fichier: string } }>(`${PHOTOS}/:userId/:fichier`, async ({ params: { userId, fichier } }, reply) => {
    const known = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(userId) && /^[1-9]\d{0,14}\.webp$/.test(fichier);
    const photo = known ? await getPhoto(db, userId, Number.parseInt(fichier, 10)) : null;
    if (!photo) throw new Refus('photo_introuvable');
    return reply.header('cache-control', 'public, max-age=3600').type('image/webp').send(photo);
  });
}

class Slots {
  #free = SLOTS;
  readonly #queue: (() => void)[] = [];

  /** First come, first served; refused when no slot is given back in time. */
  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        reject(new Refus('service_occupe'));
      }, PATIENCE_MS);
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#queue.push(enter);
    });
  }

  give(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#free += 1;
  }
}
