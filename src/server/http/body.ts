/** Request bodies: an empty one is none, and one that is not read does not cost the connection. */
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** Bytes of a refused body that are read all the same: more than any proxy should let pass, little enough to throw away. */
const DRAINED = 16 * 1024 * 1024;

/** Programs that say 'JSON' with every call say so when they delete, too. */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => (body === '' ? done(null) : parse(request, body, done)));
}

/**
 * An answer may leave before the body has been read: it is too large, or its sender may not send it. Closing then resets the connection
 * under a proxy that still writes, and the proxy takes the whole instance for broken. So the rest is read and thrown away,
 * up to a limit; how long that may take is the server's `requestTimeout`.
 */
export function drainRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    if (reply.raw.hasHeader('connection')) return; // the server ends (drain.ts)
    reply.removeHeader('connection'); // the parser's, which did not take the body
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
