/** Request bodies: an empty body counts as none, and a refused body does not close the connection (API-11). */
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** Bytes of a refused body that are read and discarded: more than a proxy should let pass. */
const DRAINED = 16 * 1024 * 1024;

/** Some clients send `content-type: application/json` with every call, also with a DELETE that has no body. */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => (body === '' ? done(null) : parse(request, body, done)));
}

/**
 * A body that is too large or not allowed is answered before it is read. Closing then resets the connection while a proxy still
 * writes, and the proxy marks the whole instance as broken. So the rest is read and discarded, up to `DRAINED` bytes and the
 * server's `requestTimeout`.
 */
export function drainRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    if (reply.raw.hasHeader('connection')) return; // the server is stopping (drain.ts)
    reply.removeHeader('connection'); // set by the parser that refused the body
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (raw.complete || !hasBody) return;
    if (Number(headers['content-length']) > DRAINED) reply.header('connection', 'close');
    else drain(raw);
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
