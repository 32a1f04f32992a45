/** The browser of the measurements, and a person's first visit to a screen, with an empty cache. */
import { type Browser, chromium, type Page } from '@playwright/test';

export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';
export const FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

/** A file received over the network: bytes with its headers. */
export type Received = { url: string; type: string; bytes: number };

/** A screen counts as open when nothing has arrived for this long. */
const QUIET_MS = 1_000;

/**
 * A page on a phone, in a browser that has never visited the site. `cookie`: of the session, null
 * without one.
 */
export async function openPhone(
  browser: Browser,
  origin: string,
  cookie: string | null,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'fr-BE',
  });
  if (cookie !== null) {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: origin }]);
  }
  return context.newPage();
}

/** Opens an address on such a phone. */
export async function firstVisit(
  browser: Browser,
  url: string,
  cookie: string | null,
): Promise<Received[]> {
  const page = await openPhone(browser, new URL(url).origin, cookie);
  const received = await recordNetwork(page);
  await page.goto(url, { waitUntil: 'load' });
  for (let n = -1; n < received.length;) {
    n = received.length;
    await page.waitForTimeout(QUIET_MS);
  }
  if (page.url() !== url) throw new Error(`${url} led to ${page.url()}`);
  await page.context().close();
  return received;
}

async function recordNetwork(page: Page): Promise<Received[]> {
  const received: Received[] = [];
  const asked = new Map<string, { url: string; type: string }>();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.responseReceived', ({ requestId, type, response }) =>
    asked.set(requestId, { url: response.url, type }),
  );
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId);
    if (request && !request.url.startsWith('data:'))
      received.push({ ...request, bytes: encodedDataLength });
  });
  return received;
}
