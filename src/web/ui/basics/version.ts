/**
 * UI-34: whether the server has a newer version of the application than this page. The sign-in page
 * names the entry file, whose name contains a hash of its content.
 */
import { useSyncExternalStore } from 'react';

let outdated = false;
const listeners = new Set<() => void>();

/** Asks the server, unless the answer is known. Without an answer nothing changes. */
export async function checkVersion(): Promise<void> {
  const own = document.querySelector('script[type=module][src^="/assets/"]')?.getAttribute('src');
  if (outdated || !own) return;
  const page = await fetch('/login', {
    cache: 'no-store',
    signal: AbortSignal.timeout(15_000),
  }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  );
  if (!page.includes('src="/assets/') || page.includes(own)) return;
  outdated = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOutdated = (): boolean => useSyncExternalStore(subscribe, () => outdated);
