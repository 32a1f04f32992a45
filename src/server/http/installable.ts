/**
 * The files that make the site an installable application (UI-58): its manifest, and the service
 * worker with which it can be read without a network.
 */
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAPER = '#fbf8f3';

/** Written here, because the name is a setting. */
const manifestOf = (nom: string): string =>
  JSON.stringify({
    id: '/app',
    name: nom,
    short_name: nom,
    description: 'Réserver une leçon, et lire les siennes même sans connexion.',
    lang: 'fr',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [192, 512].flatMap((size) => [
      { src: `/icone-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any' },
      {
        src: `/icone-masque-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'maskable',
      },
    ]),
  });

/** The name of the centre, and whether pages may be read without a network. */
export type Installable = { nom: string; offline: boolean };

/** The files of the build that are served here. */
export const WORKERS = ['sw.js', 'sw-off.js'];

/**
 * Serves the manifest and `/sw.js`. The browser requests `/sw.js` with each page; without `offline`
 * it is the worker that removes an earlier one (UI-59).
 */
export function serveInstallable(
  app: FastifyInstance,
  root: string,
  { nom, offline }: Installable,
): void {
  const manifest = manifestOf(nom);
  const worker = readFileSync(join(root, offline ? 'sw.js' : 'sw-off.js'), 'utf8');
  const answer = (url: string, type: string, text: string) =>
    app.get(url, (_, reply) => reply.header('cache-control', 'no-cache').type(type).send(text));
  answer('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', manifest);
  answer('/sw.js', 'text/javascript; charset=utf-8', worker);
}
