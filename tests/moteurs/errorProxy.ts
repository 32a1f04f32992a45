/**
 * A forward proxy for a browser that cannot load a script before its pages: it inserts one at the
 * beginning of each page.
 */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { keepErrors } from './driver.ts';

/**
 * Answered at every origin, because the content security policy allows only scripts of the page's
 * own origin.
 */
const SCRIPT = '/garder-les-erreurs.js';

/** `host`: the value for the proxy setting of the browser. */
export async function startErrorProxy(): Promise<{ host: string; close(): void }> {
  const server = createServer((from, to) => {
    const url = new URL(from.url!, 'http://127.0.0.1');
    if (url.pathname === SCRIPT) {
      to.setHeader('content-type', 'text/javascript').end(`(${keepErrors.toString()})();`);
      return;
    }
    const onward = request(
      url,
      { method: from.method, headers: { ...from.headers, 'accept-encoding': 'identity' } },
      (answer) => {
        const { 'content-length': length, ...headers } = answer.headers;
        if (headers['content-type']?.startsWith('text/html')) {
          void text(answer).then(
            (html) =>
              to
                .writeHead(answer.statusCode!, headers)
                .end(html.replace('<head>', `<head><script src="${SCRIPT}"></script>`)),
            () => to.destroy(),
          );
          return;
        }
        to.writeHead(answer.statusCode!, {
          ...headers,
          ...(length !== undefined && { 'content-length': length }),
        }).flushHeaders();
        answer.on('error', () => to.destroy());
        answer.pipe(to);
      },
    );
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
