/**
 * The fixed reference of the first screen: a page that holds a title, with the product's style
 * sheet and fonts, and no script.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const ASSETS = fileURLToPath(new URL('../dist/web/assets/', import.meta.url));

const TYPES: Record<string, string> = { css: 'text/css', woff2: 'font/woff2' };

export async function openEmptyPage(): Promise<{ url: string; close: () => Promise<void> }> {
  const files = readdirSync(ASSETS);
  const named = (start: string, end: string): string =>
    `/assets/${files.find((name) => name.startsWith(start) && name.endsWith(end)) ?? ''}`;
  const fonts = ['figtree-latin-wght-normal', 'fraunces-latin-600-normal'].map(
    (name) =>
      `<link rel="preload" href="${named(name, '.woff2')}" as="font" type="font/woff2" crossorigin>`,
  );
  const html = `<!doctype html><html lang="fr" data-theme="clair"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="Une page vide"><title>Référence</title>${fonts.join('')}<link rel="stylesheet" crossorigin href="${named('index-', '.css')}"></head><body><main><h1>Référence</h1></main></body></html>`;
  const server = createServer((request, response) => {
    const name = request.url?.replace('/assets/', '') ?? '';
    if (!files.includes(name)) {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
      return;
    }
    const packed = files.includes(`${name}.br`);
    if (packed) response.setHeader('content-encoding', 'br');
    response
      .setHeader('content-type', TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain')
      .end(readFileSync(`${ASSETS}${name}${packed ? '.br' : ''}`));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
