// chunk: admin-first
import { useEffect, useState } from 'react';

/** True from the first sign that somebody uses the page: then what is opened next is loaded. */
export function useUsed(): boolean {
  const [used, use] = useState(false);
  useEffect(() => {
    const signs = new AbortController();
    const prepare = () => {
      signs.abort();
      use(true);
    };
    for (const type of ['pointermove', 'pointerdown', 'keydown'])
      window.addEventListener(type, prepare, { passive: true, signal: signs.signal });
    return () => signs.abort();
  }, []);
  return used;
}

/**
 * Loads what is opened next at that sign: what is opened before its code has arrived is shown 300 ms
 * later at the earliest (`later`). A failure is shown when it is opened.
 */
export function usePrepared(load: () => Promise<unknown>): void {
  const used = useUsed();
  useEffect(() => {
    if (used) load().catch(() => {});
  }, [used, load]);
}
