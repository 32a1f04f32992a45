/**
 * Replaces sw.js if `OFFLINE=0` (UI-59): removes what an earlier worker stored, and itself. Pages
 * then load as without a worker.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));
// A browser may be closed during the activation, which is not repeated.
self.addEventListener('fetch', (event) => event.waitUntil(leave()));

async function leave() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
