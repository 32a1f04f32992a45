/**
 * `/api/desabonnement/<token>`: switches off one kind of email without a sign-in (MAIL-25). The
 * address contains the token, so this file must not log it.
 */
import type { FastifyInstance } from 'fastify';
import { DOCUMENT_HEADERS } from './security.ts';

/** The page to show: the question or the confirmation. */
type Page = (jeton: string) => Promise<string>;

/**
 * GET shows the question and changes nothing, because programs that check mail open links. POST
 * switches the emails off, also if a mail program sends it (RFC 8058): from another site, without a
 * cookie, with a form that is not read. The token authorises it.
 */
export function serveUnsubscribe(
  app: FastifyInstance,
  { ask, turnOff }: { ask: Page; turnOff: Page },
): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      (_, payload, done) => {
        payload.resume();
        done(null);
      },
    );
    for (const [method, page] of [
      ['GET', ask],
      ['POST', turnOff],
    ] as const) {
      scope.route<{ Params: { '*': string } }>({
        method,
        // a named parameter may have at most 100 characters, fewer than the token
        url: '/api/desabonnement/*',
        async handler({ params: { '*': jeton } }, reply) {
          reply.headers({
            ...DOCUMENT_HEADERS,
            'x-robots-tag': 'noindex, nofollow',
            'referrer-policy': 'no-referrer',
            'cache-control': 'no-store',
          });
          return reply.type('text/html; charset=utf-8').send(await page(jeton));
        },
      });
    }
  });
}
