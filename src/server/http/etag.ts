/** Answers that a browser may store and must revalidate before each use (API-22). */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * The browser stores the answer only for this caller, and uses it only after the server has
 * confirmed that it is still valid.
 */
const KEEP = 'private, no-cache';

/** Marks the answer to an admitted caller. */
export function keepAnswer(reply: FastifyReply): void {
  reply.header('cache-control', KEEP);
}

/**
 * Gives marked answers their ETag, and answers 304 if the browser has the same answer. The hook
 * runs after session, guard, input and action. The ETag is weak, because the answer may be
 * compressed. `vary: cookie`: the stored answer is not used after a sign-out, nor for the next
 * person in the same browser, even by a script that skips the revalidation.
 */
export function revalidateAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.getHeader('cache-control') !== KEEP) return payload;
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      reply.header('cache-control', 'no-store');
      return payload;
    }
    const etag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.headers({ etag, vary: 'accept-encoding, cookie' });
    if (!request.headers['if-none-match']?.split(',').some((known) => known.trim() === etag))
      return payload;
    reply.status(304).removeHeader('content-type').removeHeader('content-length');
    return null; // an empty text would set a content length
  });
}
