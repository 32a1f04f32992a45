/** Answers that a browser may store and must revalidate before each use (API-22). */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inOneState } from '../platform/db.ts';
import type { Ctx } from '../platform/services.ts';
import type { Reading } from '../platform/shared.ts';

/**
 * The browser stores the answer only for this caller, and uses it only after the server has
 * confirmed that it is still valid.
 */
const KEEP = 'private, no-cache';

/** Marks the answer to an admitted caller. */
export function keepAnswer(reply: FastifyReply): void {
  reply.header('cache-control', KEEP);
}

/** The ETag of an answer that was not read, or what is done with the ETag of one that was. */
const found = new WeakMap<FastifyReply, string | ((etag: string) => void)>();

/** The ETags of the copies that the caller has. */
const knownTo = ({ headers }: FastifyRequest): string[] =>
  headers['if-none-match']?.split(',').map((known) => known.trim()) ?? [];

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
    const known = found.get(reply);
    const etag =
      typeof known === 'string'
        ? known
        : `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    if (typeof known === 'function') known(etag);
    reply.headers({ etag, vary: 'accept-encoding, cookie' });
    if (!knownTo(request).includes(etag)) return payload;
    reply.status(304).removeHeader('content-type').removeHeader('content-length');
    return null; // an empty text would set a content length
  });
}

/** How many ETags of each call an instance remembers. */
const REMEMBERED = 1_000;

/**
 * The action of a list that is not read if the caller's copy is still valid (ADR-005). An instance
 * remembers the last ETag of each list. If the caller names it, list and stamp are read in one
 * state; from then on the same stamp means the same list.
 */
export function revalidated<I, T>(action: (ctx: Ctx, input: I) => Reading<T[]>) {
  const remembered = new Map<string, { etag: string; stamp: string | null }>();

  return async (
    ctx: Ctx,
    input: I,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<T[]> => {
    const { key, stamp, read } = action(ctx, input);
    const last = remembered.get(key);
    const named = last !== undefined && knownTo(request).includes(last.etag);
    const remember = (at: string | null) =>
      found.set(reply, (etag) => {
        const kept = !named && last?.etag === etag ? last.stamp : null;
        remembered.delete(key);
        remembered.set(key, { etag, stamp: at ?? kept });
        const [oldest = key] = remembered.keys();
        if (remembered.size > REMEMBERED) remembered.delete(oldest);
      });

    if (named && last.stamp === null) {
      const both = await ctx.shared.share(`${key} in one state`, () =>
        inOneState(ctx.db, async (tx) => ({ stamp: await stamp(tx), list: await read(tx) })),
      );
      remember(both.stamp);
      return both.list;
    }
    if (named && last.stamp === (await ctx.shared.share(`${key} stamp`, () => stamp(ctx.db)))) {
      found.set(reply, last.etag);
      return [];
    }
    remember(null);
    return ctx.shared.share(key, () => read(ctx.db));
  };
}
