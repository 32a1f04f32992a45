/** The built web application: files with hashed names, and for every address one of the copies of the page (vite.config.ts). */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Refus } from '#domain/errors.ts';
import { escapeHtml } from '#documents/html.ts';
import type { ServicesConfig } from '../platform/services.ts';
import { type Encoding, encodingOf, compress } from './encoding.ts';

/** True for the address of a page; an unknown one is answered by the web application itself (ACC-05). */
export const isPage = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean => ['GET', 'HEAD'].includes(method) && !/^\/(api|storage|assets)(\/|$)/.test(url);

/** The copies that name what an address needs (vite.config.ts), the most fitting first: of its screen, of the part behind the guard, of the other pages. */
function copiesFor(url: string): string[] {
  const [path = ''] = url.split('?');
  if (path === '/') return ['accueil'];
  const [, part, screen] = path.split('/');
  return part === 'app' ? [`app-${screen}`, 'app'] : ['entree'];
}

/** A page as it is sent, compressed once. */
type Page = Record<Encoding | 'identity', Buffer> & { etag: string };

/** Serves the folder of the built web part; where there is none (the server alone, in a test) only `/api` answers. */
export async function serveWeb(app: FastifyInstance, root: string, centre: ServicesConfig['centre']): Promise<void> {
  const pages = existsSync(join(root, 'app.html')) ? readPages(root, centre) : null;
  if (pages) {
    await app.register(fastifyStatic, {
      root,
      // One route per file: a wildcard would refuse addresses that no file can have (`/`, `//`).
      wildcard: false,
      globIgnore: ['*.html', '**/*.br', '**/*.gz'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = /[\\/]assets[\\/]/.test(path);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const page = pages && isPage(request) && copiesFor(request.url).map((name) => pages.get(name)).find(Boolean);
    if (!page) throw new Refus('adresse_introuvable');
    return sendPage(request, reply, await page());
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag: page.etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(page.etag)) return reply.status(304).send();
  const encoding = encodingOf(request);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(page[encoding ?? 'identity']);
}

/** Each copy by its name, compressed when it is first asked for. */
function readPages(root: string, centre: ServicesConfig['centre']): ReadonlyMap<string, () => Promise<Page>> {
  return new Map(readdirSync(root).filter((file) => file.endsWith('.html')).map((file) => {
    const text = nameCentre(readFileSync(join(root, file), 'utf8'), centre);
    let page: Promise<Page> | undefined;
    return [basename(file, '.html'), () => page ??= compressPage(text)];
  }));
}

async function compressPage(text: string): Promise<Page> {
  const [br, gzip] = await Promise.all([compress.br(text, true), compress.gzip(text, true)]);
  // Weak, because it is the same for every encoding.
  return { br, gzip, identity: Buffer.from(text), etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

/** The places of index.html that name the centre; web/data/centre.ts reads them, so that the first paint shows the right name (UI-01). */
const CENTRE_PLACES: readonly [place: RegExp, what: 'nom' | 'ville'][] = [
  [/(?<=<title>)[^<]*(?=<\/title>)/, 'nom'],
  [/(?<=<meta name="application-name" content=")[^"]*(?=")/, 'nom'],
  [/(?<=<meta name="geo\.placename" content=")[^"]*(?=")/, 'ville'],
];

function nameCentre(html: string, centre: ServicesConfig['centre']): string {
  return CENTRE_PLACES.reduce((text, [place, what]) => {
    if (!place.test(text)) throw new Error(`the built page has no place for the centre: ${place.source}`);
    return text.replace(place, () => escapeHtml(centre[what]));
  }, html);
}
