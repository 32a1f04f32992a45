/**
 * `GET /calendrier/<token>.ics`: a calendar feed, for programs that send no cookie (RIDE-41). The
 * address contains the token, so this file must not log it.
 */
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { Refus } from '#domain/errors/errors.ts';
import { JETON } from '../platform/secrets/jetons.ts';
import { addressOf } from './caller.ts';

/** Seconds for which a program need not read the feed again. */
const MAX_AGE = 900;

/** `read`: the file of a token; throws its refusal. HEAD gets the same answer. */
export function serveFeeds(
  app: FastifyInstance,
  read: (jeton: string, ip: string) => Promise<string>,
): void {
  app.get<{ Params: { fichier: string } }>('/calendrier/:fichier', async (request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
    const { fichier } = request.params;
    const jeton = fichier.endsWith('.ics') ? fichier.slice(0, -'.ics'.length) : '';
    if (!JETON.test(jeton)) throw new Refus('adresse_introuvable');
    const content = await read(jeton, addressOf(request));
    // weak: the answer may be compressed
    const etag = `W/"${createHash('sha256').update(content).digest('base64url')}"`;
    reply.headers({ etag, 'cache-control': `private, max-age=${MAX_AGE}` });
    if (request.headers['if-none-match']?.split(',').some((known) => known.trim() === etag))
      return reply.status(304).send();
    return reply.type('text/calendar; charset=utf-8').send(content);
  });
}
