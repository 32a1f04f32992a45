/**
 * The service worker (ADR-029): it keeps the files of the program, so that the page opens without a
 * network (UI-55). It never handles `/api`: personal data is in no cache. vite.config.ts writes the
 * three constants.
 */
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
/** The pictures of the help pages. */
const IMAGES = ['__IMAGES__'];

/** The cache of the pictures, for every version: most of them stay the same (UI-94). */
const AIDE = 'aide';

/** One page is used for every address: the program reads the address itself. */
const SHELL = '/app';
/** Milliseconds that the network has to deliver a page, if one is cached. */
const PATIENCE = 3_000;

self.addEventListener('install', (event) => event.waitUntil(install()));

async function install() {
  const cache = await caches.open(VERSION);
  try {
    const shell = await fetch(SHELL, { cache: 'no-store' });
    // While instances are replaced one by one, the page may come from another version than this
    // file.
    const text = shell.ok ? await shell.clone().text() : '';
    const named = text.match(/\/assets\/[\w.-]+/g);
    if (!named?.every((file) => FILES.includes(file)))
      throw new Error('the page is of another version');
    await cache.addAll(FILES);
    await cache.put(SHELL, shell);
  } catch (error) {
    await caches.delete(VERSION); // tried again with the next page
    throw error;
  }
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => event.waitUntil(activate()));

/**
 * The files of the previous version stay: pages of that version may be open, and load a part only
 * now (UI-34).
 */
async function activate() {
  const others = (await caches.keys()).filter((name) => name !== VERSION && name !== AIDE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  const images = await caches.open(AIDE);
  const outdated = (await images.keys()).filter(({ url }) => !IMAGES.includes(pathOf(url)));
  await Promise.all(outdated.map((image) => images.delete(image)));
}

const pathOf = (url) => new URL(url).pathname;

/** A page that is drawn asks for the pictures whose names begin with one of these words. */
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.images)) event.waitUntil(keepImages(event.data.images));
});

/** One after the other, so that they delay nothing else. What fails is asked for the next time. */
async function keepImages(beginnings) {
  const images = await caches.open(AIDE);
  const kept = new Set((await images.keys()).map(({ url }) => pathOf(url)));
  for (const image of IMAGES)
    if (!kept.has(image) && beginnings.some((word) => image.startsWith(`/assets/${word}`)))
      await images.add(new Request(image, { priority: 'low' })).catch(() => {});
}

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate') {
    if (!/^\/(api|storage|assets|calendrier)\//.test(pathname)) event.respondWith(openPage(event));
  } else if (pathname.startsWith('/assets/') || FILES.includes(pathname)) {
    event.respondWith(openFile(event.request));
  }
});

/**
 * The server's page, so that a new version is shown immediately. The cached page if none arrives in
 * time or the server answers 5xx. The cached page may belong to the previous version: all files
 * that it names are cached too, so it is complete.
 */
async function openPage({ request, preloadResponse }) {
  const fresh = Promise.resolve(preloadResponse).then((response) => response ?? fetch(request));
  const answer = await Promise.race([
    fresh.catch(() => null),
    new Promise((resolve) => {
      setTimeout(resolve, PATIENCE, null);
    }),
  ]);
  // Without a network, Firefox answers the preload with an error response instead of a failure.
  if (answer && answer.type !== 'error' && answer.status < 500) return answer;
  const cache = await caches.open(VERSION);
  return (await cache.match(SHELL)) ?? fresh;
}

/** Names contain a hash of the content, so the copy of any version is right. */
async function openFile(request) {
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  // Where the browser saves data, a picture is kept only once it was seen. A full disk must not
  // hide it.
  if (answer.ok && IMAGES.includes(pathOf(request.url))) {
    const copy = answer.clone();
    caches
      .open(AIDE)
      .then((cache) => cache.put(request.url, copy))
      .catch(() => {});
  }
  return answer;
}
