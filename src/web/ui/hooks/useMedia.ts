import { useCallback, useSyncExternalStore } from 'react';
import { unlessRefused } from '../basics/unlessRefused.ts';

export const matches = (query: string): boolean =>
  unlessRefused(() => matchMedia(query).matches, false);

/** True while the media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = unlessRefused(() => matchMedia(query), null);
      media?.addEventListener('change', listener);
      return () => media?.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matches(query));
}
