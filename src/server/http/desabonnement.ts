/**
 * `/api/desabonnement/<token>`: turns one kind of email off without a sign-in (MAIL-25). The token
 * stands in the address, so nothing here names it.
 */
import type { FastifyInstance } from 'fastify';

/** What is shown: the question, or the answer to it. */
type Page = (jeton: string) => Promise<string>;

/**
 * GET asks and changes nothing: programs that check mail open links. POST does it, also where a
 * mail program sends it (RFC 8058): from another site, without a cookie, with a form that is not
 * read. The token is what admits it.
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
        url: '/api/desabonnement/*', // a named part may have 100 characters at most, fewer than the token
        async handler({ params: { '*': jeton } }, reply) {
          reply.headers({
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
