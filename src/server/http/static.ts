/** The built web application: files by their hashed names, and for every address of a screen one page, in three copies (vite.config.ts). */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refus } from '#domain/errors.ts';

/** True for an address that a person opens: the screens themselves say what they do not know. */
export const isPage = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean => ['GET', 'HEAD'].includes(method) && !/^\/(api|storage|assets)(\/|$)/.test(url);

/** The copy that names what an address asks for at once. */
const pageOf = (url: string): string => url.split('?')[0] === '/' ? 'accueil.html' : /^\/app(?:[/?]|$)/.test(url) ? 'app.html' : 'entree.html';

/** Serves the folder of the built web part; where there is none (the server alone, in a test) only `/api` answers. */
export async function serveWeb(app: FastifyInstance, root: string): Promise<void> {
  const built = existsSync(join(root, pageOf('/')));
  if (built) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = /[\\/]assets[\\/]/.test(path);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!built || !isPage(request)) throw new Refus('adresse_introuvable');
    return reply.sendFile(pageOf(request.url));
  });
}
