/**
 * `POST /api/installation/restauration`: restores a backup from the body, or the one that
 * `?fichier=` names in the folder of this instance (OPS-30 to OPS-35). It is outside the contract,
 * because its body is written to the disk while it arrives, and its answer reports the progress of
 * the restore, as a line of JSON per second.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { REFUS, Refus } from '#domain/errors/errors.ts';
import { BackupError } from '../platform/backup/errors.ts';
import { openFolder } from '../platform/backup/folder.ts';
import { isDiskFull } from '../platform/disk.ts';
import { explainBackupDir, freeBytes } from '../platform/files.ts';
import type { Services } from '../platform/services.ts';
import { refuseSlow } from './body.ts';
import { bearerOf, refuseForeignOrigin } from './caller.ts';
import { toRefus, writeRefus } from './refus.ts';
import { logRefusal } from './traces.ts';

/** Bytes of the largest accepted file (LIM-95). */
const MAX_BYTES = 4 * 1024 ** 3;

/** Bytes that must stay free on the disk, because PostgreSQL may be on the same one. */
const RESERVE_BYTES = 256 * 1024 ** 2;

/**
 * How often the answer reports the progress, in milliseconds; proxies end an answer that is silent
 * for a minute.
 */
const BEAT_MS = 1_000;

type Restauration = { progress: () => number; run: () => Promise<object> };

/**
 * The actions of the route, which `app.ts` takes from `actions/backups/restauration.ts`. Each
 * throws its refusal.
 */
type Actions = {
  admit: (jeton: string) => Promise<void>;
  pathOf: (nom: string) => string;
  prepare: (path: string, passphrase: string | null) => Promise<Restauration>;
};

type Request = FastifyRequest<{ Querystring: { fichier?: string } }>;

export function receiveBackups(
  app: FastifyInstance,
  services: Services,
  { admit, pathOf, prepare }: Actions,
): void {
  /** One restore at a time; of several instances the database admits one (OPS-33). */
  let busy = false;

  async function answer(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    refuseForeignOrigin(services, request);
    const passphrase = passphraseOf(request);
    await admit(bearerOf(request) ?? '');
    if (busy) throw new Refus('restauration_en_cours');
    busy = true;
    const { fichier } = request.query;
    const received = join(
      services.sauvegardes.dir,
      `.manege-televersee-${randomUUID()}.sauvegarde.en-cours`,
    ); // removed later if this process is killed
    const settle = async (): Promise<void> => {
      busy = false;
      await rm(received, { force: true }).catch((err: unknown) =>
        services.log.warn({ err }, 'housekeeping failed'),
      );
    };
    try {
      if (fichier === undefined) await receive(request, received);
      const restauration = await prepare(
        fichier === undefined ? received : pathOf(fichier),
        passphrase,
      );
      reply.headers({
        'content-type': 'application/x-ndjson',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      return reply.send(tell(request, restauration, settle));
    } catch (error) {
      await settle();
      if (!(error instanceof BackupError)) throw error;
      return reply
        .status(REFUS.sauvegarde_refusee.status)
        .send(writeRefus(request.url, 'sauvegarde_refusee', error.message));
    }
  }

  /** Stores the body in a file. */
  async function receive({ headers, raw }: Request, path: string): Promise<void> {
    const bytes = Number(headers['content-length'] ?? 0);
    if (bytes === 0) throw new Refus('sauvegarde_absente');
    if (bytes > MAX_BYTES) throw new Refus('sauvegarde_trop_grande');
    await openFolder(services.sauvegardes.dir);
    if (freeBytes(services.sauvegardes.dir) < bytes + RESERVE_BYTES)
      throw new Refus('sauvegarde_sans_place');
    // Node can limit how long a request may take to arrive only for the whole server, not for one
    // route. `refuseSlow` limits this one.
    const { requestTimeout } = app.server;
    app.server.requestTimeout = 0;
    try {
      await pipeline(
        refuseSlow(raw, 'sauvegarde_trop_lente'),
        createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      );
    } catch (error) {
      if (isDiskFull(error)) throw new Refus('sauvegarde_sans_place', { cause: error });
      const why = explainBackupDir(error, services.sauvegardes.dir);
      throw why === null ? error : new BackupError(why);
    } finally {
      app.server.requestTimeout = requestTimeout;
    }
  }

  app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', (_request, _payload, done) => done(null)); // `receive` reads it
    own.route({ method: 'POST', url: '/api/installation/restauration', handler: answer });
  });
}

/**
 * The passphrase that is sent with a file, percent-encoded because it may contain any character;
 * null without one.
 */
function passphraseOf({ headers }: Request): string | null {
  const given = headers['x-phrase-de-passe'];
  if (typeof given !== 'string' || given === '') return null;
  try {
    return decodeURIComponent(given);
  } catch {
    throw new Refus('donnees_invalides');
  }
}

/** Restores, and reports the progress and finally the result. It continues if the caller leaves. */
function tell(
  request: Request,
  { progress, run }: Restauration,
  settle: () => Promise<void>,
): PassThrough {
  const lines = new PassThrough();
  lines.on('error', () => {}); // the caller left
  const write = (line: object): void => {
    if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`);
  };
  const beat = (): void => write({ part: progress() });
  beat();
  const beats = setInterval(beat, BEAT_MS);
  const refusalOf = (error: unknown): object => {
    if (error instanceof BackupError)
      return writeRefus(request.url, 'sauvegarde_refusee', error.message);
    const refus = toRefus(error);
    logRefusal(request, refus, error);
    return writeRefus(request.url, refus.code);
  };
  const end = async (): Promise<void> => {
    const last = await run().then((restaure) => ({ restaure }), refusalOf);
    clearInterval(beats);
    await settle();
    write(last);
    lines.end();
  };
  void end();
  return lines;
}
