/** Answers that a browser may keep and must revalidate before each use (API-22). */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * The browser keeps the answer for this caller only, and uses it only after the server has said
 * that it still holds.
 */
const KEEP = 'private, no-cache';

/** Marks the answer to a caller whom the guard has admitted. */
export function keepAnswer(reply: FastifyReply): void {
  reply.header('cache-control', KEEP);
}

/**
 * Gives marked answers their ETag, and answers 304 where the browser has the same. The hook runs
 * after session, guard, input and action. The ETag is weak, because the answer may be compressed.
 * `vary: cookie`: after sign-out, and for the next person in the same browser, the kept answer is
 * not used, even by a script that skips the revalidation.
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
    return null; // an empty text would announce its length
  });
}
