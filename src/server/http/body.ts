/**
 * Request bodies: an empty body counts as none, a slow one is refused, and a refused one does not
 * close the connection (API-11).
 */
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { type CodeRefus, Refus } from '#domain/errors/errors.ts';

/** Bytes of a refused body that are read and discarded: more than a proxy usually lets through. */
const DRAINED = 16 * 1024 * 1024;

/**
 * Bytes that must arrive within the window, so that nobody can hold a place by sending slowly: 16
 * kB per second (LIM-19).
 */
const WINDOW_MS = 3_000;
const WINDOW_BYTES = 48 * 1024;

/**
 * Accepts empty bodies, because some clients send `content-type: application/json` with every call,
 * also with a DELETE without a body.
 */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body: string, done) => (body === '' ? done(null) : parse(request, body, done)),
  );
}

/**
 * A body that is too large or not allowed is answered before it is read. If the connection were
 * closed then, it would be reset while a proxy still writes: the refusal could be lost, and the
 * proxy would mark the whole instance as broken. So the rest is read and discarded, up to `DRAINED`
 * bytes and the server's `requestTimeout`, also if more than that is announced.
 */
export function drainRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    if (reply.raw.hasHeader('connection')) return; // the server is stopping (drain.ts)
    reply.removeHeader('connection'); // set by the parser that refused the body
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (!raw.complete && hasBody) drain(raw);
  });
}

function drain(raw: IncomingMessage): void {
  let left = DRAINED;
  raw.on('data', (bytes: Buffer) => {
    left -= bytes.length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
}

/**
 * Passes a body on. Fails with the refusal if too few bytes arrive within a window, unless its
 * reader is the slow side.
 */
export function refuseSlow(payload: Readable, refus: CodeRefus): Readable {
  let recent = 0;
  const body = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      recent += bytes.length;
      done(null, bytes);
    },
  });
  const end = (error: Error): void => {
    payload.unpipe(body); // comes first: `drainRefusedBodies` discards what still arrives
    body.destroy(error);
  };
  const look = setInterval(() => {
    if (recent < WINDOW_BYTES && !body.writableNeedDrain) end(new Refus(refus));
    recent = 0;
  }, WINDOW_MS);
  body.once('close', () => clearInterval(look));
  body.on('error', () => {}); // there is no listener if the body was refused for another reason
  payload.once('error', end); // the caller closed the connection
  return payload.pipe(body);
}
