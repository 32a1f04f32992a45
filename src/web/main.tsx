import './styles.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { proveConnection } from './data/http.ts';
import { watchSession } from './data/session.ts';
import { prepare, prepareOnIntent, Router } from './router.tsx';

// If code is late, the page is reloaded to load it again (ui/messages/NotLoaded.tsx). The late files may
// hold all connections that the browser opens, so they are given up first: a probe, or the page
// itself, would wait for them. The reload must not wait on a dead connection either.
window.addEventListener('manege:reload', () => {
  window.stop();
  void proveConnection().then(() => location.reload());
});

const session = watchSession();

/**
 * React redraws the page that the server sent (ADR-030). The focus moves to the same position in
 * the new page.
 */
function keepFocus(page: HTMLElement): void {
  const places = () => [...page.querySelectorAll<HTMLElement>('a:not(#retard a), main')];
  const sent: readonly unknown[] = places();
  let place = sent.indexOf(document.activeElement);
  page.addEventListener('focusin', ({ target }) => {
    place = sent.indexOf(target);
  });
  page.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      // the person moved the focus out of the page
      if ((target as Element).isConnected && !page.contains(document.activeElement)) place = -1;
    }),
  );
  new MutationObserver((_, observer) => {
    observer.disconnect();
    places()[place]?.focus({ preventScroll: true });
  }).observe(page, { childList: true });
}

/**
 * UI-50: iOS below 17 and Chrome below 114 have no popovers. If the polyfill cannot be loaded, the
 * page can still be read.
 */
async function addPopovers(): Promise<void> {
  if (!('popover' in HTMLElement.prototype))
    await import('@oddbird/popover-polyfill').catch(() => {});
}

/** UI-48: the error reporter is loaded with the first error. */
async function report(error: unknown): Promise<void> {
  if (!(error instanceof Error)) return;
  try {
    const { reportIncident } = await import('./shell/guard/incidents.ts');
    await reportIncident(error);
  } catch {
    // A failed report is not reported.
  }
}
addEventListener('error', ({ error }) => void report(error));
addEventListener('unhandledrejection', ({ reason }) => void report(reason));
const onCaughtError = (error: unknown) => {
  // oxlint-disable-next-line no-console -- as React does by itself
  console.error(error);
  void report(error);
};

for (const name of ['pointerover', 'focusin'])
  document.addEventListener(name, prepareOnIntent, { passive: true });

const root = document.getElementById('root');
if (root?.firstChild) keepFocus(root);
// The code of the page and the session are loaded at the same time. A transition renders in slices,
// so that a slow phone stays responsive.
if (root && !('ancien' in document.documentElement.dataset))
  void addPopovers()
    .then(() => prepare(location.pathname, session))
    .then(() =>
      startTransition(() =>
        createRoot(root, { onCaughtError }).render(
          <StrictMode>
            <Router />
          </StrictMode>,
        ),
      ),
    );
