/** The built web application: files with hashed names, and the page of every address (pages.ts). */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refus } from '#domain/errors/errors.ts';
import { encodingOf } from './encoding.ts';
import { type Installable, serveInstallable, WORKERS } from './installable.ts';
import { type CentreSource, isPage, openPages, type Page } from './pages.ts';
import { policyWith } from './security.ts';

/**
 * Serves the folder of the built web part; if there is none (only the server, in a test), only
 * `/api` answers.
 */
export async function serveWeb(
  app: FastifyInstance,
  root: string,
  centre: CentreSource,
  installable: Installable,
): Promise<void> {
  const pageOf = existsSync(join(root, 'app.html'))
    ? await openPages(root, centre, installable.offline)
    : null;
  if (pageOf) {
    serveInstallable(app, root, installable);
    await app.register(fastifyStatic, {
      root,
      // One route per file: a wildcard would refuse addresses that no file can have (`/`, `//`).
      wildcard: false,
      globIgnore: ['*.html', 'modele.json', '**/*.br', '**/*.gz', ...WORKERS],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = /[\\/]assets[\\/]/.test(path);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!pageOf || !isPage(request)) throw new Refus('adresse_introuvable');
    return sendPage(request, reply, await pageOf(request.url));
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply.headers({
    'cache-control': 'no-cache',
    'content-security-policy': policyWith(page.script),
    etag: page.etag,
    vary: 'accept-encoding',
  });
  if (request.headers['if-none-match']?.includes(page.etag)) return reply.status(304).send();
  const encoding = encodingOf(request);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(page[encoding ?? 'identity']);
}
