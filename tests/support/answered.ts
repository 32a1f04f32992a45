/** The requests of a page, for tests that look at what does not happen. */
import { expect, type Page, type Request } from '@playwright/test';

const underWay = new WeakMap<Page, Set<Request>>();

/** Called before the page makes its first request. The stream of changes never ends, so it is left out. */
export function watchRequests(page: Page): void {
  if (underWay.has(page)) return;
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    // Of the document before, an answer may never be reported.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear();
    if (request.resourceType() !== 'eventsource') requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/**
 * Waits until the page has handled the answer to each of its requests, and to those that these answers
 * have caused.
 */
export async function answered(page: Page): Promise<void> {
  const requests = underWay.get(page);
  if (!requests) throw new Error('call watchRequests() before the page is opened');
  const waiting = () => [...requests].map((request) => request.url());
  await expect
    .poll(
      async () => {
        if (waiting().length > 0) return waiting();
        // Whatever the page has asked for by now is known before this one ends.
        await page.evaluate(() =>
          fetch('/favicon.svg', { cache: 'no-store' })
            .then((answer) => answer.text())
            .catch(() => undefined),
        );
        return waiting();
      },
      { timeout: 30_000, intervals: [20, 50, 100] },
    )
    .toEqual([]);
}
